import type { Client } from "@modelcontextprotocol/client"
import { describe, expect, test } from "vitest"
import { callTool, eras, httpClient, mcpServer, stdioClient } from "./mcp-rig.ts"
import { until } from "./server-rig.ts"

const topic = "What first?"
const seats = [{ name: "Kim", kind: "human" }, { model: "rehearsal/bold" }]
const panel = { topic, format: "panel", seats, options: { rounds: 1 } }

describe.each(eras)("bad input from %s clients", (era) => {
  test("is refused with a protocol error that names the field and the fix", async () => {
    const server = await mcpServer()
    const client = await httpClient(server.url, era)
    await expect(client.callTool({ name: "nothing", arguments: {} })).rejects.toThrow(/nothing/)
    await expect(callTool(client, "discuss", { topic: 7 })).rejects.toThrow(/topic/)
    await expect(callTool(client, "discuss", { topic, table: "nowhere" })).rejects.toThrow(/table.*nowhere/)
    await expect(callTool(client, "discuss", { topic, seats: [{ model: "no/such" }] })).rejects.toThrow(/seats/)
    await expect(callTool(client, "discuss", { topic, options: { rounds: "many" } })).rejects.toThrow(/options.rounds/)
    await expect(callTool(client, "discuss", { topic: "x".repeat(60_000) })).rejects.toThrow(/topic/)
    await expect(callTool(client, "discuss", { topic: "x".repeat(5_000_000) })).rejects.toThrow(/413|bytes/i)
    await expect(callTool(client, "get_discussion", { id: "nobody" })).rejects.toThrow(/no discussion|no such/)
    await expect(callTool(client, "ask_squad", { prompt_message: "Why?" })).rejects.toThrow(/database|requester_agent/)
    const { body } = await server.call("GET", "/api/v1/discussions")
    expect(body.discussions).toEqual([])
    expect(server.faults.filter((fault) => !/nothing|bytes/.test(String(fault)))).toEqual([])
  })

  test("of 5 MB is refused over stdio too, and the next call is answered", async () => {
    const client = await stdioClient(era)
    await expect(callTool(client, "discuss", { topic: "x".repeat(5_000_000) })).rejects.toThrow(/topic/)
    expect((await callTool(client, "list_tables", {})).tables.length).toBeGreaterThan(4)
  })

  test("with a foreign origin or a wrong key is refused", async () => {
    const server = await mcpServer()
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      })
    expect((await post({})).status).toBe(200)
    expect((await post({ origin: "https://evil.example" })).status).toBe(403)
    expect((await post({ authorization: `Bearer cnk_00000000_${"A".repeat(43)}` })).status).toBe(401)
    expect((await fetch(`${server.url}/mcp`)).status).toBe(405)
  })

  test("is limited to the key's permissions: read-only, or one seat", async () => {
    const server = await mcpServer()
    const { key } = (await server.call("POST", "/api/v1/keys", { name: "reader", scope: "read" })).body
    const reader = await httpClient(server.url, era, { key })
    expect((await callTool(reader, "list_tables", {})).tables.length).toBeGreaterThan(4)
    await expect(callTool(reader, "discuss", { topic })).rejects.toThrow(/needs "discuss"/)

    const outside = [
      { name: "Ann", kind: "external" },
      { name: "Bo", kind: "external" },
    ]
    const { id } = (await server.call("POST", "/api/v1/discussions", { ...panel, seats: outside })).body.discussion
    const { key: annsKey } = (await server.call("POST", `/api/v1/discussions/${id}/seats/ann/keys`, {})).body
    const ann = await httpClient(server.url, era, { key: annsKey })
    expect((await callTool(ann, "take_turn", { id, seat: "ann" })).question.form).toBe("text")
    await expect(callTool(ann, "take_turn", { id, seat: "bo", content: "I am Bo." })).rejects.toThrow(/its seat "ann"/)
    await expect(callTool(ann, "discuss", { topic })).rejects.toThrow(/may only read/)
    await callTool(ann, "take_turn", { id, seat: "ann", content: "Hello.", wait: 0 })
    const { turns } = (await server.call("GET", `/api/v1/discussions/${id}`)).body.discussion
    expect(turns).toMatchObject([{ role: "ann", content: "Hello." }])
  })
})

