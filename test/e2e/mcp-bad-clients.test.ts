import { describe, expect, test } from "vitest"
import { scriptedModel } from "../../src/testing/index.ts"
import { callTool, eras, httpClient, mcpServer } from "./mcp-rig.ts"
import { steppedModel, until } from "./server-rig.ts"

const topic = "How should the village heat its school?"
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" }

function post(url: string, body: unknown, more: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return fetch(`${url}/mcp`, { method: "POST", headers: { ...headers, ...more }, body: text })
}

const call = (id: number, name: string, args: object) => ({
  ...{ jsonrpc: "2.0", id, method: "tools/call" },
  params: { name, arguments: args },
})

/** The message of a response, which may be a stream with one event. */
async function message(response: Response) {
  const text = await response.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
}

describe("clients that send bad requests", () => {
  test("invalid JSON and invalid messages are refused with the protocol's own error code", async () => {
    const { url } = await mcpServer()
    const noJson = await post(url, "{ this is")
    expect(noJson.status).toBe(400)
    expect((await message(noJson)).error.code).toBe(-32700)
    const noMessage = await post(url, { hello: "there" })
    expect(noMessage.status).toBe(400)
    expect((await message(noMessage)).error.code).toBeLessThan(0)
    const noMethod = await message(await post(url, { jsonrpc: "2.0", id: 1, method: "discuss", params: {} }))
    expect(noMethod.error.code).toBe(-32601)
  })

  test("two concurrent calls with the same id each get their own answer", async () => {
    const { url } = await mcpServer()
    const session = { "mcp-session-id": "the-same" }
    const ask = (name: string, args: object) => post(url, call(7, name, args), session).then(message)
    const [tables, missing] = await Promise.all([ask("list_tables", {}), ask("get_discussion", { id: "nobody" })])
    expect(tables).toMatchObject({ id: 7, result: { structuredContent: { options: expect.any(Array) } } })
    expect(missing).toMatchObject({ id: 7, result: { isError: true } })
  })

  test("two concurrent calls with the same idempotency key never start two discussions", async () => {
    const server = await mcpServer()
    const client = await httpClient(server.url, "2026-07-28")
    const args = { topic, format: "duet", options: { rounds: 1 }, idempotency_key: "once" }
    const both = await Promise.allSettled([callTool(client, "discuss", args), callTool(client, "discuss", args)])
    const { discussions } = (await server.call("GET", "/api/v1/discussions")).body
    expect(discussions).toHaveLength(1)
    for (const one of both) {
      if (one.status === "fulfilled") expect(one.value.id).toBe(discussions[0].id)
      else expect(String(one.reason)).toMatch(/same|key|progress/i)
    }
    expect(both.some(({ status }) => status === "fulfilled")).toBe(true)
  })

  test("a client over its rate limit learns when to retry, and no model is called", async () => {
    const model = scriptedModel({ id: "test/a", replies: ["Hello."] })
    const { url } = await mcpServer({ limits: { addressRequestsPerMinute: 2 } }, [model])
    const args = { topic, format: "panel", seats: [{ model: model.id }, { model: model.id }] }
    // The tool call takes both requests: the call itself, and reading the tables for its prompts.
    const tool = await message(await post(url, call(1, "discuss", args)))
    expect(tool.result).toMatchObject({ isError: true })
    expect(tool.result.content[0].text).toMatch(/limit of 2 requests per minute reached; try again in \d+ s/)
    const refused = await post(url, call(2, "discuss", args))
    expect(refused.status).toBe(429)
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
    expect(await refused.text()).toContain("try again in")
    expect(model.calls).toEqual([])
  })
})

test("a 2026-07-28 client that disconnects in mid-turn stops the discussion, and its turns are kept", async () => {
  const model = steppedModel("test/slow", ["One ", "thing."])
  const server = await mcpServer({}, [model])
  const client = await httpClient(server.url, "2026-07-28")
  const seats = [{ model: "test/slow" }, { model: "test/slow" }]
  const gone = callTool(client, "discuss", { topic, format: "panel", seats }).catch(() => "gone")
  const found = async () => {
    const [one] = (await server.call("GET", "/api/v1/discussions")).body.discussions
    return one && (await server.call("GET", `/api/v1/discussions/${one.id}`)).body.discussion
  }
  await until(async () => {
    if ((await found())?.turns.length === 1) return true
    model.step()
    return false
  })
  for (const socket of server.sockets) socket.destroy()
  await until(async () => (await found()).status === "aborted")
  expect((await found()).turns[0].content).toBe("One thing.")
  await client.close()
  await gone
})

test.each(eras)(
  "with a seat's key, a %s client cannot read another discussion, its record or its transcript",
  async (era) => {
    const server = await mcpServer()
    const seats = [{ name: "Ann", kind: "external" }, { model: "rehearsal/bold" }]
    const start = async () =>
      (await server.call("POST", "/api/v1/discussions", { topic, format: "panel", seats })).body.discussion.id as string
    const [own, other] = [await start(), await start()]
    const { key } = (await server.call("POST", `/api/v1/discussions/${own}/seats/ann/keys`, {})).body
    const ann = await httpClient(server.url, era, { key })
    expect(await callTool(ann, "get_discussion", { id: own })).toMatchObject({ id: own })
    await expect(callTool(ann, "get_discussion", { id: other })).rejects.toThrow()
    for (const part of ["", "/record", "/transcript"]) {
      await expect(ann.readResource({ uri: `conclave://discussions/${other}${part}` })).rejects.toThrow()
    }
  },
)
