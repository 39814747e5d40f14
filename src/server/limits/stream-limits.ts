import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import type { Principal } from "../access/authorizer.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError, retryAfter } from "../http/http-error.ts"

export interface StreamSlot {
  /** Aborts when the client disconnects or its key is revoked. */
  readonly signal: AbortSignal
  /** Call this when the stream has ended for any reason. Idempotent. */
  readonly onEnd: () => void
  /** Closes the connection of a stalled reader, if the host supports it. */
  readonly cut: (() => void) | undefined
}

interface StreamRequest {
  readonly context: Context
  readonly request: Request
  readonly access: Principal
}

interface OpenSlot {
  readonly access: Principal
  end(): void
}

/** Interval of checking the keys of open streams. The key cache adds a moment to it. */
const streamCheckMs = 5_000
const retryAfterSeconds = 5

/** Limits the number of open streams, and ends streams whose key is revoked. */
export class StreamLimits {
  readonly #limits: RateLimits
  readonly #clock: Clock
  readonly #onError: (error: unknown) => void
  readonly #slots = new Map<string, Set<OpenSlot>>()
  #size = 0
  #stopChecking: (() => void) | undefined

  constructor(limits: RateLimits, clock: Clock, onError: (error: unknown) => void) {
    this.#limits = limits
    this.#clock = clock
    this.#onError = onError
  }

  get size(): number {
    return this.#size
  }

  /** Responds with a stream; throws RATE_LIMITED if too many are open. */
  async open(
    { context, request, access }: StreamRequest,
    answer: (slot: StreamSlot) => Promise<Response>,
  ): Promise<Response> {
    const ending = new AbortController()
    const { cut } = connectionOf(context)
    const end = () => {
      ending.abort()
      cut?.()
    }
    const disconnected = () => ending.abort()
    // The body of a HEAD response is never read, so its slot would never be released.
    const release = request.method === "HEAD" ? () => {} : this.#claim({ access, end })
    const onEnd = () => {
      release()
      request.signal.removeEventListener("abort", disconnected)
    }
    ending.signal.addEventListener("abort", onEnd)
    request.signal.addEventListener("abort", disconnected)
    if (request.signal.aborted) disconnected()
    try {
      const response = await answer({ signal: ending.signal, onEnd, cut })
      if (!response.body) onEnd()
      return response
    } catch (error) {
      onEnd()
      throw error
    }
  }

  #claim(slot: OpenSlot): () => void {
    const { client, keyId, isStillValid } = slot.access
    const { keyStreams, addressStreams, allStreams } = this.#limits
    const slots = this.#slots.get(client) ?? new Set()
    const limit = keyId === undefined ? addressStreams : keyStreams
    if (slots.size >= limit) throw tooMany(`limit of ${limit} open event streams reached; close some`)
    if (this.#size >= allStreams)
      throw tooMany("the server's limit of open event streams is reached; try again shortly")
    this.#slots.set(client, slots.add(slot))
    this.#size++
    if (isStillValid) this.#stopChecking ??= this.#clock.after(streamCheckMs, this.#check)
    return () => {
      if (slots.delete(slot)) this.#size--
      if (slots.size === 0 && this.#slots.get(client) === slots) this.#slots.delete(client)
      if (this.#size > 0) return
      this.#stopChecking?.()
      this.#stopChecking = undefined
    }
  }

  /** Checks each key once, regardless of its number of streams. */
  readonly #check = () => {
    this.#stopChecking = undefined
    for (const slots of this.#slots.values()) {
      const [first] = slots
      if (!first?.access.isStillValid) continue
      this.#stopChecking ??= this.#clock.after(streamCheckMs, this.#check)
      first.access.isStillValid().then((isValid) => {
        if (!isValid) for (const slot of [...slots]) slot.end()
      }, this.#onError)
    }
  }
}

function tooMany(message: string): HttpError {
  return new HttpError("RATE_LIMITED", message, { headers: retryAfter(retryAfterSeconds) })
}

export interface RateLimits {
  /** Requests per minute of one key, which is also the burst size. */
  readonly keyRequestsPerMinute: number
  /** The same per address, for requests without a valid key. */
  readonly addressRequestsPerMinute: number
  /** Open event streams per key. */
  readonly keyStreams: number
  /** Open event streams per address, for requests without a key. */
  readonly addressStreams: number
  /** Open event streams of the whole process. */
  readonly allStreams: number
}

/** Without required keys all clients are local, so the limit per address only stops runaway loops. */
export function defaultRateLimits({ keysRequired }: { readonly keysRequired: boolean }): RateLimits {
  return {
    keyRequestsPerMinute: 1_200,
    addressRequestsPerMinute: keysRequired ? 600 : 100_000,
    keyStreams: 100,
    addressStreams: 10_000,
    allStreams: 10_000,
  }
}
