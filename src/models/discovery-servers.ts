import { z } from "zod"
import { cleanText } from "../core/text.ts"

/** A model as its server tells of it. */
export interface LocalModel {
  readonly name: string
  readonly reasoning?: boolean
  readonly contextTokens?: number
}

interface ServerQuery {
  readonly url: string
  readonly apiKey?: string
  readonly headers?: Record<string, string>
  readonly fetch?: typeof fetch
  readonly signal: AbortSignal
}

type ModelListResult = { readonly models: readonly LocalModel[] } | { readonly problem: string }

/** More than this nobody scrolls through, and a server that sends more is not to be trusted. */
const maxModels = 500
const maxDescribedModels = 50
const maxResponseLength = 4 * 1_024 * 1_024

const name = z.string().min(1).max(200).transform(cleanText)
const ollamaTags = z.object({ models: z.array(z.object({ name })) })
const ollamaModel = z.object({
  capabilities: z.array(z.string()).catch([]),
  model_info: z.record(z.string(), z.unknown()).catch({}),
})
const compatibleModelList = z.object({
  data: z.array(
    z.object({
      id: name,
      context_length: z.number().int().positive().optional().catch(undefined),
      max_model_len: z.number().int().positive().optional().catch(undefined),
    }),
  ),
})

/** What an Ollama server has installed, with what it says of each. */
export async function listOllamaModels(asked: ServerQuery): Promise<ModelListResult> {
  const answer = await fetchJson(asked, "/api/tags", ollamaTags)
  if ("problem" in answer) {
    return answer.silent ? { problem: `${answer.problem}; start Ollama or set OLLAMA_HOST` } : answer
  }
  const names = answer.value.models.slice(0, maxModels).map((model) => model.name)
  const described = names.slice(0, maxDescribedModels).map((model) => describeOllamaModel(asked, model))
  return {
    models: [...(await Promise.all(described)), ...names.slice(maxDescribedModels).map((model) => ({ name: model }))],
  }
}

async function describeOllamaModel(asked: ServerQuery, model: string): Promise<LocalModel> {
  const answer = await fetchJson(asked, "/api/show", ollamaModel, { model })
  if ("problem" in answer) return { name: model }
  const { capabilities, model_info } = answer.value
  const [, context] = Object.entries(model_info).find(([key]) => key.endsWith(".context_length")) ?? []
  return {
    name: model,
    ...(capabilities.length > 0 && { reasoning: capabilities.includes("thinking") }),
    ...(typeof context === "number" && context > 0 && { contextTokens: context }),
  }
}

/** What a server of the OpenAI kind lists. */
export async function listCompatibleModels(asked: ServerQuery): Promise<ModelListResult> {
  const answer = await fetchJson(asked, "/models", compatibleModelList)
  if ("problem" in answer) {
    return answer.silent ? { problem: `${answer.problem}; start the server or set COMPATIBLE_BASE_URL` } : answer
  }
  const models = answer.value.data.slice(0, maxModels).map(({ id, context_length, max_model_len }): LocalModel => {
    const context = context_length ?? max_model_len
    return { name: id, ...(context !== undefined && { contextTokens: context }) }
  })
  return { models }
}

interface Problem {
  readonly problem: string
  /** Nobody is there, or does not say a word. */
  readonly silent?: true
}

/** Tells what went wrong in our own words only: a server's may hold the key it was sent. */
async function fetchJson<T>(
  asked: ServerQuery,
  path: string,
  schema: z.ZodType<T>,
  body?: object,
): Promise<{ readonly value: T } | Problem> {
  const { url, apiKey, headers, signal } = asked
  let response: Response
  try {
    response = await (asked.fetch ?? fetch)(url + path, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: {
        ...headers,
        ...(body && { "content-type": "application/json" }),
        ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      },
      redirect: "error",
      signal,
    })
    if (!response.ok) {
      response.body?.cancel().catch(() => {})
      const why =
        response.status === 401 || response.status === 403 ? "turned the key away" : "would not list its models"
      return { problem: `the server ${why} (status ${response.status})` }
    }
  } catch {
    return { problem: "nothing answers there", silent: true }
  }
  try {
    return { value: schema.parse(JSON.parse(await readLimited(response))) }
  } catch {
    return { problem: "what answers there does not list models" }
  }
}

async function readLimited(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxResponseLength) throw new RangeError("too long")
  }
  return text + decoder.decode()
}
