import { ConclaveError } from "../../core/errors.ts"
import type { KeyStore } from "../../ports/key-store.ts"
import type { Payer, SpendLedger, SpendLimits } from "../../ports/spend-ledger.ts"
import { type Access, localOrganisation } from "../access.ts"
import type { Api } from "../api.ts"
import { HttpError } from "../http/http-error.ts"
import { jsonContent } from "../http/json-content.ts"
import { keyParams } from "../schemas/keys.ts"
import { organisationParams, ownSpendResponse, spendLimitsSchema, spendResponse } from "../schemas/spend.ts"

const tag = "Keys"
const noStore = { headers: { "cache-control": "no-store" } }

interface SpendRouteOptions {
  readonly store: KeyStore
  readonly spend: SpendLedger
}

/** What keys and organisations may spend, and have spent. */
export function spendRoutes(api: Api, { store, spend }: SpendRouteOptions): void {
  const setLimits = async (payer: Payer, limits: SpendLimits) => {
    await spend.setLimits(payer, limits)
    return Response.json({ spend: await spend.state(payer) }, noStore)
  }

  api.endpoint(
    {
      method: "get",
      path: "/api/v1/spend",
      operationId: "getSpend",
      tag,
      summary: "See what was spent",
      description:
        "By your organisation and by your key; null where there never was a limit, since then nobody counts.",
      scope: "read",
      responses: { 200: jsonContent(ownSpendResponse, "What was spent, and what may be") },
    },
    async ({ access: { organisationId, keyId } }) => {
      const [organisation, key] = await Promise.all([
        spend.state({ organisationId }),
        keyId === undefined ? undefined : spend.state({ organisationId, keyId }),
      ])
      return Response.json({ organisation: organisation ?? null, key: key ?? null }, noStore)
    },
  )

  api.endpoint(
    {
      method: "put",
      path: "/api/v1/keys/{id}/limits",
      operationId: "setKeyLimits",
      tag,
      summary: "Limit what a key may spend",
      description:
        "In all, by discussions that were started with it. What is left out is not limited. Holds within five seconds.",
      scope: "admin",
      params: keyParams,
      body: spendLimitsSchema,
      errors: [404],
      responses: { 200: jsonContent(spendResponse, "How the key stands") },
    },
    async ({ access: { organisationId }, params: { id }, body }) => {
      const keys = await store.list(organisationId)
      if (!keys.some((key) => key.id === id)) throw new ConclaveError("NOT_FOUND", "there is no such key")
      return setLimits({ organisationId, keyId: id }, body)
    },
  )

  api.endpoint(
    {
      method: "put",
      path: "/api/v1/organisations/{organisationId}/limits",
      operationId: "setOrganisationLimits",
      tag,
      summary: "Limit what an organisation may spend",
      description:
        "In all, whatever key it uses. For whoever runs the server: needs an admin key of the local organisation.",
      scope: "admin",
      params: organisationParams,
      body: spendLimitsSchema,
      errors: [404],
      responses: { 200: jsonContent(spendResponse, "How the organisation stands") },
    },
    ({ access, params: { organisationId }, body }) => {
      requireOperator(access, organisationId)
      return setLimits({ organisationId }, body)
    },
  )
}

function requireOperator(access: Access, organisationId: string): void {
  if (access.organisationId === localOrganisation) return
  if (access.organisationId !== organisationId) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
  throw new HttpError("FORBIDDEN", "an organisation's own limit is set with an admin key of the local organisation")
}
