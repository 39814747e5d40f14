import { z } from "zod"
import { lazy } from "../../core/lazy.ts"
import {
  fetchJson,
  type ListedModel,
  type ModelListResult,
  maxListedModels,
  modelNameSchema,
  type ServerQuery,
} from "./list-models.ts"
import { openModelCapabilities, type Provider, type ProviderConnection } from "./provider.ts"

export const compatible: Provider = {
  title: "OpenAI-compatible server",
  variables: { apiKey: "COMPATIBLE_API_KEY", baseUrl: ["COMPATIBLE_BASE_URL"] },
  requires: ["baseUrl"],
  defaultUrl: "",
  defaultPath: "/v1",
  exampleUrl: "http://127.0.0.1:8080/v1",
  local: "by-address",
  suggestions: [],
  listModels: listCompatibleModels,
  unreachableHint: "start the server or set COMPATIBLE_BASE_URL",
  // Many servers reject or ignore schemas; votes with text markers work everywhere.
  capabilities: (model) => ({ ...openModelCapabilities(model), thinkingTokens: 0 }),
  connect: async (connection) => (await createClient(connection)).chatModel(connection.model),
  embedder: async (connection) => (await createClient(connection)).embeddingModel(connection.model),
}

/** A named server with its own variables. */
export function compatibleServer(name: string): Provider {
  const prefix = `COMPATIBLE_${name.toUpperCase().replaceAll("-", "_")}`
  return {
    ...compatible,
    title: `${compatible.title} ${name}`,
    variables: { apiKey: `${prefix}_API_KEY`, baseUrl: [`${prefix}_BASE_URL`] },
    unreachableHint: `start the server or set ${prefix}_BASE_URL`,
  }
}

async function createClient({ apiKey, baseUrl, fetch, headers }: ProviderConnection) {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible")
  const settings = { name: "compatible", baseURL: baseUrl, fetch, headers, includeUsage: true }
  return createOpenAICompatible(apiKey === "" ? settings : { ...settings, apiKey })
}

const compatibleModelList = lazy(() =>
  z.object({
    data: z.array(
      z.object({
        id: modelNameSchema(),
        context_length: z.number().int().positive().optional().catch(undefined),
        max_model_len: z.number().int().positive().optional().catch(undefined),
      }),
    ),
  }),
)

async function listCompatibleModels(query: ServerQuery): Promise<ModelListResult> {
  const answer = await fetchJson(query, "/models", compatibleModelList())
  if ("problem" in answer) return answer
  const models = answer.value.data
    .slice(0, maxListedModels)
    .map(({ id, context_length, max_model_len }): ListedModel => {
      const context = context_length ?? max_model_len
      return { name: id, ...(context !== undefined && { contextTokens: context }) }
    })
  return { models }
}
