import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import type { Principal } from "../access/authorizer.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError, retryAfter } from "../http/http-error.ts"

export interface StreamSlot {
  /** Aborts when the client is gone or its key was revoked. */
  readonly signal: AbortSignal
  /** To be called when the stream is over, however it ended. Safe to repeat. */
  readonly onEnd: () => void
  /** Closes the connection under a reader that has stopped reading, where the host can. */
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

/** How often the keys of open streams are checked; a revoked one may also stay in the key cache for a moment. */
const streamCheckMs = 5_000
const retryAfterSeconds = 5

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

  /** Answers with a stream; throws RATE_LIMITED where too many are open. */
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
      const response = await answer({ signal: ending.signal, onEnd, cut })
      if (!response.body) onEnd()
      return response
    } catch (error) {
      onEnd()
      throw error
    }
  }

  #claim(slot: OpenSlot): () => void {
    const { client, hasKey, isStillValid } = slot.access
    const { keyStreams, addressStreams, allStreams } = this.#limits
    const slots = this.#slots.get(client) ?? new Set()
    const limit = hasKey ? keyStreams : addressStreams
    if (slots.size >= limit) throw tooMany(`you have ${limit} event streams open, which is the limit; close some`)
    if (this.#size >= allStreams)
      throw tooMany("the server has as many event streams open as it allows; try again shortly")
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

  /** Each key is checked once, however many streams it has. */
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
  /** Requests a minute for one key; as many may come at once. */
  readonly keyRequestsPerMinute: number
  /** The same for one address where no key was sent or needed, and for unknown keys. */
  readonly addressRequestsPerMinute: number
  /** Event streams that one key may have open. */
  readonly keyStreams: number
  /** Event streams that one address may have open where no key is needed. */
  readonly addressStreams: number
  /** Event streams that may be open in this process. */
  readonly allStreams: number
}

/** Where no key is needed all clients are on this machine, and a limit only stops a runaway loop. */
export function defaultRateLimits({ keysRequired }: { readonly keysRequired: boolean }): RateLimits {
  return {
    keyRequestsPerMinute: 1_200,
    addressRequestsPerMinute: keysRequired ? 600 : 100_000,
    keyStreams: 100,
    addressStreams: 10_000,
    allStreams: 10_000,
  }
}
