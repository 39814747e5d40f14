import { expect, test } from "vitest"
import { systemClock } from "../../src/main/system-ports.ts"
import { mcpHandler } from "../../src/mcp/index.ts"
import { localOrganisationId, type Scope } from "../../src/ports/key-store.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"
import { type Rig, rig } from "./server-rig.ts"

interface Params {
  readonly name?: string
  readonly uri?: string
  readonly taskId?: string
  readonly [other: string]: unknown
}

/** A server that requires keys: two callers of one organisation, and one of another. */
async function callers() {
  const store = new MemoryKeyStore(systemClock)
  const other = await store.createOrganisation("Other")
  const mcp = mcpHandler({ version: "test", bodyLimit: 1_000_000, onError: () => {} })
  const keys = { store, spend: new MemorySpendLedger(systemClock), required: true }
  const server = rig({ mcp, keys }, [scriptedModel({ id: "test/bo", replies: () => "The cellar." })])
  const keyOf = async (organisationId: string, scope: Scope = "discuss") =>
    (await store.create({ organisationId, name: "caller", scope })).key
  const [ann, ben, eve] = [await keyOf(localOrganisationId), await keyOf(localOrganisationId), await keyOf(other.id)]
  return { server, ann: clientOf(server, ann), ben: clientOf(server, ben), eve: clientOf(server, eve) }
}

/** A hand-written 2026-07-28 client: the official ones keep the request state to themselves. */
function clientOf({ call }: Rig, key: string, extensions: object = {}) {
  const authorization = `Bearer ${key}`
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} }, extensions },
  }
  return {
    withTasks: () => clientOf({ call } as Rig, key, { "io.modelcontextprotocol/tasks": {} }),
    async send(method: string, params: Params) {
      const name = params.name ?? params.uri ?? params.taskId ?? ""
      const version = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name }
      const headers = { accept: "application/json, text/event-stream", authorization, ...version }
      const { body } = await call(
        "POST",
        "/mcp",
        { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
        headers,
      )
      return typeof body === "string" ? JSON.parse(body.slice(body.indexOf("{"))) : body
    },
    discussion: async (id: string) =>
      (await call("GET", `/api/v1/discussions/${id}`, undefined, { authorization })).body.discussion,
  }
}

const seats = [
  { name: "Kim", kind: "human" },
  { name: "Bo", model: "test/bo" },
]
const secret = "Sell the mill?"
const discuss = {
  name: "discuss",
  arguments: { topic: secret, format: "panel", seats, options: { rounds: 1 }, wait: 5 },
}
const accept = { action: "accept", content: { answer: "The roof." } }

test("the request state of one caller is refused from another, even of the same organisation [agents.mcp]", async () => {
  const { ann, ben, eve } = await callers()
  const { requestState } = (await ann.send("tools/call", discuss)).result
  const answered = { ...discuss, requestState, inputResponses: { answer: accept } }
  for (const stranger of [ben, eve]) {
    const refused = await stranger.send("tools/call", answered)
    expect(refused.error).toMatchObject({ code: -32602 })
    expect(JSON.stringify(refused)).not.toContain(secret)
  }
  const { structuredContent } = (await ann.send("tools/call", answered)).result
  const { turns } = await ann.discussion(structuredContent.id)
  expect(turns.filter(({ role }: { role: string }) => role === "kim")).toMatchObject([{ content: "The roof." }])
})

test("tasks, discussions and resources of one organisation do not exist for another [agents.mcp] [access.organisation]", async () => {
  const { ann, eve } = await callers()
  const { taskId } = (await ann.withTasks().send("tools/call", discuss)).result
  await expect.poll(async () => (await ann.discussion(taskId)).status).toBe("waiting")
  const { inputRequests } = (await ann.withTasks().send("tasks/get", { taskId })).result
  const before = await ann.discussion(taskId)

  const inputResponses = Object.fromEntries(Object.keys(inputRequests).map((id) => [id, accept]))
  const tool = (name: string, input: object) => ["tools/call", { name, arguments: { id: taskId, ...input } }] as const
  const uri = `conclave://discussions/${taskId}`
  const attempts: readonly (readonly [string, Params])[] = [
    ["tasks/get", { taskId }],
    ["tasks/update", { taskId, inputResponses }],
    ["tasks/cancel", { taskId }],
    tool("get_discussion", { wait: 0 }),
    tool("take_turn", { seat: "kim", wait: 0 }),
    tool("take_turn", { seat: "kim", content: "The roof.", wait: 0 }),
    ["resources/read", { uri }],
    ["resources/read", { uri: `${uri}/record` }],
    ["resources/read", { uri: `${uri}/transcript` }],
  ]
  for (const [method, params] of attempts) {
    const answer = await eve.withTasks().send(method, params)
    expect(answer.error ?? answer.result.isError, `${method} ${params.name ?? ""}`).toBeTruthy()
    expect(JSON.stringify(answer)).not.toContain(secret)
  }
  expect((await eve.send("resources/list", {})).result.resources).toEqual([])
  expect((await ann.send("resources/list", {})).result.resources).toMatchObject([{ uri }])
  expect(await ann.discussion(taskId)).toEqual(before)
})
