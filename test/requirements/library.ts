import { promises } from "./requirement.ts"

export const library = [
  ...promises("8", {
    "library.embedded": "`conclave()` discusses without a server and without configuration.",
    "library.run": "A run can be iterated and gives every event of its discussion, then ends.",
    "library.outcome": "`run.outcome` resolves to why it stopped, the solution and who contributed what.",
    "library.state": "`run.state` is a snapshot of the discussion so far.",
    "library.on": "`run.on(type, handler)` calls for that type only, until its unsubscribe is called.",
    "library.abort": "`run.abort()` ends the discussion, keeps what was said, and is harmless when repeated.",
    "library.pause": "`run.pause()` lets no further turn start until `run.resume()`.",
    "library.say": "`run.say()` takes a person's turn where the discussion waits for one.",
    "library.exports":
      "The fold, nextStep, legal moves, vote and pass readers, catalogues and SSE encoding are exported.",
    "library.error-codes":
      "Errors carry one of the named codes, and whether they are recoverable, with seat and round.",
    "library.error-json": "An error as JSON holds no secret and no cause.",
    "library.client":
      "`conclave/client` starts, follows over lost connections, steers and reads discussions over HTTP.",
    "library.bad-input": "Bad input is refused before any model is called, with an error that names field and fix.",
  }),
  ...promises("8", { "library.fetch": "A web-standard `fetch` handler mounts the API in another app." }),
]

export const traps = promises("13", {
  "traps.stop-sequences":
    "Stop sequences are sent with spoken panel turns only, never with ballots or where passing is allowed.",
  "traps.round-count": "The number of rounds is exact for every format and every limit.",
  "traps.retry-text": "The text of a turn after a retry is the last attempt's alone.",
  "traps.contrast": "Agreement words inside disagreement are not read as agreement, in each language.",
  "traps.last-block": "The last well-formed vote block counts, so that quoted blocks cannot feed a vote.",
  "traps.stable-prompts": "Trimming does not change the beginning of the prompt every turn.",
  "traps.abort-initializing": "Aborting while initializing is a legal move.",
})
