import { randomUUID } from "node:crypto"

const sessionHeader = "mcp-session-id"

/**
 * Clients of 2025 cancel a call with a request of its own, and each request is answered by a server of its own. So a
 * client gets an id with its first answer, which it sends along: it only says which calls are its own, and is kept nowhere.
 */
export class HttpCancellation {
  readonly #calls = new Map<string, AbortController>()

  /** Which client a request comes from; undefined where it does not say. */
  clientOf({ headers }: Request): string | undefined {
    const session = headers.get(sessionHeader)
    const key = headers.get("authorization") ?? headers.get("x-api-key") ?? ""
    return session === null ? undefined : `${key} ${session}`
  }

  /** Cancels the call that a message is about, where it says so. */
  observe(client: string | undefined, message: unknown): void {
    if (client === undefined || !isCancellation(message)) return
    this.#calls.get(`${client} ${message.params.requestId}`)?.abort()
  }

  /** Gives calls of a client a signal for as long as they take. */
  trackerFor(client: string) {
    return <T>(requestId: string | number, work: (signal: AbortSignal) => Promise<T>) =>
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

  /** The answer to a client that introduces itself, with its id. */
  introduce(message: unknown, response: Response): Response {
    if ((message as { method?: unknown } | null)?.method !== "initialize" || !response.ok) return response
    const headers = new Headers(response.headers)
    headers.set(sessionHeader, randomUUID())
    return new Response(response.body, { status: response.status, headers })
  }
}

interface Cancellation {
  readonly params: { readonly requestId: string | number }
}

function isCancellation(message: unknown): message is Cancellation {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { requestId?: unknown } }
  return method === "notifications/cancelled" && params?.requestId !== undefined
}
