import type { KeyStore } from "../../ports/key-store.ts"
import type { SpendLedger } from "../../ports/spend-ledger.ts"
import type { KeyCache } from "../access/key-cache.ts"
import { createTicket, ticketLifetimeMs } from "../access/stream-ticket.ts"
import type { Api } from "../api.ts"
import { jsonContent } from "../http/json-content.ts"
import { idempotencyHeader } from "../idempotency.ts"
import { createdKeyResponse, keyList, keyParams, keyResponse, newKeySchema, ticketResponse } from "../schemas/keys.ts"

/** How keys let in, and what they may spend. */
export interface KeyOptions {
  readonly store: KeyStore
  readonly spend: SpendLedger
  /** Without a key nobody gets in. */
  readonly required: boolean
}

const tag = "Keys"
const path = "/api/v1/keys"
const noStore = { headers: { "cache-control": "no-store" } }

/** Keys of the caller's own organisation. */
export function keyRoutes(api: Api, { store, spend }: KeyOptions, keyCache: KeyCache): void {
  api.endpoint(
    {
      method: "post",
      path,
      operationId: "createKey",
      tag,
      summary: "Make a key",
      description:
        "`key` is shown this once and kept nowhere; a repeat with the same `Idempotency-Key` answers without it. `limits` is what discussions started with the key may spend in all.",
      scope: "admin",
      body: newKeySchema,
      headers: idempotencyHeader,
      errors: [409, 422],
      responses: { 201: jsonContent(createdKeyResponse, "The key") },
    },
    async (call) => {
      const { organisationId } = call.access
      const { limits, ...given } = call.body
      let key: string | null = null
      // Answers are kept as they are for those who ask again, and a key must not be.
      const { body } = await api.idempotency.run(call, `post ${path}`, async () => {
        const { key: secret, ...apiKey } = await store.create({ organisationId, ...given })
        if (limits) await spend.setLimits({ organisationId, keyId: apiKey.id }, limits)
        key = secret
        return { status: 201, body: JSON.stringify(apiKey) }
      })
      return Response.json({ apiKey: JSON.parse(body), key }, { status: 201, ...noStore })
    },
  )

  api.endpoint(
    {
      method: "get",
      path,
      operationId: "listKeys",
      tag,
      summary: "List keys",
      description: "Newest first, revoked ones too. Of each only the beginning is shown.",
      scope: "admin",
      responses: { 200: jsonContent(keyList, "The keys") },
    },
    async ({ access }) => Response.json({ keys: await store.list(access.organisationId) }, noStore),
  )

  api.endpoint(
    {
      method: "delete",
      path: `${path}/{id}`,
      operationId: "revokeKey",
      tag,
      summary: "Revoke a key",
      description: "It opens nothing from now on, and its open streams end within seconds. Harmless to repeat.",
      scope: "admin",
      params: keyParams,
      errors: [404],
      responses: { 200: jsonContent(keyResponse, "The key, revoked") },
    },
    async ({ access, params }) => {
      const apiKey = await store.revoke(access.organisationId, params.id)
      keyCache.clear()
      return Response.json({ apiKey }, noStore)
    },
  )

  api.endpoint(
    {
      method: "post",
      path: "/api/v1/stream-tickets",
      operationId: "getStreamTicket",
      tag,
      summary: "Get a ticket for event streams",
      description:
        "For clients that can send no header, like a browser's own EventSource: add it as `?ticket=` to the address of an event stream. It reads streams, nothing else, for ten minutes, or until the key is revoked. `null` where no key was sent, since none is needed then.",
      scope: "read",
      responses: { 200: jsonContent(ticketResponse, "The ticket") },
    },
    async ({ access }) => {
      const key = access.keyId === undefined ? undefined : await keyCache.findById(access.keyId)
      if (!key) return Response.json({ ticket: null, expiresAt: null }, noStore)
      const expiresAt = api.services.clock.now() + ticketLifetimeMs
      const answer = { ticket: createTicket(key, expiresAt), expiresAt: new Date(expiresAt).toISOString() }
      return Response.json(answer, noStore)
    },
  )
}
