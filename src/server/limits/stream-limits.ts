import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import type { Principal } from "../access/authorizer.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError } from "../http/http-error.ts"
import type { RateLimits } from "./rate-limits.ts"

/** What a stream is opened with. */
export interface StreamSlot {
  /** Aborts when whoever reads is gone or may no longer read. */
  readonly signal: AbortSignal
  /** To be called when the stream is over, however it ended. Harmless to repeat. */
  readonly onEnd: () => void
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

/** Within so long, and the moment for which a key is taken to be known, a stream ends whose key was revoked. */
export const streamCheckMs = 5_000
const retryAfter = { headers: { "retry-after": "5" } }

/** Counts the streams that are open, and ends those whose keys are revoked. */
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

  /** Answers with a stream, where there is a place for one; throws RATE_LIMITED where not. */
  async open(
    { context, request, access }: StreamRequest,
    answer: (place: StreamSlot) => Promise<Response>,
  ): Promise<Response> {
    const ending = new AbortController()
    const { cut } = connectionOf(context)
    const end = () => {
      ending.abort()
      cut?.()
    }
    const gone = () => ending.abort()
    // A HEAD opens nothing, and so nothing would tell of its end.
    const release = request.method === "HEAD" ? () => {} : this.#claim({ access, end })
    const onEnd = () => {
      release()
      request.signal.removeEventListener("abort", gone)
    }
    ending.signal.addEventListener("abort", onEnd)
    request.signal.addEventListener("abort", gone)
    if (request.signal.aborted) gone()
    try {
      const response = await answer({ signal: ending.signal, onEnd })
      if (!response.body) onEnd()
      return response
    } catch (error) {
      onEnd()
      throw error
    }
  }

  #claim(place: OpenSlot): () => void {
    const { client, hasKey, isStillValid: holds } = place.access
    const { keyStreams, addressStreams, allStreams } = this.#limits
    const places = this.#slots.get(client) ?? new Set()
    const most = hasKey ? keyStreams : addressStreams
    if (places.size >= most)
      throw new HttpError("RATE_LIMITED", `you have ${most} streams open; close some`, retryAfter)
    if (this.#size >= allStreams) {
      throw new HttpError("RATE_LIMITED", "too many streams are open; try again shortly", retryAfter)
    }
    this.#slots.set(client, places.add(place))
    this.#size++
    if (holds) this.#stopChecking ??= this.#clock.after(streamCheckMs, this.#check)
    return () => {
      if (places.delete(place)) this.#size--
      if (places.size === 0 && this.#slots.get(client) === places) this.#slots.delete(client)
      if (this.#size > 0) return
      this.#stopChecking?.()
      this.#stopChecking = undefined
    }
  }

  /** Each key is looked at once, however many streams it has. */
  readonly #check = () => {
    this.#stopChecking = undefined
    for (const places of this.#slots.values()) {
      const [first] = places
      if (!first?.access.isStillValid) continue
      this.#stopChecking ??= this.#clock.after(streamCheckMs, this.#check)
      first.access.isStillValid().then((holds) => {
        if (!holds) for (const place of [...places]) place.end()
      }, this.#onError)
    }
  }
}
