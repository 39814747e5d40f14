import { z } from "zod"
import { ConclaveError } from "../../core/errors.ts"
import { time } from "../../core/public/field-schemas.ts"
import { isoTime } from "../../core/text.ts"
import { keyOperations, keyParams, spendLimitsSchema, spendState } from "../../operations/keys.ts"
import type { AnswerFor } from "../../ports/idempotency-store.ts"
import type { ApiKey, KeyStore } from "../../ports/key-store.ts"
import { localOrganisationId } from "../../ports/key-store.ts"
import type { Payer, SpendLedger, SpendLimits } from "../../ports/spend-ledger.ts"
import { requireLocal } from "../access/authorizer.ts"
import type { KeyAuthenticatorOptions } from "../access/key-authenticator.ts"
import type { KeyCache } from "../access/key-cache.ts"
import { createTicket, ticketLifetimeMs } from "../access/stream-ticket.ts"
import { type Api, type ApiCall, jsonContent } from "../api.ts"
import { asBody, asQuery } from "../describe-operation.ts"

/** API keys and their spending. */
export interface KeyOptions extends Pick<KeyAuthenticatorOptions, "required" | "trustsProxy"> {
  readonly store: KeyStore
  readonly spend: SpendLedger
}

export function keyRoutes(api: Api, { store, spend }: KeyOptions, keyCache: KeyCache): void {
  const path = "/api/v1/keys"
  const routes = api.routes("Keys")

  routes.post(path, {
    ...asBody(
      keyOperations.createKey,
      { created: "The key" },
      "A repeat with the same `Idempotency-Key` returns null as `key`. `limits` caps the total spending of discussions started with the key.",
    ),
    scope: "admin",
    creates: "by one write",
    handle: async (call) => {
      const { organisationId } = call.access
      const { limits, ...given } = call.body
      const answer = await createKeyOnce(api, call, (answerFor) =>
        store.create({ organisationId, ...given }, answerFor),
      )
      if (limits && answer.key !== null) await spend.setLimits({ organisationId, keyId: answer.apiKey.id }, limits)
      return Response.json(answer, { status: 201 })
    },
  })

  routes.get(path, {
    ...asQuery(keyOperations.listKeys, "The keys"),
    scope: "admin",
    handle: async ({ access: { organisationId } }) => {
      const keys = (await store.list(organisationId)).map(async (key) => {
        return { ...key, spend: (await spend.state({ organisationId, keyId: key.id })) ?? null }
      })
      return { keys: await Promise.all(keys) }
    },
  })

  routes.delete(`${path}/{id}`, {
    ...asQuery(keyOperations.revokeKey, "The revoked key", "Safe to repeat."),
    scope: "admin",
    handle: async ({ access, params }) => {
      const apiKey = await store.revoke(access.organisationId, params.id)
      keyCache.clear()
      return { apiKey }
    },
  })

  routes.post("/api/v1/stream-tickets", {
    operationId: "getStreamTicket",
    summary: "Get a ticket for event streams",
    description:
      "For clients that cannot send headers, such as a browser's EventSource: add it as `?ticket=` to the URL of an event stream. It only opens event streams, for ten minutes or until the key is revoked. `null` if the request has no key, since none is needed then.",
    scope: "read",
    forSeatKeys: true,
    responses: {
      200: jsonContent(z.object({ ticket: z.string().nullable(), expiresAt: time.nullable() }), "The ticket"),
    },
    handle: async ({ access }) => {
      const key = access.keyId === undefined ? undefined : await keyCache.findById(access.keyId)
      if (!key) return { ticket: null, expiresAt: null }
      const expiresAt = api.services.clock.now() + ticketLifetimeMs
      return { ticket: createTicket(key, expiresAt), expiresAt: isoTime(expiresAt) }
    },
  })
}

/** Stores the response without the key, so that no key is ever stored; a repeat gets null. */
export async function createKeyOnce(
  api: Api,
  call: ApiCall<unknown, unknown, unknown>,
  write: (answerFor?: AnswerFor<ApiKey>) => Promise<ApiKey & { readonly key: string }>,
): Promise<{ readonly apiKey: ApiKey; readonly key: string | null }> {
  let created: string | null = null
  const stored = (apiKey: ApiKey) => apiKey
  const { answer } = await api.idempotency.onceWithWrite(call, stored, async (answerFor) => {
    const { key, ...apiKey } = await write(answerFor)
    created = key
    return apiKey
  })
  return { apiKey: JSON.parse(answer.body), key: created }
}

export function spendRoutes(api: Api, { store, spend }: KeyOptions): void {
  const routes = api.routes("Keys", "/api/v1")
  const spendResponse = z.object({ spend: spendState })
  const setLimits = async (payer: Payer, limits: SpendLimits) => {
    await spend.setLimits(payer, limits)
    return { spend: await spend.state(payer) }
  }

  routes.get("/spend", {
    operationId: "getSpend",
    summary: "Get spending and limits",
    description:
      "Of your organisation and your key; null if no limit was ever set, since spending is not counted then.",
    scope: "read",
    responses: {
      200: jsonContent(
        z.object({
          organisationId: z.string(),
          organisation: spendState.nullable(),
          key: spendState.nullable(),
        }),
        "Spending and limits",
      ),
    },
    handle: async ({ access: { organisationId, keyId } }) => {
      const [organisation, key] = await Promise.all([
        spend.state({ organisationId }),
        keyId === undefined ? undefined : spend.state({ organisationId, keyId }),
      ])
      return { organisationId, organisation: organisation ?? null, key: key ?? null }
    },
  })

  routes.put("/keys/{id}/limits", {
    operationId: "setKeyLimits",
    summary: "Set a key's spending limits",
    description:
      "Limits the spending of discussions started with the key, in total or per month. Omitted fields are not limited. Takes effect within five seconds.",
    scope: "admin",
    params: keyParams,
    body: spendLimitsSchema,
    responses: { 200: jsonContent(spendResponse, "The key's spending and limits") },
    handle: async ({ access: { organisationId }, params: { id }, body }) => {
      const keys = await store.list(organisationId)
      if (!keys.some((key) => key.id === id))
        throw new ConclaveError("NOT_FOUND", `there is no key "${id}"; list them with GET /api/v1/keys`)
      return setLimits({ organisationId, keyId: id }, body)
    },
  })

  routes.put("/organisations/{organisationId}/limits", {
    operationId: "setOrganisationLimits",
    summary: "Set an organisation's spending limits",
    description:
      "Limits the spending of all keys of an organisation together. For the server's operator: needs an admin key of the local organisation.",
    scope: "admin",
    params: z.object({ organisationId: z.string().max(100).describe("the organisation's id") }),
    body: spendLimitsSchema,
    responses: { 200: jsonContent(spendResponse, "The organisation's spending and limits") },
    handle: ({ access, params: { organisationId }, body }) => {
      if (![localOrganisationId, organisationId].includes(access.organisationId))
        throw new ConclaveError("NOT_FOUND", "there is no such organisation")
      requireLocal(access, "setting an organisation's limits needs an admin key of the local organisation")
      return setLimits({ organisationId }, body)
    },
  })
}
