import { promises } from "./requirement.ts"

export const library = [
  ...promises("8", {
    "library.embedded": "`conclave()` discusses without a server and without configuration.",
    "library.run": "A run can be iterated and yields every event of its discussion, then ends.",
    "library.outcome": "`run.outcome` resolves to the stopping reason, the solution and the contributions.",
    "library.state": "`run.state` is a snapshot of the discussion so far.",
    "library.on": "`run.on(type, handler)` calls the handler for that type only, until unsubscribed.",
    "library.abort": "`run.abort()` ends the discussion, keeps its turns, and is idempotent.",
    "library.pause": "After `run.pause()` no further turn starts until `run.resume()`.",
    "library.say": "`run.say()` takes a person's turn when the discussion waits for one.",
    "library.exports":
      "The fold, nextStep, legal moves, vote and pass readers, catalogues and SSE encoding are exported.",
    "library.error-codes": "Errors have one of the named codes, and whether they are recoverable, with seat and round.",
    "library.error-json": "An error as JSON contains no secret and no cause.",
    "library.client":
      "`conclave/client` starts, follows across lost connections, steers and reads discussions over HTTP.",
    "library.bad-input":
      "Bad input is refused before any model is called, with an error that names the field and the fix.",
  }),
  ...promises("8", { "library.fetch": "A web-standard `fetch` handler mounts the API in another app." }),
]

export const traps = promises("13", {
  "traps.stop-sequences":
    "Stop sequences are sent only with spoken panel turns, never with ballots or where passing is allowed.",
  "traps.round-count": "The number of rounds is exact for every format and every limit.",
  "traps.retry-text": "The text of a turn after a retry is only the last attempt's.",
  "traps.contrast": "Agreement words inside disagreement are not read as agreement, in each language.",
  "traps.last-block": "The last well-formed vote block counts, so quoted blocks cannot determine a vote.",
  "traps.stable-prompts": "Trimming does not change the prompt prefix in every turn.",
  "traps.abort-initializing": "Aborting while initializing is a legal phase change.",
})
