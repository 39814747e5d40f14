import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import { ConclaveError } from "../../core/errors.ts"
import type { ChatModel, Embedder, ProviderConnection } from "./provider.ts"

/** One line of the response; nothing in it can be relied on. */
interface Line {
  readonly error?: unknown
  readonly message?: { readonly content?: unknown; readonly thinking?: unknown }
  readonly done?: unknown
  readonly done_reason?: unknown
  readonly prompt_eval_count?: unknown
  readonly eval_count?: unknown
}

/** Ollama's own chat endpoint. Its package does not pass aborts and cancellations on to the socket. */
export function ollamaChat(to: ProviderConnection): ChatModel {
  return {
    async doStream(options) {
      const response = await post(to, "/api/chat", requestBody(to.model, options), options.abortSignal)
      return { stream: ReadableStream.from(parts(response.body ?? ReadableStream.from<Uint8Array>([]))) }
    },
  }
}

type EmbedAnswer = { readonly embeddings?: number[][]; readonly prompt_eval_count?: number }

/** Ollama's own embedding endpoint; the caller validates the result. */
export function ollamaEmbedder(to: ProviderConnection): Embedder {
  return {
    maxEmbeddingsPerCall: undefined,
    async doEmbed({ values, abortSignal }) {
      const response = await post(to, "/api/embed", { model: to.model, input: values }, abortSignal)
      const { embeddings, prompt_eval_count: tokens } = (await response.json()) as EmbedAnswer
      return { embeddings: embeddings ?? [], warnings: [], ...(typeof tokens === "number" && { usage: { tokens } }) }
    },
  }
}

async function post(to: ProviderConnection, path: string, body: object, signal: AbortSignal | undefined) {
  const key = to.apiKey !== "" && { authorization: `Bearer ${to.apiKey}` }
  const response = await to.fetch(`${to.baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...key, ...to.headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  if (!response.ok) throw await ollamaError(response)
  return response
}

function requestBody(model: string, options: LanguageModelV4CallOptions): object {
  const messages = options.prompt.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : content.map((part) => ("text" in part ? part.text : "")).join(""),
  }))
  const { temperature, maxOutputTokens, stopSequences, seed, responseFormat, reasoning: effort } = options
  const length = messages.reduce((sum, message) => sum + message.content.length, 0)
  return {
    model,
    messages,
    stream: true,
    ...(responseFormat?.type === "json" && { format: responseFormat.schema ?? "json" }),
    ...(effort !== undefined && { think: thinkOption(model, effort) }),
    options: {
      temperature,
      num_predict: maxOutputTokens,
      stop: stopSequences,
      seed,
      ...contextOption(length, maxOutputTokens),
      ...options.providerOptions?.ollama,
    },
  }
}

/** gpt-oss has reasoning levels and cannot turn reasoning off; all others only have on and off. */
function thinkOption(model: string, effort: string): boolean | string {
  if (!model.includes("gpt-oss")) return effort !== "none"
  return effort === "none" || effort === "minimal" ? "low" : /^(xhigh|max)$/.test(effort) ? "high" : effort
}

/**
 * Ollama silently truncates prompts beyond its context, which defaults to 4,096 tokens on small machines. We request
 * powers of two, because every change reloads the model.
 */
function contextOption(characters: number, answer = 0): { num_ctx?: number } {
  const needed = Math.ceil(characters / 3) + answer
  return needed <= 4_096 ? {} : { num_ctx: 2 ** Math.ceil(Math.log2(needed)) }
}

async function ollamaError(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : ""
  const responseHeaders = Object.fromEntries(response.headers)
  return Object.assign(new Error(String(error)), { statusCode: response.status, responseHeaders })
}

async function* parts(body: ReadableStream<Uint8Array>): AsyncGenerator<LanguageModelV4StreamPart> {
  for await (const text of lines(body)) {
    const line = readLine(text)
    if (line.error !== undefined) {
      yield { type: "error", error: { message: String(line.error) } }
      return
    }
    const { thinking, content } = line.message ?? {}
    if (typeof thinking === "string" && thinking !== "") yield { type: "reasoning-delta", id: "0", delta: thinking }
    if (typeof content === "string" && content !== "") yield { type: "text-delta", id: "0", delta: content }
    if (line.done === true) yield finish(line)
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let partial: string[] = []
  for await (const bytes of body) {
    const pieces = decoder.decode(bytes, { stream: true }).split("\n")
    const last = pieces.pop() ?? ""
    for (const piece of pieces) {
      const line = [...partial, piece].join("").trim()
      partial = []
      if (line !== "") yield line
    }
    partial.push(last)
  }
  const line = partial.join("").trim()
  if (line !== "") yield line
}

function readLine(text: string): Line {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === "object" && line !== null) return line
  } catch {
    // reported below without the parser's message, which quotes the input
  }
  throw new ConclaveError("PROVIDER_ERROR", "Ollama sent an unreadable answer", { recoverable: true })
}

function finish(line: Line): LanguageModelV4StreamPart {
  const raw = typeof line.done_reason === "string" ? line.done_reason : undefined
  const count = (value: unknown) => (typeof value === "number" ? value : undefined)
  const none = undefined
  return {
    type: "finish",
    finishReason: { unified: raw === "stop" || raw === "length" ? raw : "other", raw },
    usage: {
      inputTokens: { total: count(line.prompt_eval_count), noCache: none, cacheRead: none, cacheWrite: none },
      outputTokens: { total: count(line.eval_count), text: none, reasoning: none },
    },
  }
}