describe.each(eras)("a person's seat for %s clients that support elicitation", (era) => {
  const capabilities = { elicitation: { form: {} } }

  test("is asked by elicitation, and the answer becomes the turn", async () => {
    const asked: string[] = []
    const client = await stdioClient(era, {
      capabilities,
      prepare: (one) =>
        one.setRequestHandler("elicitation/create", async ({ params }) => {
          asked.push(params.message)
          return { action: "accept", content: { answer: "The roof, before the winter." } }
        }),
    })
    const result = await callTool(client, "discuss", panel)
    expect(asked).toEqual([expect.stringMatching(/^Kim: Round 1 of 1/)])
    expect(result.status).toBe("completed")
    const { turns } = await callTool(client, "get_discussion", { id: result.id, from_turn: 1 })
    expect(turns[0]).toMatchObject({ seat: "kim", content: "The roof, before the winter." })
  })

  test("votes through a form that lists the options", async () => {
    const client = await stdioClient(era, {
      capabilities,
      prepare: (one) =>
        one.setRequestHandler("elicitation/create", async ({ params }) => {
          const options = "requestedSchema" in params && "enum" in params.requestedSchema.properties.answer!
          return { action: "accept", content: options ? { answer: "Sun", confidence: 90 } : { answer: "Sun it is." } }
        }),
    })
    const decision = { protocol: "plurality" }
    const { id } = await callTool(client, "discuss", { ...panel, choices: ["Wind", "Sun"], decision })
    const record = await client.readResource({ uri: `conclave://discussions/${id}` })
    const { discussion } = JSON.parse((record.contents[0] as { text: string }).text)
    // The ballot is secret, so votes have no names; only Kim has this confidence.
    const vote = discussion.ballots[0].votes.find((one: { confidence: number }) => one.confidence === 90)
    expect(vote).toMatchObject({ choice: "Sun", reading: "structured" })
  })

  test("keeps waiting if the person declines, and the call returns the handle", async () => {
    let count = 0
    const client = await stdioClient(era, {
      capabilities,
      prepare: (one) =>
        one.setRequestHandler("elicitation/create", async () => {
          count++
          return { action: "decline" }
        }),
    })
    const result = await callTool(client, "discuss", panel)
    expect(result).toMatchObject({ status: "waiting", waitingFor: [{ seat: "kim" }] })
    expect(count).toBe(1)
  })
})

test("over HTTP, each person of a 2025-11-25 client is asked by the call that waits for them", async () => {
  const server = await mcpServer()
  const clientWith = (answer: string) =>
    httpClient(server.url, "2025-11-25", {
      capabilities: { elicitation: { form: {} } },
      prepare: (one) =>
        one.setRequestHandler("elicitation/create", async () => ({ action: "accept", content: { answer } })),
    })
  const [first, second] = await Promise.all([clientWith("The roof."), clientWith("The cellar.")])
  const calls = [first, first, second].map((client) => callTool(client, "discuss", panel))
  const spoken = await Promise.all(
    (await Promise.all(calls)).map(async ({ id, status }) => {
      expect(status).toBe("completed")
      return (await callTool(first, "get_discussion", { id, from_turn: 1 })).turns[0].content
    }),
  )
  expect(spoken).toEqual(["The roof.", "The roof.", "The cellar."])
})

