import { expect, test } from "vitest"
import { callTool, httpClient, mcpServer } from "./mcp-rig.ts"
import type { Rig } from "./server-rig.ts"

const tasks = { "io.modelcontextprotocol/tasks": {} }
const taskCapabilities = { elicitation: { form: {} }, extensions: tasks }

/** A hand-written 2026-07-28 client: the official ones do not support tasks. */
function clientOf({ call }: Rig, capabilities: object = taskCapabilities) {
  return async (method: string, params: { readonly taskId?: string; readonly name?: string } & object) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
    }
    const headers = {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      "mcp-name": params.name ?? params.taskId ?? "",
    }
    const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }
    const answer = (await call("POST", "/mcp", body, headers)).body
    return typeof answer === "string" ? JSON.parse(answer.slice(answer.indexOf("{"))) : answer
  }
}

const discuss = (seats: readonly object[], more: object = {}) => ({
  name: "discuss",
  arguments: { format: "panel", topic: "Heat the school?", options: { rounds: 1 }, seats, ...more },
})
const models = [{ name: "Ann" }, { name: "Bo" }]
const withKim = [{ name: "Kim", kind: "human" }, { name: "Bo" }]

test("a client that supports tasks gets one for a discussion, and its result at the end [agents.mcp]", async () => {
  const server = await mcpServer()
  const send = clientOf(server)
  const { result: begun } = await send("tools/call", discuss(models))
  expect(begun).toMatchObject({ resultType: "task", ttlMs: null, pollIntervalMs: expect.any(Number) })
  const { taskId } = begun
  await expect.poll(async () => (await send("tasks/get", { taskId })).result.status).toBe("completed")
  const { result } = await send("tasks/get", { taskId })
  expect(result).toMatchObject({
    resultType: "complete",
    taskId,
    result: { structuredContent: { id: taskId, over: true } },
  })
  const client = await httpClient(server.url, "2026-07-28")
  expect((await callTool(client, "get_discussion", { id: taskId })).over).toBe(true)
})

test("a task requests input for a person's seat, accepts it once and continues [agents.mcp]", async () => {
  const server = await mcpServer()
  const send = clientOf(server)
  const { taskId } = (await send("tools/call", discuss(withKim))).result
  await expect.poll(async () => (await send("tasks/get", { taskId })).result.status).toBe("input_required")
  const { inputRequests } = (await send("tasks/get", { taskId })).result
  const [key = ""] = Object.keys(inputRequests)
  const request = inputRequests[key]
  expect(request).toMatchObject({ method: "elicitation/create", params: { message: expect.stringMatching(/^Kim: /) } })
  const other = { unknown: { action: "accept", content: { answer: "No." } } }
  expect((await send("tasks/update", { taskId, inputResponses: other } as never)).result).toMatchObject({
    resultType: "complete",
  })
  const inputResponses = { [key]: { action: "accept", content: { answer: "With wood." } } }
  await send("tasks/update", { taskId, inputResponses } as never)
  await send("tasks/update", { taskId, inputResponses } as never)
  await expect.poll(async () => (await send("tasks/get", { taskId })).result.status).toBe("completed")
  const { turns } = (await server.call("GET", `/api/v1/discussions/${taskId}`)).body.discussion
  expect(turns.filter(({ role }: { role: string }) => role === "kim")).toMatchObject([{ content: "With wood." }])
})

test("cancelling a task aborts its discussion; a second cancel changes nothing [agents.mcp]", async () => {
  const server = await mcpServer()
  const send = clientOf(server)
  const { taskId } = (await send("tools/call", discuss(withKim))).result
  for (const _ of [1, 2])
    expect((await send("tasks/cancel", { taskId })).result).toMatchObject({ resultType: "complete" })
  expect((await send("tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" })
  expect((await server.call("GET", `/api/v1/discussions/${taskId}`)).body.discussion.status).toBe("aborted")
})

test("outside seats and clients without task support get no task; unknown tasks are refused [agents.mcp]", async () => {
  const server = await mcpServer()
  const seats = [{ name: "Me", kind: "external" }, { name: "Bo" }]
  const mine = (await clientOf(server)("tools/call", discuss(seats, { wait: 5 }))).result
  expect(mine).toMatchObject({ resultType: "complete", structuredContent: { waitingFor: [{ seat: "me" }] } })
  const plain = clientOf(server, {})
  expect((await plain("tools/call", discuss(models, { wait: 20 }))).result).toMatchObject({ resultType: "complete" })
  expect((await plain("tasks/get", { taskId: "x" })).error).toMatchObject({ code: -32021 })
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"])
    expect((await clientOf(server)(method, { taskId: "x" })).error, method).toMatchObject({ code: -32602 })
  expect(server.faults).toEqual([])
})
