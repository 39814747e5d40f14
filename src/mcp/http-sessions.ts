import { randomUUID } from "node:crypto"

const sessionHeader = "mcp-session-id"
/** In the id of a client that can ask its person. */
const elicitationMark = "-elicits"

type RequestId = string | number

/** A message to the client, sent along with the answer of the call that it belongs to. */
type SendToClient = (message: { id?: string; method: string; params: object }) => Promise<void>

type AskOptions = { readonly timeout: number; readonly signal: AbortSignal }

/**
 * Clients of 2025 cancel a call, and answer what they are asked during one, with requests of their own, and each request
 * is answered by a server of its own. So a client gets an id with its first answer, which it sends along: it only says
 * which calls are its own and whether it can ask its person, and is kept nowhere.
 */
export class HttpSessions {
  readonly #calls = new Map<string, AbortController>()
  readonly #questions = new Map<string, (answer: Answer) => void>()

  clientOf({ headers }: Request): string | undefined {
    const session = headers.get(sessionHeader)
    const key = headers.get("authorization") ?? headers.get("x-api-key") ?? ""
    return session === null ? undefined : `${key} ${session}`
  }

  /** Cancels the call, or settles the question, that a message is about; says whether it was an answer. */
  observe(client: string | undefined, message: unknown): boolean {
    if (isCancellation(message)) this.#calls.get(`${client} ${message.params.requestId}`)?.abort()
    if (!isAnswer(message)) return false
    this.#questions.get(`${client} ${message.id}`)?.(message)
    return true
  }

  /** Gives calls of a client a signal for as long as they take. */
  trackerFor(client: string) {
    return <T>(requestId: RequestId, work: (signal: AbortSignal) => Promise<T>) =>
      this.#during(`${client} ${requestId}`, work)
  }

  async #during<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController()
    this.#calls.set(name, call)
    try {
      return await work(call.signal)
    } finally {
      if (this.#calls.get(name) === call) this.#calls.delete(name)
    }
  }

  /** Asks a client while its call goes on; undefined where it cannot be asked. */
  askerFor(client: string) {
    if (!client.endsWith(elicitationMark)) return undefined
    return (send: SendToClient, method: string, params: object, options: AskOptions): Promise<unknown> => {
      const id = randomUUID()
      const withdraw = () => send({ method: "notifications/cancelled", params: { requestId: id } })
      return this.#answerOf(`${client} ${id}`, () => send({ id, method, params }), withdraw, options)
    }
  }

  /** A question that nobody has answered when its time is over is withdrawn. */
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

  introduce(message: unknown, response: Response): Response {
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
