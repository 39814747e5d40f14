import { promises } from "./requirement.ts"

const storage = promises("5", {
  "data.both": "The same schema runs in an embedded folder by default and on the server of `DATABASE_URL`.",
  "data.tables": "Every named table has every named column.",
  "data.events":
    "Turns and tables of a discussion are written in the transaction of their events, and follow from them.",
  "data.survives-kill": "Every committed turn survives `kill -9` at any moment.",
  "data.goes-on":
    "A discussion whose process died goes on by itself after the last committed turn, elsewhere if need be.",
  "data.once": "No turn is committed twice and none is lost, also when two workers race.",
  "data.quarantine":
    "A discussion that holds up its process, or twice brings it down, is failed and listed instead of being run for ever.",
  "data.full-disk": "A full disk, or a database that does not answer, holds discussions up and ends none; it is told.",
  "data.constant-cost": "Bytes written per turn do not grow with the length of the discussion.",
})

const http = promises("6", {
  "http.errors": "Errors are `{ error: { code, message, details? } }` with the right status.",
  "http.problem-codes": "Common mistakes in a field have a code with its values, so that clients can word them.",
  "http.openapi": "`/openapi.json` describes every call and `/docs` shows it readably.",
  "http.idempotency": "A creating POST repeated with its `Idempotency-Key` creates once.",
  "http.panel": "The two panel calls show the panel, take a person's turn, and answer 409 while a run is under way.",
  "http.duet": "`POST /api/discussion` streams a duet or posts a prompt, and a body that is neither or both is a 400.",
  "http.squad": "The squad calls post, list, show, wait for, answer, resolve and cancel prompts.",
  "http.discussions": "`/api/v1/discussions` creates, lists, filters and shows discussions of every format.",
  "http.history": "Discussions are searched by what was said, renamed, pinned, tagged, archived and deleted for good.",
  "http.steering": "Turns, interjections and steering calls answer with the discussion, and repeats are harmless.",
  "http.ledger": "Ledger, recount, interrupt and fork are served.",
  "http.resources": "Exports, projects, agents, models, tables, chat, health and metrics are served.",
})

export const data = [...storage, ...http]
