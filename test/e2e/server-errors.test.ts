import { describe, expect, test } from "vitest"
import { rig } from "./server-rig.ts"

type Refusal = readonly [call: string, body: unknown, problems: Readonly<Record<string, RegExp>>]

const model = (modelId: string) => ({ providerId: "rehearsal", modelId })
const duet = { prompt: "Tea or coffee?", modelA: model("bold"), modelB: model("warm") }
const messages = [{ role: "user", content: "Tea or coffee?" }]
const a2a = (message: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: { message: { messageId: "m1", role: "ROLE_USER", parts: [{ text: "Tea or coffee?" }], ...message } },
})

const refusals: readonly Refusal[] = [
  ["GET /api/v1/discussions?limit=0", undefined, { "query.limit": /^must be at least 1, not 0$/ }],
  ["GET /api/v1/discussions?limit=many", undefined, { "query.limit": /^must be a number$/ }],
  ["GET /api/v1/discussions?cursor=mine", undefined, { "query.cursor": /`next`/ }],
  ["GET /api/v1/discussions/x?wait=61", undefined, { "query.wait": /^must be at most 60; call again/ }],
  ["POST /api/v1/discussions", { topic: "Tea?" }, { format: /^is required; set format or table$/ }],
  [
    "POST /api/v1/discussions",
    { topic: "Tea?", format: "duet", table: "hive" },
    { format: /^set either format or table, not both$/ },
  ],
  ["POST /api/v1/discussions", { topic: "Tea?", projectId: "mine" }, { projectId: /^must be a UUID, not "mine"$/ }],
  [
    "POST /api/v1/agents",
    { systemPrompt: "x", modelConfig: { model: "x" } },
    { name: /^is required; it must be text$/ },
  ],
  ["POST /api/v1/keys", { name: " ", scope: "read" }, { name: /^must not be empty$/ }],
  ["POST /api/discussion", { ...duet, modelB: model("nobody") }, { "modelB.modelId": /rehearsal\/nobody/ }],
  ["POST /api/discussion", { ...duet, prompt: " " }, { prompt: /empty/ }],
  [
    "POST /v1/chat/completions",
    { model: "conclave/duet", messages, conclave: { models: ["rehearsal/bold", "rehearsal/nobody"] } },
    { "conclave.models[1]": /rehearsal\/nobody/ },
  ],
  [
    "POST /a2a",
    a2a({ metadata: { conclave: { table: "nothing" } } }),
    { "params.message.metadata.conclave.table": /there is no table "nothing"/ },
  ],
  [
    "POST /a2a",
    a2a({ metadata: { conclave: { options: { round: 1 } } } }),
    { "params.message.metadata.conclave.options.round": /did you mean "rounds"/ },
  ],
]

/** The problems of an error response, in any of the server's error shapes. */
// biome-ignore lint/suspicious/noExplicitAny: three shapes of errors are read here
function problemsOf(body: any): Readonly<Record<string, string>> {
  const { error = {}, details = error.details } = body
  const violations = error.data?.find((one: object) => "fieldViolations" in one)?.fieldViolations ?? []
  const problems: { field: string; message?: string; description?: string }[] = details?.problems ?? violations
  if (problems.length === 0) return { [error.param]: error.message }
  return Object.fromEntries(problems.map(({ field, message, description }) => [field, message ?? description ?? ""]))
}

describe("bad input", () => {
  test.each(refusals)("%s %j is refused with the field and the fix [http.errors]", async (call, given, expected) => {
    const own = rig()
    const [method, path] = call.split(" ")
    const { body } = await own.call(method!, path!, given)
    const problems = problemsOf(body)
    expect(Object.keys(problems)).toEqual(Object.keys(expected))
    for (const [field, message] of Object.entries(expected)) expect(problems[field]).toMatch(message)
    expect(own.faults).toEqual([])
  })

  test("a query number is reported with the codes for numbers [http.errors]", async () => {
    const { body } = await rig().call("GET", "/api/v1/discussions?limit=0")
    expect(body.error.details.problems).toMatchObject([{ code: "NUMBER_TOO_SMALL", values: { limit: 1 } }])
  })

  test("an unknown event id is reported under the parameter or header that carried it [http.errors]", async () => {
    const own = rig()
    const { body: created } = await own.call("POST", "/api/v1/discussions", {
      format: "duet",
      topic: "Tea?",
      start: false,
    })
    const path = `/api/v1/discussions/${created.discussion.id}/events`
    for (const accept of ["application/json", "text/event-stream"]) {
      const byQuery = await own.call("GET", `${path}?after=99`, undefined, { accept })
      const byHeader = await own.call("GET", path, undefined, { accept, "last-event-id": "99" })
      expect(problemsOf(byQuery.body)).toEqual({ "query.after": "there is no event 99 yet" })
      expect(problemsOf(byHeader.body)).toEqual({ "Last-Event-ID": "there is no event 99 yet" })
    }
  })
})
