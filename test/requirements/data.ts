import { promises } from "./requirement.ts"

const storage = promises("5", {
  "data.both": "The same schema runs in an embedded folder by default and on the server of `DATABASE_URL`.",
  "data.tables": "Every named table has every named column.",
  "data.events":
    "Turns and tables of a discussion are written in the transaction of their events, and derived from them.",
  "data.survives-kill": "Every committed turn survives `kill -9` at any moment.",
  "data.goes-on":
    "A discussion whose process died continues by itself after the last committed turn, in another process if necessary.",
  "data.once": "No turn is committed twice and none is lost, even if two workers race.",
  "data.quarantine":
    "A discussion that blocks its process, or crashes it twice, fails and is listed instead of being run forever.",
  "data.full-disk":
    "A full disk, or a database that does not answer, delays discussions and ends none, and is reported.",
  "data.constant-cost": "Bytes written per turn do not grow with the length of the discussion.",
})

const http = promises("6", {
  "http.errors": "Errors are `{ error: { code, message, details? } }` with the right status.",
  "http.problem-codes":
    "Common errors in a field have a code with its values, so that clients can phrase their own message.",
  "http.openapi": "`/openapi.json` describes every operation and `/docs` renders it.",
  "http.idempotency": "A creating POST repeated with its `Idempotency-Key` creates once.",
  "http.panel": "The two panel routes show the panel, take a person's turn, and answer 409 during a run.",
  "http.duet": "`POST /api/discussion` streams a duet or posts a prompt, and a body that is neither or both is a 400.",
  "http.squad": "The squad routes post, list, show, wait for, answer, resolve and cancel prompts.",
  "http.discussions": "`/api/v1/discussions` creates, lists, filters and shows discussions of every format.",
  "http.history":
    "Discussions can be searched by their text, renamed, pinned, tagged, archived and permanently deleted.",
  "http.steering": "Turns, interjections and steering requests answer with the discussion, and are idempotent.",
  "http.ledger": "There are routes for ledger, recount, interrupt and fork.",
  "http.resources": "There are routes for exports, projects, agents, models, tables, chat, health and metrics.",
})

export const data = [...storage, ...http]
