import { ConclaveError } from "../../core/errors.ts"
import { cleanText, excerpt, parseJson } from "../../core/text.ts"
import { type AgentEndpoint, cardUrl, readCard } from "./agent-card.ts"
import { type AgentUpdate, readUpdate } from "./read-update.ts"

/** Maximum length of a single answer or event. */
const maxUnreadLength = 8 * 1_024 * 1_024
const maxCardLength = 256 * 1_024

export interface AgentAddress {
  readonly id: string
  readonly url: string
  readonly apiKey?: string | undefined
  /** For the address itself: unguarded if it comes from the configuration. */
  readonly fetch: typeof fetch
  /** For addresses named by the agent's card. */
  readonly guarded: typeof fetch
}

/** JSON-RPC client of one agent; the key is sent only to the host it was configured for. */
export class AgentClient {
  readonly #agent: AgentAddress
  readonly #signal: AbortSignal
  readonly #endpoint: AgentEndpoint

  private constructor(agent: AgentAddress, signal: AbortSignal, endpoint: AgentEndpoint) {
    this.#agent = agent
    this.#signal = signal
    this.#endpoint = endpoint
  }

  static async open(agent: AgentAddress, signal: AbortSignal): Promise<AgentClient> {
    const response = await send(agent, cardUrl(agent.url), { signal })
    const endpoint = readCard(parseJson(await readText(response, maxCardLength, agent.id)), agent.id)
    return new AgentClient(agent, signal, endpoint)
  }

  async *ask(text: string): AsyncGenerator<AgentUpdate> {
    const { isLegacy, streams } = this.#endpoint
    const messageId = crypto.randomUUID()
    const message = isLegacy
      ? { kind: "message", messageId, role: "user", parts: [{ kind: "text", text }] }
      : { messageId, role: "ROLE_USER", parts: [{ text }] }
    const configuration = { acceptedOutputModes: ["text/plain", "text/markdown"], ...(isLegacy && { blocking: true }) }
    const methods = isLegacy ? ["message/stream", "message/send"] : ["SendStreamingMessage", "SendMessage"]
    const response = await this.#post(methods[streams ? 0 : 1]!, { message, configuration }, this.#signal)
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream")
    if (isStream) yield* readEvents(response, this.#agent.id)
    else yield resultOf(await readText(response, maxUnreadLength, this.#agent.id), this.#agent.id)
  }

  async getTask(id: string): Promise<AgentUpdate> {
    const response = await this.#post(this.#endpoint.isLegacy ? "tasks/get" : "GetTask", { id }, this.#signal)
    return resultOf(await readText(response, maxUnreadLength, this.#agent.id), this.#agent.id)
  }

  /** Has its own timeout, since the call itself is already aborted. */
  async cancelTask(id: string): Promise<void> {
    const method = this.#endpoint.isLegacy ? "tasks/cancel" : "CancelTask"
    const response = await this.#post(method, { id }, AbortSignal.timeout(5_000))
    await response.body?.cancel()
  }

  #post(method: string, params: object, signal: AbortSignal): Promise<Response> {
    const { url, isLegacy } = this.#endpoint
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(!isLegacy && { "a2a-version": "1.0" }),
    }
    const body = JSON.stringify({ jsonrpc: "2.0", id: crypto.randomUUID(), method, params })
    return send(this.#agent, url, { method: "POST", headers, body, signal })
  }
}

async function send(agent: AgentAddress, url: string, init: RequestInit): Promise<Response> {
  const isOwn = URL.canParse(url) && new URL(url).origin === new URL(agent.url).origin
  const headers = {
    ...(init.headers as Record<string, string> | undefined),
    ...(isOwn && agent.apiKey !== undefined && { authorization: `Bearer ${agent.apiKey}` }),
  }
  const call = isOwn ? agent.fetch : agent.guarded
  // A redirect could send the key to another host.
  const response = await call(url, { ...init, headers, redirect: "manual" })
  if (response.ok) return response
  const { status } = response
  const reported = reportedError(parseJson(await readText(response, maxCardLength, agent.id).catch(() => "")))
  const said = reported ? `: ${reported.message}` : ""
  const isRefused = status === 401 || status === 403
  const message = isRefused ? `${agent.id} refused access (${status}); check its key` : `${agent.id} answered ${status}`
  throw new ConclaveError(isRefused || status === 404 ? "MODEL_UNAVAILABLE" : "PROVIDER_ERROR", `${message}${said}`, {
    recoverable: status === 429 || status >= 500,
  })
}

async function* readEvents({ body }: Response, id: string): AsyncGenerator<AgentUpdate> {
  const updates: AgentUpdate[] = []
  let unread = 0
  // Loaded on demand: importing Conclave must load no package.
  const { createParser } = await import("eventsource-parser")
  const parser = createParser({
    onEvent({ data }) {
      unread = 0
      updates.push(resultOf(data, id))
    },
  })
  for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    unread += text.length
    parser.feed(text)
    if (unread > maxUnreadLength) throw new Error("the agent sent 8 MB without a readable event")
    yield* updates.splice(0)
  }
}

async function readText({ body }: Response, limit: number, id: string): Promise<string> {
  let text = ""
  if (!body) return text
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (text.length > limit) throw new ConclaveError("PROVIDER_ERROR", `${id} sent more than ${limit} characters`)
  }
  return text
}

function resultOf(text: string, id: string): AgentUpdate {
  const body = parseJson(text)
  const error = reportedError(body)
  if (error) throw error
  const update = readUpdate((body as { readonly result?: unknown } | undefined)?.result)
  if (update) return update
  throw new ConclaveError("PROVIDER_ERROR", `${id} sent an unreadable answer`, { recoverable: true })
}

function reportedError(body: unknown): Error | undefined {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as { readonly error?: unknown }
  if (typeof error !== "object" || error === null || !("message" in error)) return undefined
  return new Error(excerpt(cleanText(String(error.message)), 300))
}
