import { promises } from "./requirement.ts"

const formats = [
  ...promises("2", {
    "formats.presets":
      "Panel, hive, assembly and duet are format values that the same engine runs, without separate loops.",
    "formats.override": "Every default of a format can be overridden for one discussion.",
    "tables.saved": "A setup can be saved as a table file that every interface can use, replace and remove.",
    "formats.files": "Every default can also be overridden in a table file.",
  }),
]

const panel = [
  ...promises("2.1", {
    "panel.order": "Seats speak in their sequence order, round after round.",
    "panel.one-speaker": "No turn starts before the previous one has ended, and each is a separate turn in the record.",
    "panel.roles": "A panel has managers, leaders, specialists and a user, and knows each seat's role.",
    "panel.user-turn": "The discussion waits at the user seat's turn, which a person's message takes.",
    "panel.rounds": "A panel completes after 3 rounds by default.",
    "panel.turn-limit": "One run of the loop takes at most 20 turns, then the discussion waits.",
    "panel.stop-defaults": "Spoken panel turns stop at `[`, at a blank line and at `Speaker:` by default.",
    "panel.stop-own": "A seat with its own stop sequences gets those instead of the defaults.",
    "panel.no-run-on": "A turn's text ends before its first stop sequence, even if the model continued.",
    "panel.without-user": "A panel without a user seat runs all its rounds and completes.",
  }),
  ...promises("2.1", {
    "panel.rows": "Every panel turn is a separate row of `discussion_logs`.",
    "panel.status": "A project's `discussion_state` is active, paused or completed, in line with the discussion.",
  }),
  ...promises("2.1", { "panel.templates": "Panel agents are created from reusable agent templates." }),
]

const hive = [
  ...promises("2.2", {
    "hive.roles":
      "Divergent, Convergent and Critical are each asked for their own view, and later only for what is new.",
    "hive.extra-seats": "Domain specialists can join the three.",
    "hive.sees-all": "Every specialist sees the full discussion, labelled with round and name.",
    "hive.rounds": "A hive runs at most 3 rounds by default.",
    "hive.pass": "A reply that starts with a pass marker is a pass.",
    "hive.pass-prose": "A reply that only says that it has nothing to add is a pass, in each language.",
    "hive.pass-tail": "A reply with substance that ends in a pass marker is a contribution without the marker.",
    "hive.all-passed": "A hive ends after a round of passes only, and says so.",
    "hive.nothing-new":
      "A round that brought nothing new ends a hive with that reason, unless smart termination is off.",
    "hive.queen": "The queen does not speak in rounds, and writes the synthesis after the last.",
    "hive.interjections":
      "If the table allows it, a model seat that is mentioned in a turn may answer out of turn, a limited number of times.",
    "hive.transcript":
      "A transcript has the topic, the contributions per round, the speakers and the total at the end.",
  }),
  ...promises("2.2", { "hive.join": "A specialist added during the discussion speaks from the next round on." }),
  ...promises("2.2", {
    "hive.task": "A hive run is a row of `tasks` with `rounds[]` and `full_discussion[]` of agent, round and content.",
    "hive.worker-log": "The worker logs each round as 1/3, each contribution and the end of the task.",
  }),
  ...promises("2.2", {
    "hive.small-talk": "With specialists off, the queen answers small talk herself.",
    "hive.config": "The `consensus.*` keys set rounds and agreement, and `max_rounds` limits nothing.",
  }),
]

export const panelAndHive = [...formats, ...panel, ...hive]
