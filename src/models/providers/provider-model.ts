import { lazy } from "../../core/lazy.ts"
import type { Model, ModelDescription } from "../../ports/model.ts"
import { lazyStream } from "../lazy.ts"
import type { ProviderName } from "./list.ts"
import type { Provider, ProviderConnection } from "./provider.ts"

export interface ProviderModel extends ProviderConnection {
  readonly name: ProviderName
  readonly provider: Provider
}

/** A provider's model as a `Model`. The calling code is loaded with the first call. */
export function providerModel(called: ProviderModel): Model {
  const { name, provider, ...connection } = called
  const { baseUrl: url, model, apiKey, fetch, headers } = connection
  const abilities = { ...provider.capabilities(model) }
  const loadEmbedding = lazy(async () => (await import("./embed-texts.ts")).createEmbedFunction(called))
  return {
    id: `${name}/${model}`,
    get structured() {
      return abilities.structured
    },
    describe: () => describeModel(name, provider, connection),
    async check() {
      const { accessTimeoutMs, checkAccess } = await import("./check-access.ts")
      const signal = AbortSignal.timeout(accessTimeoutMs)
      return checkAccess({ name, provider, model, url, apiKey, fetch, headers, signal })
    },
    stream: lazyStream(async () => (await import("./stream-answer.ts")).createProviderStream(called, abilities)),
    ...(provider.embedder && { embed: async (call, signal) => (await loadEmbedding())(call, signal) }),
  }
}

const describeTimeoutMs = 2_000

/** From the server's own model list if it has one, else from the price table. */
async function describeModel(
  name: ProviderName,
  { listModels }: Provider,
  { model, baseUrl: url, apiKey, fetch, headers }: ProviderConnection,
): Promise<ModelDescription> {
  const { contextWindow, pricePerMillion } = await import("../prices.ts")
  const signal = AbortSignal.timeout(describeTimeoutMs)
  const listed = await listModels?.({ url, apiKey, fetch, headers, signal })
  const known = listed && "models" in listed ? listed.models.find((one) => one.name === model) : undefined
  const contextTokens = known?.contextTokens ?? (await contextWindow(name, model))
  const price = await pricePerMillion(name, model)
  return { ...(contextTokens !== undefined && { contextTokens }), ...(price && { price }) }
}