test("a forged request state is refused before it is used", async () => {
  const server = await mcpServer()
  const post = async (requestState?: string, headers: Record<string, string> = {}) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    }
    const inputResponses = { answer: { action: "accept", content: { answer: "The roof." } } }
    const answered = requestState === undefined ? {} : { requestState, inputResponses }
    const params = { name: "discuss", arguments: { ...panel, wait: 5 }, _meta: meta, ...answered }
    const own = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "discuss" }
    const accept = { accept: "application/json, text/event-stream", ...own, ...headers }
    const { body } = await server.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params }, accept)
    return typeof body === "string" ? JSON.parse(body.slice(body.indexOf("{"))) : body
  }
  const { requestState } = (await post()).result
  const forged = `${requestState.slice(0, -2)}${requestState.endsWith("AA") ? "BB" : "AA"}`
  const { id } = (await server.call("GET", "/api/v1/discussions")).body.discussions[0]
  const plain = JSON.stringify({ id, seat: "kim", form: "text" })
  for (const state of [forged, plain]) expect((await post(state)).error).toMatchObject({ code: -32602 })
  const { turns } = (await server.call("GET", `/api/v1/discussions/${id}`)).body.discussion
  expect(turns).toEqual([])
  expect((await post(requestState)).result.structuredContent).toMatchObject({ id, status: "completed" })
})

test.each(["stdio", "HTTP"])(
  "when a person never answers a 2025-11-25 client over %s, the call times out and withdraws the question",
  async (over) => {
    const withdrawn = Promise.withResolvers<void>()
    const options = {
      capabilities: { elicitation: { form: {} } },
      prepare: (one: Client) =>
        one.setRequestHandler("elicitation/create", (_, { mcpReq }) => {
          mcpReq.signal.addEventListener("abort", () => withdrawn.resolve())
          return new Promise<never>(() => {})
        }),
    }
    const era = "2025-11-25"
    const client =
      over === "stdio" ? await stdioClient(era, options) : await httpClient((await mcpServer()).url, era, options)
    const result = await callTool(client, "discuss", { ...panel, wait: 1 })
    expect(result).toMatchObject({ status: "waiting", waitingFor: [{ seat: "kim" }] })
    await withdrawn.promise
    // A call that does not wait asks nothing, and the seat can still be taken.
    expect(await callTool(client, "get_discussion", { id: result.id })).toMatchObject({ status: "waiting" })
    await callTool(client, "take_turn", { id: result.id, seat: "kim", content: "The roof.", wait: 0 })
    const { turns } = await callTool(client, "get_discussion", { id: result.id, from_turn: 1 })
    expect(turns[0]).toMatchObject({ seat: "kim", content: "The roof." })
  },
)

test("when a person never answers a 2026-07-28 client, the seat can still be taken", async () => {
  const server = await mcpServer()
  const asked = Promise.withResolvers<void>()
  const client = await httpClient(server.url, "2026-07-28", {
    capabilities: { elicitation: { form: {} } },
    prepare: (one) =>
      one.setRequestHandler("elicitation/create", () => {
        asked.resolve()
        return new Promise<never>(() => {})
      }),
  })
  callTool(client, "discuss", panel).catch(() => {}) // the client waits for its person indefinitely
  await asked.promise
  // The call already ended with the question, so no request is open.
  const { discussions } = (await server.call("GET", "/api/v1/discussions")).body
  expect(discussions).toMatchObject([{ status: "waiting" }])
  const { id } = discussions[0]
  const other = await httpClient(server.url, "2026-07-28")
  await callTool(other, "take_turn", { id, seat: "kim", content: "The roof.", wait: 0 })
  const { turns } = await callTool(other, "get_discussion", { id, from_turn: 1 })
  expect(turns[0]).toMatchObject({ seat: "kim", content: "The roof." })
})

test.each(eras)("a %s client that disconnects during a call leaves the discussion waiting or aborted", async (era) => {
  const server = await mcpServer()
  const client = await httpClient(server.url, era)
  const call = callTool(client, "discuss", panel).catch(() => "gone")
  const found = async () => (await server.call("GET", "/api/v1/discussions")).body.discussions[0]
  await until(async () => (await found()) !== undefined)
  await client.close()
  for (const socket of server.sockets) socket.destroy()
  await call
  // The discussion waits for Kim at no cost, or was stopped; no model is speaking.
  await until(async () => ["waiting", "aborted"].includes((await found()).status))
})
