import { queryOptions } from "@tanstack/react-query"
import type { ProviderChange, ProviderSetup, ProviderTest } from "../../../src/server/routes/providers.ts"
import { request } from "./request.ts"

export type { ProviderSetup, ProviderTest }

interface ProviderList {
  readonly providers: readonly ProviderSetup[]
  readonly keepsFile: boolean
}

const path = "/api/v1/providers"
const providerPath = (name: string) => `${path}/${encodeURIComponent(name)}`

/** Only for users who may change providers: see `configurable` of `/api/v1/models`. */
export const providersQuery = queryOptions({
  queryKey: ["providers"],
  queryFn: ({ signal }) => request<ProviderList>(path, { signal }),
})

export async function setProvider(name: string, body: ProviderChange): Promise<ProviderSetup> {
  return (await request<{ readonly provider: ProviderSetup }>(providerPath(name), { method: "PUT", body })).provider
}

export async function forgetProvider(name: string): Promise<void> {
  await request(providerPath(name), { method: "DELETE" })
}

export function testProvider(name: string, body: Omit<ProviderChange, "keep">): Promise<ProviderTest> {
  return request(`${providerPath(name)}/test`, { method: "POST", body })
}
