import { expect, test } from "vitest"
import { HttpSessions } from "./http-sessions.ts"

const session = "00000000-elicits"
const request = (headers: Record<string, string>) => new Request("http://localhost/mcp", { headers })
const strangers = [
  { "mcp-session-id": session, authorization: "Bearer other" },
  { "mcp-session-id": session, "x-api-key": "other" },
  { "mcp-session-id": session },
  { authorization: "Bearer own" },
]

test("only the client of a call can cancel it, whoever else knows its session id", async () => {
  const sessions = new HttpSessions()
  const own = sessions.clientOf(request({ "mcp-session-id": session, authorization: "Bearer own" }))!
  const cancelled = { method: "notifications/cancelled", params: { requestId: 7 } }
  const [isAborted, cancelledByOwner] = await sessions.trackerFor(own)(7, async (signal) => {
    for (const headers of strangers) sessions.observe(sessions.clientOf(request(headers)), cancelled)
    const before = signal.aborted
    sessions.observe(own, cancelled)
    return [before, signal.aborted]
  })
  expect(isAborted).toBe(false)
  expect(cancelledByOwner).toBe(true)
})

test("only the client that was asked can answer, whoever else knows the question's id", async () => {
  const sessions = new HttpSessions()
  const own = sessions.clientOf(request({ "mcp-session-id": session, authorization: "Bearer own" }))!
  const ask = sessions.askerFor(own)!
  const options = { timeout: 30_000, signal: new AbortController().signal }
  const answer = await ask(
    async ({ id }) => {
      const said = (text: string) => ({ jsonrpc: "2.0", id, result: { text } })
      for (const headers of strangers) sessions.observe(sessions.clientOf(request(headers)), said("forged"))
      sessions.observe(own, said("own"))
    },
    "elicitation/create",
    {},
    options,
  )
  expect(answer).toEqual({ text: "own" })
})
