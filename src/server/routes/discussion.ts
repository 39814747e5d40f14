import { z } from "zod"
import { ConclaveError, invalidField, invalidInput } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { DuetRecord } from "../../core/public/duet-record.ts"
import type { DiscussionEvent as DuetEvent } from "../../core/public/duet-types.ts"
import { sseFields } from "../../core/public/encode-sse.ts"
import { publish } from "../../core/public/publish.ts"
import { parse } from "../../core/validation.ts"
import { createDiscussion } from "../../engine/verbs/create-discussion.ts"
import { postedPrompt, squadOperations } from "../../operations/squad.ts"
import type { PostedPrompt } from "../../ports/squad-store.ts"
import { type PostPromptInput, postPrompt } from "../../squad/index.ts"
import { type Api, type ApiCall, jsonContent, plainId } from "../api.ts"
import { duetErrorResponse, duetErrorSchema, errorSchema, renameFields } from "../http/http-error.ts"
import { duetOptionNames, duetQuery, duetSchema, duetStream } from "../schemas/duet.ts"
import { type OrganisationServices, requireResources } from "../services.ts"
import { startOnce, streamDiscussion } from "../single-reply/run-table.ts"
import type { DiscussionStreams } from "../sse/discussion-streams.ts"
import { encodeEach, withId } from "../sse/event-encoder.ts"

const path = "/api/discussion"

/** `POST /api/discussion` starts a duet or asks the squad, depending on the fields of its body. */
export function startRoute(api: Api, discussionStreams: DiscussionStreams): void {
  api.routes("Duet", path, z.union([duetErrorSchema, errorSchema])).post("", {
    operationId: squadOperations.askSquad.names.http!,
    summary: "Start a duet, or ask the squad",
    description: [
      "With `prompt`, `modelA` and `modelB`: starts a duet and streams its events. It is aborted when the client disconnects, unless `detach` is true. A repeat with the same `Idempotency-Key` streams the same duet from the beginning.",
      `With \`requester_agent\` and \`prompt_message\`: ${squadOperations.askSquad.description}`,
    ].join(" "),
    scope: "discuss",
    query: duetQuery,
    body: z.unknown(),
    documentedBody: z.union([duetSchema, squadOperations.askSquad.input]),
    creates: "by one write",
    responses: {
      200: {
        description: "The duet's events, to its end",
        content: { "text/event-stream": { schema: duetStream } },
      },
      201: jsonContent(postedPrompt, "The prompt, and its message in the chat"),
    },
    handle: (call) =>
      isDuet(call.body)
        ? startDuet(api, discussionStreams, call).catch(duetErrorResponse)
        : askSquad(call, call.body as PostPromptInput),
  })
}

type Call = ApiCall<undefined, z.output<typeof duetQuery>, unknown>

const bodyFields = { "a duet": ["prompt", "modelA", "modelB"], "a prompt": ["requester_agent", "prompt_message"] }

/** A body is a duet or a prompt if it has any of the fields specific to it. */
function isDuet(body: unknown): boolean {
  const given = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : []
  const [duet, prompt] = Object.values(bodyFields).map((fields) => fields.some((field) => given.includes(field)))
  if (duet !== prompt) return duet!
  const kinds = Object.entries(bodyFields).map(([kind, fields]) => `${kind} (${fields.join(", ")})`)
  throw invalidField("input", `must be ${kinds.join(" or ")}; this body is ${duet ? "both" : "neither"}`)
}

function askSquad({ services, create }: Call, input: PostPromptInput): Promise<Response> {
  const { squad } = requireResources(services)
  return create<PostedPrompt>(
    (answerFor) => postPrompt({ context: { squad, answerFor }, input }),
    (posted) => posted,
    ({ prompt }) => `${path}/${prompt.id}`,
  )
}

