import type { Clock } from "../../ports/clock.ts"

interface Bucket {
  tokens: number
  at: number
}

interface TakeResult {
  readonly taken: boolean
  /** How many more may be taken at once. */
  readonly left: number
  readonly fullInSeconds: number
  /** Until there is one to take; 0 where there is. */
  readonly nextInSeconds: number
}

const minuteMs = 60_000

/** A token bucket for each name: full at first, and refilled within a minute. */
export class TokenBuckets {
  readonly #clock: Pick<Clock, "now">
  readonly #buckets = new Map<string, Bucket>()
  #sweptAt = 0

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  get size(): number {
    return this.#buckets.size
  }

  take(name: string, perMinute: number): TakeResult {
    const now = this.#clock.now()
    this.#sweep(now)
    const bucket = this.#buckets.get(name) ?? { tokens: perMinute, at: now }
    this.#buckets.set(name, bucket)
    // A clock that was set back takes nothing away.
    const waited = Math.max(0, now - bucket.at)
    bucket.tokens = Math.min(perMinute, bucket.tokens + (waited * perMinute) / minuteMs)
    bucket.at = now
    const taken = bucket.tokens >= 1
    if (taken) bucket.tokens--
    const secondsFor = (tokens: number) => Math.max(0, Math.ceil((tokens * 60) / perMinute))
    return {
      taken,
      left: Math.floor(bucket.tokens),
      fullInSeconds: secondsFor(perMinute - bucket.tokens),
      nextInSeconds: secondsFor(1 - bucket.tokens),
    }
  }

  /** A bucket that was not used for a minute is full again, so it can be dropped. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < minuteMs) return
    this.#sweptAt = now
    for (const [name, { at }] of this.#buckets) if (now - at >= minuteMs) this.#buckets.delete(name)
  }
}
