import { promises } from "./requirement.ts"

const formats = [
  ...promises("2", {
    "formats.presets":
      "Panel, hive, assembly and duet are format values that the one engine runs, without a loop of their own.",
    "formats.override": "Every default of a format can be overridden for one discussion.",
    "tables.saved": "A set-up is saved as a table file that every interface can name, replace and remove.",
    "formats.files": "Every default can also be overridden in a table file.",
  }),
]

const panel = [
  ...promises("2.1", {
    "panel.order": "Seats speak in their sequence order, round after round, and never out of it.",
    "panel.one-speaker":
      "No turn starts before the turn before it has ended, and each is a turn of its own in the record.",
    "panel.roles": "A panel seats managers, leaders, specialists and a user, and knows each seat's role.",
    "panel.user-turn": "A person's message takes the user seat's turn, and at that turn the discussion waits.",
    "panel.rounds": "A panel completes after 3 rounds unless told otherwise.",
    "panel.turn-limit": "One run of the loop takes at most 20 turns, then the discussion waits.",
    "panel.stop-defaults": "Spoken panel turns stop at `[`, at a blank line and at `Speaker:` by default.",
    "panel.stop-own": "A seat that names its own stop sequences gets those instead of the defaults.",
    "panel.no-run-on": "A turn's text ends before its first stop sequence, also where the model ran on.",
    "panel.without-user": "A panel without a user seat runs all its rounds and completes.",
  }),
  ...promises("2.1", {
    "panel.rows": "Every panel turn is its own row of `discussion_logs`.",
    "panel.status": "A project's `discussion_state` is active, paused or completed, and follows the discussion.",
  }),
  ...promises("2.1", { "panel.templates": "Panel agents are made from reusable agent templates." }),
]

const hive = [
  ...promises("2.2", {
    "hive.roles":
      "Divergent, Convergent and Critical are each asked for their own thinking, later for what is new only.",
    "hive.extra-seats": "Domain specialists can be seated beside the three.",
    "hive.sees-all": "Every specialist is shown the full discussion, labelled with round and name.",
    "hive.rounds": "A hive runs at most 3 rounds unless told otherwise.",
    "hive.pass": "A reply that starts with a pass marker is a pass.",
    "hive.pass-prose": "A reply that says no more than that it has nothing to add is a pass, in each language.",
    "hive.pass-tail": "A reply with substance that ends in a pass marker is a contribution without the marker.",
    "hive.all-passed": "A hive ends as soon as a whole round was passes, and says so.",
    "hive.nothing-new":
      "A round that brought nothing new ends a hive with that reason, unless smart termination is off.",
    "hive.queen": "The queen does not speak in rounds, and writes the synthesis after the last.",
    "hive.interjections":
      "Where the table allows it a model seat that a turn names may answer out of turn, a bounded number of times.",
    "hive.transcript":
      "A transcript names the topic, counts each round's contributions, names speakers and closes with the total.",
  }),
  ...promises("2.2", { "hive.join": "A specialist seated while it runs speaks from the next round on." }),
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
