import { z } from "zod"
import { isOver } from "../../core/discussion/fold.ts"
import { invalidField } from "../../core/errors.ts"
import { defaultFormat } from "../../core/formats/index.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { nameHint, parse } from "../../core/validation.ts"
import { loadState } from "../../engine/context.ts"
import { isIdle, waitUntil } from "../../engine/live/wait-until.ts"
import { answerForSeat } from "../../engine/verbs/answer-for-seat.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import { localOrganisationId } from "../../ports/key-store.ts"
import { requireScope } from "../access/authorizer.ts"
import { type Api, type ApiCall, jsonContent } from "../api.ts"
import type { StreamSlot } from "../limits/stream-limits.ts"
import { tableNames } from "../routes/catalogue.ts"
import type { OrganisationServices } from "../services.ts"
import { abandon, asClient, readDeliberation, startOnce, startTable } from "../single-reply/run-table.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import { A2aError, jsonRpcErrorSchema, rpcErrorResponse } from "./a2a-error.ts"
import { agentCard } from "./agent-card.ts"
import { legacyTask, legacyUpdate } from "./legacy-shapes.ts"
import { type A2aMessageIn, messageAnswer, messageTopic, readSend, taskParams } from "./message.ts"
import { type A2aUpdate, contextOf, encodeTask, TaskReader } from "./task.ts"

export const a2aPath = "/a2a"

/** Many proxies time out after a minute, so a blocking call returns the unfinished task before that. */
const maxWaitSeconds = 50

type A2aCall = ApiCall<unknown, unknown, unknown>

/** A parsed call. The name of the method determines the version. */
interface RpcCall {
  readonly call: A2aCall
  readonly id: string | number
  /** The method's name in version 1.0. */
  readonly method: string
  readonly params: unknown
  readonly isLegacy: boolean
}

