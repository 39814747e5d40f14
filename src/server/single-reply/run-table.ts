import { z } from "zod"
import type { JsonSchema } from "../../core/discussion/decision-record.ts"
import type { Settings } from "../../core/discussion/settings.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Material } from "../../core/discussion/table.ts"
import { ConclaveError } from "../../core/errors.ts"
import { discussionInputSchema } from "../../core/formats/discussion-input.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { publish } from "../../core/public/publish.ts"
import { assignModels } from "../../core/tables/select-format.ts"
import type { EngineContext } from "../../engine/context.ts"
import { type FollowedEvent, follow } from "../../engine/live/follower.ts"
import { createDiscussion, findModelProblem, requireModels } from "../../engine/verbs/create-discussion.ts"
import { abortDiscussion } from "../../engine/verbs/steer-discussion.ts"
import type { Api, ApiCall } from "../api.ts"
import { renameFields } from "../http/http-error.ts"
import type { OrganisationServices } from "../services.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import type { FeedOptions } from "../sse/feed.ts"
import { Deliberation } from "./deliberation.ts"

const { seats, options, materials, decision, budget, language } = discussionInputSchema().shape

/** Table options that the protocols have no field for. */
export const conclaveField = z
  .strictObject({
    seats,
    models: z
      .array(z.string().min(1).max(200))
      .min(1, "must name at least one model")
      .max(50)
      .optional()
      .describe("models, as provider/model, that are assigned in turn to seats without one"),
    options,
    materials,
    decision,
    budget,
    language,
  })
  .describe("seats, models and options of the table")

type Call = ApiCall<unknown, unknown, unknown>

interface TableRequest {
  readonly table: string
  readonly topic: string
  readonly materials: readonly Material[]
  /** The request field of the topic and the conversation, for errors. */
  readonly topicField: string
  readonly seed?: number | undefined
  readonly settings: Partial<Settings>
  /** The JSON schema of the answer, and its request field. */
  readonly result?: JsonSchema | undefined
  readonly resultField: string
  /** The request field of the seats and options (default: conclave). */
  readonly optionsField?: string
  readonly conclave?: z.output<typeof conclaveField> | undefined
  readonly sessionId?: string | undefined
}

/** Starts a discussion and returns its id; a repeat with the same idempotency key returns the first one's. */
export async function startOnce(
  api: Api,
  call: Call,
  start: (services: OrganisationServices) => Promise<string>,
): Promise<string> {
  const answer = ({ id }: DiscussionState) => new Response(id)
  const started = await api.idempotency.onceWithAppend(call, answer, async (services) => {
    return new Response(await start(services))
  })
  return started.text()
}

export async function startTable(api: Api, services: OrganisationServices, asked: TableRequest): Promise<string> {
  const { engine, tableDefaults: defaults } = services
  const { table } = asked
  const { models, options, seats, materials = [], ...rest } = asked.conclave ?? {}
  const unknown = (models ?? []).flatMap((name, index) => findModelProblem(name, `models[${index}]`, engine.models))
  const file = defaults.tables?.find(table)
  const assigned = models ? assignModels(models, { seats, table: file, format: table }) : seats
  const request = {
    table,
    topic: asked.topic,
    materials: [...materials, ...asked.materials],
    ...rest,
    ...omitUndefined({ seats: assigned, seed: asked.seed, result: asked.result }),
    // The client cannot resume a discussion that paused at its turn limit.
    options: { turnsPerRun: 0, ...asked.settings, ...options },
  }
  const discussionId = api.services.ids.discussion()
  const input = { discussionId, request, defaults, sessionId: asked.sessionId }
  try {
    requireModels(unknown)
    await createDiscussion({ context: engine, input })
  } catch (error) {
    throw withFields(error, asked)
  }
  return discussionId
}

type RequestFields = Pick<TableRequest, "topicField" | "resultField" | "optionsField">

/** Names the fields as the client sent them. */
export function withFields(
  error: unknown,
  { topicField, resultField, optionsField = "conclave" }: RequestFields,
): unknown {
  return renameFields(error, (field) => {
    if (field === "topic" || field === "materials") return topicField
    if (field === "result") return resultField
    return field === "seed" ? field : `${optionsField}.${field}`
  })
}

