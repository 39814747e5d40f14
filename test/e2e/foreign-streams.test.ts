import { HttpAgent } from "@ag-ui/client"
import { parseJsonEventStream, readUIMessageStream, type UIMessageChunk, uiMessageChunkSchema } from "ai"
import { afterEach, describe, expect, test, vi } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { closeServers, openAiServer, teaTable } from "./openai-server.ts"

afterEach(closeServers)

type Model = ReturnType<typeof scriptedModel>

/** A discussion of two seats and a queen, with the URLs of its streams. */
async function discussed(model: Model, options: object = {}) {
  const own = await openAiServer([model])
  const { seats } = teaTable().conclave
  const body = {
    format: "hive",
    topic: "Tea or coffee?",
    seats: seats.map((seat) => ({ ...seat, model: model.id })),
    options: { rounds: 1, smartTermination: false, ...options },
  }
  const { id } = (await own.call("POST", "/api/v1/discussions", body)).body.discussion
  return { ...own, id, events: (as: string) => `${own.url}/api/v1/discussions/${id}/events?as=${as}` }
}

const failing = () =>
  scriptedModel({
    id: "test/talker",
    replies: () => ({ chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "the provider is on fire") }),
  })
const failFast = { retries: 0, onFailure: "fail" }

describe("the AG-UI client", () => {
  function agentFor(url: string) {
    const problems = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")]
    const agent = new HttpAgent({ url, fetch: () => fetch(url) })
    return { agent, warnings: () => problems.flatMap(({ mock }) => mock.calls) }
  }

  test("reads turns as messages and the outcome as the result, without a warning [streams.ag-ui]", async () => {
    const { events } = await discussed(teaTable().model)
    const { agent, warnings } = agentFor(events("ag-ui"))
    const { result, newMessages } = await agent.runAgent()
    expect(newMessages.map(({ content }) => content)).toEqual(["Tea is calmer.", "Coffee is faster.", "Tea, then."])
    expect(result).toMatchObject({ stoppingReason: "max_rounds", solution: "Tea, then." })
    expect(warnings()).toEqual([])
  })

  test("reads seats that speak in parallel, and a retried turn [streams.ag-ui]", async () => {
    const retried = scriptedModel({
      id: "test/talker",
      replies: (_, index) => (index === 0 ? { chunks: ["Half a"], ends: "cut" } : `Whole ${index}.`),
    })
    const { events } = await discussed(retried, { order: "parallel", retryDelayMs: 0 })
    const { agent, warnings } = agentFor(events("ag-ui"))
    const { newMessages } = await agent.runAgent()
    expect(newMessages.map(({ content }) => content)).toEqual(expect.arrayContaining(["Whole 1.", "Whole 2."]))
    expect(warnings()).toEqual([])
  })

  test("reads a failure as a run error [streams.ag-ui]", async () => {
    const { events } = await discussed(failing(), failFast)
    const { agent } = agentFor(events("ag-ui"))
    const errors: string[] = []
    await agent.runAgent({}, { onRunErrorEvent: ({ event }) => void errors.push(event.message) }).catch(() => {})
    expect(errors).toEqual([expect.stringContaining("on fire")])
  })
})