export function a2aRoutes(api: Api, streams: DiscussionStreams, needsKey: boolean, basePath: string): void {
  const cardFor = (request: Request, services: OrganisationServices, withOwnTables: boolean) => {
    const { origin } = new URL(request.url)
    const isSecure = request.headers.get("x-forwarded-proto") === "https"
    const url = `${isSecure ? origin.replace(/^http:/, "https:") : origin}${basePath}${a2aPath}`
    return agentCard(services, url, needsKey, withOwnTables)
  }
  api.routes("A2A").get("/.well-known/agent-card.json", {
    operationId: "agentCard",
    summary: "Get the agent card",
    description: "For A2A clients: the endpoint, and all tables as skills.",
    scope: "open",
    responses: { 200: jsonContent(z.looseObject({ name: z.string() }), "The card") },
    handle: ({ request }) =>
      Response.json(cardFor(request, api.services.forOrganisation(localOrganisationId), !needsKey)),
  })

  const methods: Readonly<Record<string, (rpc: RpcCall) => Promise<Response>>> = {
    SendMessage: sendMessage,
    SendStreamingMessage: sendStreamingMessage,
    GetTask: async (rpc) => {
      const { id, historyLength } = parse(taskParams, rpc.params, "params")
      return taskAnswer(rpc, await readTask(rpc.call.services, id), historyLength)
    },
    CancelTask: cancelTask,
    SubscribeToTask: async (rpc) => {
      const { id } = parse(taskParams, rpc.params, "params")
      const reader = await readTask(rpc.call.services, id)
      if (isOver(reader.state.status))
        throw new A2aError("UNSUPPORTED_OPERATION", "the task has ended; use GetTask instead")
      return api.streams.open(rpc.call, (slot) => streamTask(rpc, reader, slot))
    },
    GetExtendedAgentCard: async ({ call, id }) => answer(id, cardFor(call.request, call.services, true)),
  }

  api.routes("A2A", a2aPath, jsonRpcErrorSchema).post("", {
    operationId: "a2a",
    summary: "Agent2Agent endpoint",
    description:
      "JSON-RPC of the Agent2Agent protocol, versions 1.0 and 0.3. A discussion is a task, a table a skill, a waiting seat the state `input-required`, and the decision record an artifact. Sending and cancelling need the scope `discuss`.",
    scope: "read",
    body: z.unknown(),
    documentedBody: rpcSchema,
    responses: {
      200: {
        description: "The JSON-RPC response, or a stream of them",
        content: {
          "application/json": { schema: rpcResponse },
          "text/event-stream": { schema: z.array(rpcResponse).describe("`data` of each server-sent event") },
        },
      },
    },
    handle: async (call) => {
      const id = rpcId(call.body)
      try {
        checkVersion(call.request)
        const { method: given, params } = parseRpc(call.body)
        const method = Object.hasOwn(legacyMethods, given) ? legacyMethods[given]! : given
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (!run) {
          const known = Object.keys(methods).join(", ")
          throw new A2aError(
            "METHOD_NOT_FOUND",
            `there is no method "${given.slice(0, 60)}"; known methods are ${known}`,
          )
        }
        return await run({ call, id: id ?? 0, method, params, isLegacy: method !== given })
      } catch (error) {
        return rpcErrorResponse(id, error)
      }
    },
  })

  async function sendMessage(rpc: RpcCall): Promise<Response> {
    const { message, wait, historyLength } = readSend(rpc.params)
    const { services } = rpc.call
    if (!wait) return taskAnswer(rpc, await readTask(services, await receive(rpc.call, message)), historyLength)
    return api.streams.open(rpc.call, async ({ signal, onEnd }) => {
      try {
        const { engine } = services
        const taskId = await receive(rpc.call, message)
        const options = { until: isIdle, seconds: maxWaitSeconds, signal }
        await asClient(taskId, async () => waitUntil(engine, await loadState(engine.store, taskId), options))
        // A client that disconnects never learns the id of the new task.
        if (signal.aborted && !message.taskId) await abandon(engine, taskId)
        return taskAnswer(rpc, await readTask(services, taskId), historyLength)
      } finally {
        onEnd()
      }
    })
  }

  /** Reserves the stream before starting the task, so that no task starts without a reader. */
  function sendStreamingMessage(rpc: RpcCall): Promise<Response> {
    const { message, historyLength } = readSend(rpc.params)
    return api.streams.open(rpc.call, async (slot) => {
      const reader = await readTask(rpc.call.services, await receive(rpc.call, message))
      const { status } = reader.state
      if (!isOver(status) && status !== "waiting") return streamTask(rpc, reader, slot, historyLength)
      slot.onEnd()
      const headers = { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" }
      return new Response(streamedAnswer(rpc, { task: reader.task(historyLength) }), { headers })
    })
  }

  /** Starts the task of a message, or answers for it, and returns its id. Idempotent by message id. */
  async function receive(call: A2aCall, message: A2aMessageIn): Promise<string> {
    requireScope(call.access, "discuss")
    const once = { ...call, services: call.services, body: message, idempotencyKey: message.messageId }
    return startOnce(api, once, (services) =>
      message.taskId ? answerTask(services, message) : startTask(api, services, message),
    )
  }

  async function cancelTask(rpc: RpcCall): Promise<Response> {
    const { services, access } = rpc.call
    requireScope(access, "discuss")
    const { id: discussionId } = parse(taskParams, rpc.params, "params")
    const { status } = await loadState(services.engine.store, discussionId)
    if (isOver(status)) throw new A2aError("TASK_NOT_CANCELABLE", `the task has already ended: ${status}`)
    await abortDiscussion({ context: services.engine, input: { discussionId, reason: "cancelled" } })
    return taskAnswer(rpc, await readTask(services, discussionId))
  }

  function streamTask(rpc: RpcCall, reader: TaskReader, slot: StreamSlot, historyLength?: number): Promise<Response> {
    const { engine } = rpc.call.services
    const { id: discussionId, seq } = reader.state
    const write = (update: A2aUpdate) => streamedAnswer(rpc, update)
    const first = new TextEncoder().encode(write({ task: reader.task(historyLength) }))
    const cursor = { seq, turnOffsets: [] }
    return streams.open({ ...slot, engine, discussionId, cursor, first, encode: encodeTask(reader, write) })
  }
}

function streamedAnswer({ id, isLegacy }: RpcCall, update: A2aUpdate): string {
  return `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: isLegacy ? legacyUpdate(update) : update })}\n\n`
}

const tableField = "params.message.metadata.conclave"

async function startTask(api: Api, services: OrganisationServices, message: A2aMessageIn): Promise<string> {
  const { table = defaultFormat.name, seat: _, ...conclave } = message.metadata?.conclave ?? {}
  const known = tableNames(services)
  if (!known.includes(table)) {
    throw invalidField(`${tableField}.table`, `there is no table "${table}"; ${nameHint(table, known)}`)
  }
  const { topic, materials } = messageTopic(message)
  const referenced = await Promise.all((message.referenceTaskIds ?? []).map((id) => answerAsMaterial(services, id)))
  return startTable(api, services, {
    table,
    topic,
    materials: [...referenced, ...materials],
    topicField: "params.message.parts",
    resultField: tableField,
    optionsField: tableField,
    settings: {},
    conclave,
    sessionId: message.contextId || undefined,
  })
}

async function answerAsMaterial(services: OrganisationServices, id: string) {
  const { end } = (await readDeliberation(services, id)).deliberation
  if (end?.kind === "answered") return { name: `The answer of task ${id}`, text: end.answer }
  throw invalidField("params.message.referenceTaskIds", `task ${id} has no answer`)
}

async function answerTask({ engine }: OrganisationServices, message: A2aMessageIn): Promise<string> {
  const discussionId = message.taskId!
  const state = await loadState(engine.store, discussionId)
  if (message.contextId && message.contextId !== contextOf(state))
    throw invalidField("params.message.contextId", "is not the context of this task; leave it out")
  if (isOver(state.status))
    throw new A2aError("UNSUPPORTED_OPERATION", "the task has ended; omit taskId to start a new one")
  const { seat } = message.metadata?.conclave ?? {}
  await answerForSeat({
    context: engine,
    input: omitUndefined({ discussionId, content: messageAnswer(message), seat }),
  })
  return discussionId
}

async function readTask({ engine }: OrganisationServices, id: string): Promise<TaskReader> {
  return new TaskReader(id, await engine.store.read(id))
}

function taskAnswer({ id, isLegacy, method }: RpcCall, reader: TaskReader, historyLength?: number): Response {
  const task = reader.task(historyLength)
  if (isLegacy) return answer(id, legacyTask(task))
  return answer(id, method === "SendMessage" ? { task } : task)
}

function answer(id: string | number, result: object): Response {
  return Response.json({ jsonrpc: "2.0", id, result })
}

/** Method names of version 0.3. */
const legacyMethods: Readonly<Record<string, string>> = {
  "message/send": "SendMessage",
  "message/stream": "SendStreamingMessage",
  "tasks/get": "GetTask",
  "tasks/cancel": "CancelTask",
  "tasks/resubscribe": "SubscribeToTask",
}

const rpcResponse = z.looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]).nullable() })

const rpcSchema = z
  .looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string().max(1_000), z.number().min(-1e15).max(1e15)]),
    method: z.string().max(200),
    params: z.looseObject({}).optional(),
  })
  .meta({ example: { jsonrpc: "2.0", id: 1, method: "GetExtendedAgentCard", params: {} } })

function parseRpc(body: unknown) {
  const { success, data } = rpcSchema.safeParse(body)
  if (success) return data
  throw new A2aError("INVALID_REQUEST", "must be a JSON-RPC 2.0 request: an object with jsonrpc, id, method and params")
}

function rpcId(body: unknown): string | number | null {
  const { id } = (typeof body === "object" && body !== null ? body : {}) as { readonly id?: unknown }
  return typeof id === "string" || typeof id === "number" ? id : null
}

function checkVersion({ headers }: Request): void {
  const version = headers.get("a2a-version") ?? ""
  if (version !== "" && !/^(1\.0|0\.3)(\.\d+)?$/.test(version))
    throw new A2aError("VERSION_NOT_SUPPORTED", "A2A-Version: must be 1.0 or 0.3")
}