/** Number of clients that wait for a discussion: repeats with the same key share it. */
const waiting = new Map<string, number>()

function addClient(discussionId: string): void {
  waiting.set(discussionId, (waiting.get(discussionId) ?? 0) + 1)
}

function removeClient(discussionId: string): void {
  const left = (waiting.get(discussionId) ?? 1) - 1
  if (left > 0) waiting.set(discussionId, left)
  else waiting.delete(discussionId)
}

/** Counts a client while it waits for a discussion. */
export async function asClient<T>(discussionId: string, wait: () => Promise<T>): Promise<T> {
  addClient(discussionId)
  try {
    return await wait()
  } finally {
    removeClient(discussionId)
  }
}

const disconnected = "the client disconnected"

/** Aborts a discussion whose client disconnected, unless another one waits for it. */
export async function abandon(engine: EngineContext, discussionId: string): Promise<void> {
  if (waiting.has(discussionId)) return
  await abortDiscussion({ context: engine, input: { discussionId, reason: disconnected } })
}

/** Starts a discussion, unless too many streams are open, and waits for its end. Aborts it if all clients disconnect. */
export function waitForEnd(
  api: Api,
  call: Call,
  start: () => Promise<string>,
  answer: (discussionId: string, read: Deliberation, reasoning: string) => Response,
): Promise<Response> {
  const { engine } = call.services
  return api.streams.open(call, async ({ signal, onEnd }) => {
    try {
      const discussionId = await start()
      const read = () => readDeliberation(call.services, discussionId, signal)
      const { deliberation, reasoning } = await asClient(discussionId, read)
      if (deliberation.end) return answer(discussionId, deliberation, reasoning)
      await abandon(engine, discussionId)
      throw new ConclaveError("ABORTED", disconnected)
    } finally {
      onEnd()
    }
  })
}

/** Reads a discussion so far, or with a signal until it ends or the signal aborts. */
export async function readDeliberation(
  { engine }: OrganisationServices,
  discussionId: string,
  signal?: AbortSignal,
): Promise<{ readonly deliberation: Deliberation; readonly reasoning: string }> {
  const deliberation = new Deliberation()
  let reasoning = ""
  const events = signal
    ? follow(engine, { discussionId, signal, wantsChunks: () => false })
    : await engine.store.read(discussionId)
  for await (const event of events) reasoning += deliberation.read(publish(event))
  return { deliberation, reasoning }
}

interface StreamedDiscussion {
  /** Returns the id of the discussion, which may have been started before. */
  readonly start: () => Promise<string>
  readonly encode: (discussionId: string) => FeedOptions<FollowedEvent>["encode"]
  /** Whether it continues when its clients disconnect. */
  readonly detached?: boolean
}

/** Streams a discussion from its first event; unless detached, it is aborted when the last client disconnects. */
export function streamDiscussion(
  api: Api,
  streams: DiscussionStreams,
  call: Call,
  { start, encode, detached = false }: StreamedDiscussion,
): Promise<Response> {
  const { engine } = call.services
  return api.streams.open(call, async (slot) => {
    const discussionId = await start()
    if (!detached) addClient(discussionId)
    const onDisconnect = () => {
      if (!detached) abandon(engine, discussionId).catch(streams.onError)
    }
    const onEnd = () => {
      slot.onEnd()
      if (!detached) removeClient(discussionId)
    }
    const cursor = { seq: 0, turnOffsets: [] }
    try {
      const reader = { ...slot, onEnd, onDisconnect, encode: encode(discussionId) }
      const response = await streams.open({ ...reader, engine, discussionId, cursor })
      response.headers.set("location", `/api/v1/discussions/${discussionId}`)
      return response
    } catch (error) {
      onEnd()
      throw error
    }
  })
}

export function endError({ end }: Deliberation): ConclaveError | undefined {
  if (end?.kind === "failed") return new ConclaveError("TURN_FAILED", end.error.message)
  if (end?.kind === "aborted") return new ConclaveError("ABORTED", `the discussion was aborted: ${end.reason}`)
  return undefined
}
