import { promises } from "./requirement.ts"

export const events = [
  ...promises("1", {
    "events.fold": "A discussion's state is the fold of its events, from the start or from any prefix and the rest.",
  }),
  ...promises("7", {
    "events.names": "Events carry the specified names and no others.",
    "events.gapless": "Events of a discussion are numbered 1, 2, 3… without a gap and delivered in that order.",
    "events.common":
      "Events carry discussion id and timestamp; `role` is model-a or model-b in a duet, else the seat's id.",
    "events.started": "`discussion_started` carries prompt, format, seats and options.",
    "events.rounds":
      "Round events carry the round's number, its order where it is not fixed, and the round when completed.",
    "events.turn-started": "`turn_started` carries role, name, model, round, turn and attempt.",
    "events.turn-chunk":
      "`turn_chunk` carries role, turn, attempt and offset, and chunks joined by offset give the turn.",
    "events.turn-completed": "`turn_completed` carries the turn with content, duration, token usage and finish reason.",
    "events.consensus": "Consensus events carry the round, each vote with its reading, and the result with all votes.",
    "events.completed":
      "`discussion_completed` carries reason, final consensus, contributions, outcome and total tokens.",
    "events.error":
      "`discussion_error` carries code, message and whether it is recoverable; an abort carries its reason.",
    "events.beyond": "Passes, retries, skips, waiting, pausing and trimming are events of their own.",
  }),
  ...promises("7", {
    "events.wire": "On the wire names are hyphenated, data is JSON, each has an id, comments keep the line alive.",
    "events.resume": "A client that reconnects, to any process, gets exactly what it missed, also in mid-turn.",
    "events.slow-reader": "A slow reader costs bounded memory and never slows the discussion.",
  }),
]
