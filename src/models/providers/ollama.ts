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
import { type Provider, writesReasoningInline } from "./provider.ts"

export const ollama: Provider = {
  title: "Ollama",
  variables: { baseUrl: ["OLLAMA_HOST", "OLLAMA_BASE_URL"] },
  defaultUrl: "http://127.0.0.1:11434",
  exampleUrl: "http://127.0.0.1:11434",
  normalizeUrl(url, given) {
    if (!/^https?:/i.test(given) && url.port === "" && !/:80$/.test(given)) url.port = "11434"
    // 0.0.0.0 is an address to listen on, not one to connect to on every system.
    if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1"
    url.pathname = url.pathname.replace(/\/(api|v1)\/*$/, "")
  },
  local: "always",
  pricing: "free",
  suggestions: [],
  listModels: listOllamaModels,
  unreachableHint: "start Ollama or set OLLAMA_HOST",
  missingModelHint: (model) => `run: ollama pull ${model}`,
  capabilities: (model) => ({
    // The local sampler enforces schemas for every model; Ollama's cloud does not.
    structured: !model.endsWith("cloud"),
    maxStopSequences: writesReasoningInline(model) ? 0 : Number.POSITIVE_INFINITY,
    seed: true,
    effort: writesReasoningInline(model),
    thinkingTokens: 0,
  }),
  connect: async (connection) => (await import("./ollama-chat.ts")).ollamaChat(connection),
  embedder: async (connection) => (await import("./ollama-chat.ts")).ollamaEmbedder(connection),
}

const maxDescribedModels = 50
const ollamaTags = lazy(() => z.object({ models: z.array(z.object({ name: modelNameSchema() })) }))
const ollamaModel = lazy(() =>
  z.object({
    capabilities: z.array(z.string()).catch([]),
    model_info: z.record(z.string(), z.unknown()).catch({}),
  }),
)

async function listOllamaModels(query: ServerQuery): Promise<ModelListResult> {
  const answer = await fetchJson(query, "/api/tags", ollamaTags())
  if ("problem" in answer) return answer
  const names = answer.value.models.slice(0, maxListedModels).map((model) => model.name)
  const described = names.slice(0, maxDescribedModels).map((model) => describeOllamaModel(query, model))
  return {
    models: [...(await Promise.all(described)), ...names.slice(maxDescribedModels).map((model) => ({ name: model }))],
  }
}

async function describeOllamaModel(query: ServerQuery, model: string): Promise<ListedModel> {
  const answer = await fetchJson(query, "/api/show", ollamaModel(), { model })
  if ("problem" in answer) return { name: model }
  const { capabilities, model_info } = answer.value
  const [, context] = Object.entries(model_info).find(([key]) => key.endsWith(".context_length")) ?? []
  return {
    name: model,
    ...(capabilities.length > 0 && { reasoning: capabilities.includes("thinking") }),
    ...(typeof context === "number" && context > 0 && { contextTokens: context }),
  }
}
