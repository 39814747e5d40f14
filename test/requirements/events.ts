import { promises } from "./requirement.ts"

export const events = [
  ...promises("1", {
    "events.fold": "A discussion's state is the fold of its events, from the start or from any prefix and the rest.",
  }),
  ...promises("7", {
    "events.names": "Events have the specified names and no others.",
    "events.gapless": "Events of a discussion are numbered 1, 2, 3… without a gap and delivered in that order.",
    "events.common":
      "Events have discussion id and timestamp; `role` is model-a or model-b in a duet, else the seat's id.",
    "events.started": "`discussion_started` has prompt, format, seats and options.",
    "events.rounds":
      "Round events have the round's number, its order if it is not fixed, and the round when completed.",
    "events.turn-started": "`turn_started` has role, name, model, round, turn and attempt.",
    "events.turn-chunk": "`turn_chunk` has role, turn, attempt and offset, and chunks joined by offset give the turn.",
    "events.turn-completed": "`turn_completed` has the turn with content, duration, token usage and finish reason.",
    "events.consensus": "Consensus events have the round, each parsed vote, and the result with all votes.",
    "events.completed": "`discussion_completed` has reason, final consensus, contributions, outcome and total tokens.",
    "events.error": "`discussion_error` has code, message and whether it is recoverable; an abort has its reason.",
    "events.beyond": "Passes, retries, skips, waiting, pausing and trimming have their own events.",
  }),
  ...promises("7", {
    "events.wire":
      "On the wire names are hyphenated, data is JSON, each event has an id, and comments keep the connection alive.",
    "events.resume": "A client that reconnects, to any process, gets exactly what it missed, even in mid-turn.",
    "events.slow-reader": "A slow reader costs bounded memory and never slows the discussion.",
  }),
]
