import { randomUUID } from "node:crypto"

const sessionHeader = "mcp-session-id"
/** Marks the session ids of clients that support elicitation. */
const elicitationMark = "-elicits"

type RequestId = string | number

/** Sends a message to the client, in the response stream of the call it belongs to. */
type SendToClient = (message: { id?: string; method: string; params: object }) => Promise<void>

interface AskOptions {
  readonly timeout: number
  readonly signal: AbortSignal
}

/**
 * 2025 clients cancel a call, and answer questions during one, with separate requests, and each request gets its own
 * server. The session id links them: it identifies the client and says whether it supports elicitation. It is not stored.
 */
export class HttpSessions {
  readonly #calls = new Map<string, AbortController>()
  readonly #questions = new Map<string, (answer: Answer) => void>()

  clientOf({ headers }: Request): string | undefined {
    const session = headers.get(sessionHeader)
    const key = headers.get("authorization") ?? headers.get("x-api-key") ?? ""
    return session === null ? undefined : `${key} ${session}`
  }

  /** Cancels the call or settles the question that a message refers to. Returns whether it was an answer. */
  observe(client: string | undefined, message: unknown): boolean {
    if (isCancellation(message)) this.#calls.get(`${client} ${message.params.requestId}`)?.abort()
    if (!isAnswer(message)) return false
    this.#questions.get(`${client} ${message.id}`)?.(message)
    return true
  }

  /** Runs a client's call with a signal that its cancellation aborts. */
  trackerFor(client: string) {
    return <T>(requestId: RequestId, work: (signal: AbortSignal) => Promise<T>) =>
      this.#runCancellable(`${client} ${requestId}`, work)
  }

  async #runCancellable<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController()
    this.#calls.set(name, call)
    try {
      return await work(call.signal)
    } finally {
      if (this.#calls.get(name) === call) this.#calls.delete(name)
    }
  }

  /** Returns a function that asks the client during its call; undefined if it does not support elicitation. */
  askerFor(client: string) {
    if (!client.endsWith(elicitationMark)) return undefined
    return (send: SendToClient, method: string, params: object, options: AskOptions): Promise<unknown> => {
      const id = randomUUID()
      const withdraw = () => send({ method: "notifications/cancelled", params: { requestId: id } })
      return this.#answerOf(`${client} ${id}`, () => send({ id, method, params }), withdraw, options)
    }
  }

  /** Withdraws the question if it is not answered in time. */
  async #answerOf(
    name: string,
    ask: () => Promise<void>,
    withdraw: () => Promise<void>,
    { timeout, signal }: AskOptions,
  ): Promise<unknown> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, Math.ceil(timeout)))])
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#questions.set(name, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)))
        until.addEventListener("abort", () => reject(until.reason), { once: true })
        ask().catch(reject)
      })
    } finally {
      this.#questions.delete(name)
      if (until.aborted) await withdraw().catch(() => {})
    }
  }

  /** Adds a session id to the response to `initialize`. */
  withSessionId(message: unknown, response: Response): Response {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { capabilities?: object } }
    if (method !== "initialize" || !response.ok) return response
    const canAsk = params?.capabilities !== undefined && "elicitation" in params.capabilities
    const headers = new Headers(response.headers)
    headers.set(sessionHeader, `${randomUUID()}${canAsk ? elicitationMark : ""}`)
    return new Response(response.body, { status: response.status, headers })
  }
}

function isCancellation(message: unknown): message is { readonly params: { readonly requestId: RequestId } } {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } }
  return method === "notifications/cancelled" && params?.requestId !== undefined
}

interface Answer {
  readonly id: RequestId
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

function isAnswer(message: unknown): message is Answer {
  const { method, id, result, error } = (message ?? {}) as Record<string, unknown>
  return method === undefined && id !== undefined && (result !== undefined || error !== undefined)
}
