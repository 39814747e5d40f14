import type { ProviderName } from "./list.ts"
import type { ServerQuery } from "./list-models.ts"
import type { Provider } from "./provider.ts"
import { hostOf } from "./provider-error.ts"

export const accessTimeoutMs = 3_000

export interface AccessQuery extends ServerQuery {
  readonly name: ProviderName
  readonly provider: Provider
  /** Also checks this model. */
  readonly model?: string
}

/**
 * Why a provider or model cannot be used now: unreachable, key refused, or model missing. Undefined if no problem is
 * known. Makes no paid call and never throws.
 */
export async function checkAccess({ name, provider, model, ...query }: AccessQuery): Promise<string | undefined> {
  const { variables, listModels, unreachableHint, missingModelHint, probe } = provider
  const refused = `${name} refused the key (401); check ${variables.apiKey ?? variables.baseUrl[0]}`
  const unreachable = `${name} cannot be reached at ${hostOf(query.url)}`
  if (!listModels) {
    const answer = probe && (await sendProbe(probe, query))
    return answer === "refused"
      ? refused
      : answer && `${unreachable} (${answer}); check the network, or ${variables.baseUrl[0]}`
  }
  const answer = await listModels(query)
  if ("problem" in answer) {
    if (answer.refused) return refused
    // A server that is slow to list its models may still answer; only a failed connection is certain.
    if (!answer.silent || query.signal.aborted) return undefined
    return `${unreachable}${unreachableHint === undefined ? "" : `; ${unreachableHint}`}`
  }
  // Only Ollama lists all its models; other servers may serve unlisted ones.
  const isListed = answer.models.some((one) => one.name === model || one.name === `${model}:latest`)
  if (model === undefined || isListed || provider.local !== "always") return undefined
  return `${name} has no model "${model}"; ${missingModelHint?.(model) ?? "check the name"}`
}

/** Reports only certain failures: a key without permission to list models may still work. */
async function sendProbe(probe: NonNullable<Provider["probe"]>, query: ServerQuery): Promise<string | undefined> {
  const { url, apiKey = "", headers, fetch: send = fetch, signal } = query
  const key = probe.headers?.(apiKey) ?? { authorization: `Bearer ${apiKey}` }
  try {
    const response = await send(url + probe.path, { headers: { ...headers, ...key }, redirect: "manual", signal })
    response.body?.cancel().catch(() => {})
    return response.status === 401 ? "refused" : undefined
  } catch (error) {
    const code = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined)?.code : undefined
    return typeof code === "string" && /^E[A-Z_]+$/.test(code) ? code : undefined
  }
}
