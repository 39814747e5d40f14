import { queryOptions } from "@tanstack/react-query"
import type { ApiKey, Scope } from "../../../src/ports/key-store.ts"
import type { SpendLimits, SpendState } from "../../../src/ports/spend-ledger.ts"
import type { Webhook, WebhookEvent } from "../../../src/ports/webhook-store.ts"
import { request } from "./request.ts"

export type { Scope, SpendState, Webhook, WebhookEvent }

export type ListedKey = ApiKey & { readonly spend: SpendState | null }

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: async ({ signal }) =>
    (await request<{ readonly keys: readonly ListedKey[] }>("/api/v1/keys", { signal })).keys,
})

/** The key itself is only in this response. */
export function createKey(body: { name: string; scope: Scope; limits?: SpendLimits }, idempotencyKey: string) {
  return request<{ readonly apiKey: ApiKey; readonly key: string | null }>("/api/v1/keys", {
    method: "POST",
    body,
    idempotencyKey,
  })
}

export async function revokeKey(id: string): Promise<void> {
  await request(`/api/v1/keys/${encodeURIComponent(id)}`, { method: "DELETE" })
}

export const spendQuery = queryOptions({
  queryKey: ["spend"],
  queryFn: ({ signal }) =>
    request<{ readonly organisationId: string; readonly organisation: SpendState | null }>("/api/v1/spend", { signal }),
})

/** `whose`: `keys/ID` or `organisations/ID`. */
export async function setSpendLimits(whose: string, body: SpendLimits): Promise<void> {
  await request(`/api/v1/${whose}/limits`, { method: "PUT", body })
}

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: async ({ signal }) =>
    (await request<{ readonly webhooks: readonly Webhook[] }>("/api/v1/webhooks", { signal })).webhooks,
})

/** The secret is only in this response. */
export function addWebhook(body: { url: string; events: readonly WebhookEvent[] }, idempotencyKey: string) {
  return request<{ readonly webhook: Webhook; readonly secret: string | null }>("/api/v1/webhooks", {
    method: "POST",
    body,
    idempotencyKey,
  })
}

export async function removeWebhook(id: string): Promise<void> {
  await request(`/api/v1/webhooks/${encodeURIComponent(id)}`, { method: "DELETE" })
}
