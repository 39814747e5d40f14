import { z } from "zod"
import type { Seat } from "../../core/discussion/seat.ts"
import { ConclaveError } from "../../core/errors.ts"
import { loadState } from "../../engine/context.ts"
import { findOutsideSeat } from "../../engine/verbs/get-seat-prompt.ts"
import type { KeyCache } from "../access/key-cache.ts"
import { type Api, type ApiCall, jsonContent } from "../api.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { seatKeyParams, seatParams } from "../schemas/requests.ts"
import { apiKeySchema, createKeyOnce, type KeyOptions, keyName } from "./keys.ts"

const newSeatKeySchema = z
  .strictObject({ name: keyName.optional().describe("a name to tell keys apart (default: the seat's name)") })
  .meta({ id: "NewSeatKey", example: { name: "Kim's phone" } })

const noStore = { headers: { "cache-control": "no-store" } }

/** Keys for one seat of one discussion: to hand a place at the table to somebody, and nothing else. */
export function seatKeyRoutes(api: Api, { store }: Pick<KeyOptions, "store">, keyCache: KeyCache): void {
  const path = "/api/v1/discussions/{id}/seats/{seat}/keys"
  const routes = api.routes("Seats", path)

  routes.post("", {
    operationId: "createSeatKey",
    summary: "Create a key for one seat",
    description:
      "The key may read this discussion, get what this seat is asked and answer for it, and nothing else. `key` is shown only in this answer; a repeat with the same `Idempotency-Key` answers without it.",
    scope: "discuss",
    params: seatParams,
    body: newSeatKeySchema,
    headers: idempotencyHeader,
    errors: [409, 422],
    responses: { 201: jsonContent(z.object({ apiKey: apiKeySchema, key: z.string().nullable() }), "The key") },
    handle: async (call) => {
      const { id, name } = await findSeat(call)
      const seat = { discussionId: call.params.id, seat: id }
      const given = { organisationId: call.access.organisationId, name: call.body.name ?? name, seat }
      const answer = await createKeyOnce(api, call, `post ${path}`, (answerFor) =>
        store.create({ ...given, scope: "discuss" }, answerFor),
      )
      return Response.json(answer, { status: 201, ...noStore })
    },
  })

  routes.get("", {
    operationId: "listSeatKeys",
    summary: "List a seat's keys",
    description: "Newest first, including revoked ones. Of each key only the first characters are shown.",
    scope: "discuss",
    params: seatParams,
    errors: [409],
    responses: { 200: jsonContent(z.object({ keys: z.array(apiKeySchema) }), "The keys") },
    handle: async (call) => Response.json({ keys: await keysOf(call) }, noStore),
  })

  routes.delete("/{key}", {
    operationId: "revokeSeatKey",
    summary: "Revoke a seat's key",
    description: "The key stops working, and its open streams end within seconds. Safe to repeat.",
    scope: "discuss",
    params: seatKeyParams,
    errors: [409],
    responses: { 200: jsonContent(z.object({ apiKey: apiKeySchema }), "The revoked key") },
    handle: async (call) => {
      const found = (await keysOf(call)).find(({ id }) => id === call.params.key)
      if (!found) throw new ConclaveError("NOT_FOUND", "this seat has no key with this id")
      const apiKey = await store.revoke(found.organisationId, found.id)
      keyCache.clear()
      return Response.json({ apiKey }, noStore)
    },
  })

  async function keysOf(call: SeatCall) {
    const { id } = await findSeat(call)
    const keys = await store.list(call.access.organisationId)
    return keys.filter(({ seat }) => seat?.discussionId === call.params.id && seat.seat === id)
  }
}

type SeatCall = Pick<ApiCall<z.output<typeof seatParams>, unknown, unknown>, "access" | "params" | "services">

async function findSeat({ services, params }: SeatCall): Promise<Seat> {
  return findOutsideSeat(await loadState(services.engine.store, params.id), params.seat)
}
