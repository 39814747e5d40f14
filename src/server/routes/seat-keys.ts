import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import { loadState } from "../../engine/context.ts"
import { findOutsideSeat } from "../../engine/verbs/get-seat-prompt.ts"
import { discussionParams } from "../../operations/discussions.ts"
import { apiKeySchema, keyName } from "../../operations/keys.ts"
import { seatParams } from "../../operations/steering.ts"
import type { KeySeat, Scope } from "../../ports/key-store.ts"
import type { KeyCache } from "../access/key-cache.ts"
import { type Api, type ApiCall, jsonContent } from "../api.ts"
import { createKeyOnce, type KeyOptions } from "./keys.ts"

const key = z.string().max(100).describe("the key's id, not the key itself")
const seatKeyParams = seatParams.extend({ key })
const shareKeyParams = discussionParams.extend({ key })

const newKeySchema = z
  .strictObject({ name: keyName.optional().describe("a name to recognise the key by (default: the seat's name)") })
  .meta({ id: "NewSeatKey", example: { name: "Kim's phone" } })

export function seatKeyRoutes(api: Api, options: Pick<KeyOptions, "store">, keyCache: KeyCache): void {
  boundKeyRoutes(api, options, keyCache, {
    path: "/api/v1/discussions/{id}/seats/{seat}/keys",
    noun: "SeatKey",
    whose: "a seat",
    summary: "Create a key for one seat",
    may: "read this discussion, get the seat's questions and answer them",
    scope: "discuss",
    params: seatParams,
    keyParams: seatKeyParams,
    find: async ({ services, params: { id, seat } }) => {
      const found = findOutsideSeat(await loadState(services.engine.store, id), seat ?? "")
      return { name: found.name, bound: { discussionId: id, seat: found.id } }
    },
  })
  boundKeyRoutes(api, options, keyCache, {
    path: "/api/v1/discussions/{id}/share-keys",
    noun: "ShareKey",
    whose: "a discussion",
    summary: "Create a key to read one discussion",
    may: "read this discussion",
    scope: "read",
    params: discussionParams,
    keyParams: shareKeyParams,
    find: async ({ services, params: { id } }) => {
      const [created] = await services.engine.store.read(id, 0, 1)
      if (!created) throw new ConclaveError("NOT_FOUND", `there is no discussion "${id}"`)
      return { name: "Shared", bound: { discussionId: id, seat: null } }
    },
  })
}

type BoundCall = Pick<ApiCall<BoundParams, unknown, unknown>, "access" | "services"> & { readonly params: BoundParams }

interface BoundParams {
  readonly id: string
  readonly seat?: string
  readonly key?: string
}

/** A kind of key, and its names in the API. */
interface BoundKind {
  readonly path: string
  readonly noun: string
  readonly whose: string
  readonly summary: string
  readonly may: string
  /** The scope of the key. Creating one needs the scope `discuss`. */
  readonly scope: Scope
  readonly params: z.ZodObject<z.ZodRawShape, z.core.$strip> & z.ZodType<BoundParams>
  readonly keyParams: z.ZodObject<z.ZodRawShape, z.core.$strip> & z.ZodType<BoundParams>
  readonly find: (call: BoundCall) => Promise<{ readonly name: string; readonly bound: KeySeat }>
}

function boundKeyRoutes(
  api: Api,
  { store }: Pick<KeyOptions, "store">,
  keyCache: KeyCache,
  { path, noun, whose, summary, may, scope, params, keyParams, find }: BoundKind,
): void {
  const routes = api.routes("Seats", path)
  const common = { scope: "discuss", errors: [409] } as const

  routes.post("", {
    ...common,
    operationId: `create${noun}`,
    summary,
    description: `The key may only ${may}. \`key\` is returned only once; a repeat with the same \`Idempotency-Key\` returns null.`,
    params,
    body: newKeySchema,
    creates: "by one write",
    responses: { 201: jsonContent(z.object({ apiKey: apiKeySchema, key: z.string().nullable() }), "The key") },
    handle: async (call) => {
      const { name, bound } = await find(call)
      const given = { organisationId: call.access.organisationId, name: call.body.name ?? name, seat: bound, scope }
      const answer = await createKeyOnce(api, call, (answerFor) => store.create(given, answerFor))
      return Response.json(answer, { status: 201 })
    },
  })

  routes.get("", {
    ...common,
    operationId: `list${noun}s`,
    summary: `List the keys of ${whose}`,
    description: "Newest first, including revoked keys. Only the first characters of each key are shown.",
    params,
    responses: { 200: jsonContent(z.object({ keys: z.array(apiKeySchema) }), "The keys") },
    handle: async (call) => ({ keys: await keysOf(call) }),
  })

  routes.delete("/{key}", {
    ...common,
    operationId: `revoke${noun}`,
    summary: `Revoke a key of ${whose}`,
    description: "The key stops working, and its open streams end within seconds. Safe to repeat.",
    params: keyParams,
    responses: { 200: jsonContent(z.object({ apiKey: apiKeySchema }), "The revoked key") },
    handle: async (call) => {
      const found = (await keysOf(call)).find(({ id }) => id === call.params.key)
      if (!found) throw new ConclaveError("NOT_FOUND", `${whose.replace("a ", "this ")} has no key with this id`)
      const apiKey = await store.revoke(found.organisationId, found.id)
      keyCache.clear()
      return { apiKey }
    },
  })

  async function keysOf(call: BoundCall) {
    const { bound } = await find(call)
    const keys = await store.list(call.access.organisationId)
    return keys.filter(({ seat }) => seat?.discussionId === bound.discussionId && seat.seat === bound.seat)
  }
}