async function startDuet(api: Api, discussionStreams: DiscussionStreams, call: Call): Promise<Response> {
  const request = toDiscussionInput(parse(duetSchema, call.body))
  const start = () =>
    startOnce(api, call, async ({ engine, tableDefaults: defaults }) => {
      const input = { discussionId: api.services.ids.discussion(), request, defaults }
      const { id } = await createDiscussion({ context: engine, input }).catch((error) => {
        throw renameFields(error, duetField)
      })
      return id
    })
  return streamDiscussion(api, discussionStreams, call, {
    start,
    encode: duetEncoder,
    detached: call.query.detach === "true",
  })
}

/** A field of a discussion as the duet's request calls it. */
function duetField(field: string): string {
  const [, seat, name] = /^seats\[(\d)\](?:\.(\w+))?/.exec(field) ?? []
  if (seat === undefined) return field === "topic" ? "prompt" : field
  const own = { model: ".modelId", name: ".displayName" }[name ?? ""] ?? ""
  return `${seat === "0" ? "modelA" : "modelB"}${own}`
}

function toDiscussionInput({ prompt, modelA, modelB, options }: z.output<typeof duetSchema>) {
  const seats = [modelA, modelB].map(({ providerId, modelId, displayName }) => ({
    model: `${providerId}/${modelId}`,
    ...(displayName !== undefined && { name: displayName }),
  }))
  const settings = { stances: false, ...(options && toSettings(options)) }
  return { format: "duet", topic: prompt, seats, record: false, options: settings }
}

function toSettings(options: NonNullable<z.output<typeof duetSchema>["options"]>) {
  const problems = Object.entries(duetOptionNames).flatMap(([name, other]) =>
    name in options && other in options
      ? [{ field: `options.${name}`, message: `is the same as ${other}; give one of the two` }]
      : [],
  )
  if (problems.length > 0) throw invalidInput(problems)
  const { maxIterations: rounds, maxTokensPerTurn: maxTokens, ...rest } = options
  const { requireBothConsensus: both, minRoundsBeforeConsensus: minRounds, ...settings } = rest
  return {
    ...settings,
    ...omitUndefined({ rounds, maxTokens }),
    ...(both !== undefined && { agreement: both ? "all" : "any" }),
    ...(minRounds !== undefined && { minRounds: Math.max(1, minRounds) }),
  }
}

/**
 * Encodes a duet's events in its own contract, and events that the contract lacks as in other streams. A turn that
 * ended before the client connected is sent as one chunk, since clients may read text only from chunks.
 */
function duetEncoder(discussionId: string) {
  const record = new DuetRecord(discussionId)
  let hasChunks = false
  const encodeOwn = (own: DuetEvent): string => {
    const { type, ...body } = own
    const isLate = type === "turn_completed" && !hasChunks
    hasChunks = type === "turn_chunk" || (hasChunks && type !== "turn_started")
    const { discussionId, timestamp } = own
    const chunk = isLate
      ? encodeOwn({ type: "turn_chunk", discussionId, timestamp, role: own.turn.role, chunk: own.turn.content })
      : ""
    return `${chunk && `${chunk}\n`}event: ${type.replaceAll("_", "-")}\ndata: ${JSON.stringify(body)}\n`
  }
  return encodeEach(({ event, cursor }) => {
    const published = publish(event)
    const own = record.apply(published)
    return withId(own ? encodeOwn(own) : sseFields(record.id, published), cursor)
  })
}

/** A duet's state in the contract of `POST /api/discussion`. */
export async function duetResponse({ engine }: OrganisationServices, id: string): Promise<Response> {
  const events = await engine.store.read(plainId(id))
  const [created] = events
  if (created?.type !== "discussion_created" || created.data.table.format.name !== "duet") {
    throw new ConclaveError("NOT_FOUND", `there is no duet "${id}"; other discussions are at /api/v1/discussions`)
  }
  const record = new DuetRecord(plainId(id))
  for (const event of events) record.apply(publish(event))
  return Response.json(record.state)
}