describe("the AI SDK message stream", () => {
  async function read(url: string) {
    const response = await fetch(url)
    const parsed = parseJsonEventStream({ stream: response.body!, schema: uiMessageChunkSchema })
    const problems: unknown[] = []
    const chunks = parsed.pipeThrough(
      new TransformStream<Awaited<ReturnType<typeof firstOf>>, UIMessageChunk>({
        transform(part, controller) {
          if (part.success) controller.enqueue(part.value)
          else problems.push(part.error)
        },
      }),
    )
    const errors: unknown[] = []
    let message: unknown
    const messages = readUIMessageStream({ stream: chunks, onError: (error) => void errors.push(error) })
    for await (const one of messages) message = one
    return { response, message, problems, errors }

    async function firstOf() {
      const { value } = await parsed.getReader().read()
      return value!
    }
  }

  test("carries the deliberation as reasoning and the answer as text [streams.ai-sdk]", async () => {
    const { events, id } = await discussed(teaTable().model)
    const { response, message, problems, errors } = await read(events("ai-sdk"))
    expect(response.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1")
    expect({ problems, errors }).toEqual({ problems: [], errors: [] })
    expect(message).toMatchObject({
      id,
      role: "assistant",
      parts: [
        { type: "reasoning", state: "done", text: expect.stringContaining("Coffee is faster.") },
        { type: "text", state: "done", text: "Tea, then." },
      ],
    })
  })

  test("carries a failure as an error [streams.ai-sdk]", async () => {
    const { events } = await discussed(failing(), failFast)
    expect((await read(events("ai-sdk"))).errors).toEqual([expect.objectContaining({ message: expect.any(String) })])
  })
})

test.each(["ag-ui", "ai-sdk"])(
  "the %s stream delivers text withheld from a seat once that seat has spoken [streams.ag-ui]",
  async (as) => {
    const { model } = teaTable()
    const { call, url } = await openAiServer([model])
    const seats = [
      { name: "Kim", kind: "human" },
      { name: "Bo", model: model.id },
    ]
    const options = { rounds: 1, order: "parallel" }
    const created = await call("POST", "/api/v1/discussions", { format: "panel", topic: "Tea?", seats, options })
    const path = `/api/v1/discussions/${created.body.discussion.id}`
    await expect.poll(async () => (await call("GET", path)).body.discussion.status).toBe("waiting")
    let text = ""
    const reader = (await fetch(`${url}${path}/events?as=${as}&seat=Kim`)).body!.pipeThrough(new TextDecoderStream())
    const reading = (async () => {
      for await (const piece of reader) text += piece
    })()
    await expect.poll(() => text).toContain(as === "ag-ui" ? "awaiting_input" : "start")
    expect(text).not.toContain("Tea is calmer.")
    await call("POST", `${path}/turns`, { seat: "Kim", content: "Cocoa." })
    await reading
    expect(text.match(/"delta":"[^"]*Tea is calmer\./g)).toHaveLength(1)
    expect(text).toContain("Cocoa.")
    const starts = text.match(/TEXT_MESSAGE_START/g)?.length
    expect(starts).toBe(as === "ag-ui" ? 2 : undefined)
  },
)

test("an unknown stream type and a mid-stream start are refused with the field [streams.ag-ui]", async () => {
  const { call, id } = await discussed(teaTable().model)
  const path = `/api/v1/discussions/${id}/events`
  const unknown = await call("GET", `${path}?as=morse`)
  expect(unknown.body.error.details.problems).toMatchObject([{ field: "query.as" }])
  const middle = await call("GET", `${path}?as=ag-ui&after=3`)
  expect(middle.body.error.details.problems).toMatchObject([{ field: "query.after" }])
})

test("clients that accept problem details get them, each with a documented type [http.problems]", async () => {
  const { call } = await openAiServer()
  const accept = { accept: "application/problem+json, application/json" }
  const refused = await call("POST", "/api/v1/discussions", { format: "duet" }, accept)
  expect(refused.status).toBe(400)
  expect(refused.headers.get("content-type")).toBe("application/problem+json")
  const problem = JSON.parse(refused.body)
  expect(problem).toMatchObject({
    type: "/docs#INPUT_INVALID",
    title: expect.stringContaining("Invalid request"),
    status: 400,
    detail: expect.stringContaining("topic"),
    code: "INPUT_INVALID",
    problems: [{ field: "topic" }],
  })
  expect((await call("GET", "/docs")).body).toContain('id="INPUT_INVALID"')
  expect(JSON.parse((await call("GET", "/nowhere", undefined, accept)).body)).toMatchObject({ status: 404 })
  expect((await call("POST", "/api/v1/discussions", { format: "duet" })).body.error.code).toBe("INPUT_INVALID")
  expect((await call("GET", "/v1/models/x", undefined, accept)).body.error.type).toBe("invalid_request_error")
})

test("errors of a duet are problem details as well, and A2A keeps its own errors [http.problems]", async () => {
  const { call } = await openAiServer()
  const accept = { accept: "application/problem+json, application/json" }
  const model = { providerId: "nobody", modelId: "x" }
  const duet = await call("POST", "/api/discussion", { prompt: "Hi?", modelA: model, modelB: model }, accept)
  expect(JSON.parse(duet.body)).toMatchObject({
    type: "/docs#MODEL_UNKNOWN",
    detail: expect.stringContaining("nobody/x"),
    code: "MODEL_UNKNOWN",
    problems: [{ field: "modelA.modelId" }, { field: "modelB.modelId" }],
  })
  const a2a = await call("POST", "/a2a", "{", accept)
  expect(a2a).toMatchObject({ status: 400, body: { jsonrpc: "2.0", error: { code: -32700 } } })
})
