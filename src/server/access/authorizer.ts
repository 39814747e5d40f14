import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import { type KeySeat, localOrganisationId, type Scope, scopes } from "../../ports/key-store.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError, retryAfter } from "../http/http-error.ts"
import type { RateLimits } from "../limits/stream-limits.ts"

export type { Scope }

/** For whom a request is made, and what it may do. */
export interface Access {
  readonly organisationId: string
  readonly scope: Scope
  readonly keyId?: string
  /** Where the key is for one seat: only calls that say so may be made with it, and only there. */
  readonly seat?: KeySeat
  /** Asked now and then while a stream is open, which ends when this says no. Left out: always valid. */
  readonly isStillValid?: () => Promise<boolean>
}

/** Says who a request comes from, or throws KEY_MISSING or KEY_INVALID. */
export type Authenticate = (request: Request) => Access | Promise<Access>

/** On loopback nobody has to log in. */
export const localAccess: Authenticate = () => ({ organisationId: localOrganisationId, scope: "admin" })

/** Throws FORBIDDEN where a scope is not enough; each includes those before it. */
export function requireScope({ scope }: Access, needed: Scope): void {
  if (scopes.indexOf(scope) >= scopes.indexOf(needed)) return
  throw new HttpError("FORBIDDEN", `this key has the scope "${scope}"; this call needs "${needed}"`)
}

export interface Principal extends Access {
  /** Whom limits are counted for: a key, or an address where none was sent. */
  readonly client: string
  readonly hasKey: boolean
}

interface AuthorizerOptions {
  readonly authenticate: Authenticate
  readonly limits: RateLimits
  readonly clock: Pick<Clock, "now">
}

const anonymous: Access = { organisationId: "", scope: "read" }

export class Authorizer {
  readonly #authenticate: Authenticate
  readonly #limits: RateLimits
  readonly #buckets: TokenBuckets

  constructor({ authenticate, limits, clock }: AuthorizerOptions) {
    this.#authenticate = authenticate
    this.#limits = limits
    this.#buckets = new TokenBuckets(clock)
  }

  async authorize(context: Context, needed: Scope | "open", unlimited = false): Promise<Principal> {
    const address = `address ${connectionOf(context).address ?? ""}`
    if (needed === "open") {
      if (!unlimited) this.#takeToken(context, address, this.#limits.addressRequestsPerMinute)
      return { ...anonymous, client: address, hasKey: false }
    }
    const access = await this.#authenticateOrThrottle(context, address)
    const hasKey = access.keyId !== undefined
    const client = hasKey ? `key ${access.keyId}` : address
    const { keyRequestsPerMinute, addressRequestsPerMinute } = this.#limits
    this.#takeToken(context, client, hasKey ? keyRequestsPerMinute : addressRequestsPerMinute)
    requireScope(access, needed)
    return { ...access, client, hasKey }
  }

  /** Attempts with unknown keys count against the address. */
  async #authenticateOrThrottle(context: Context, address: string): Promise<Access> {
    try {
      return await this.#authenticate(context.req.raw)
    } catch (error) {
      this.#takeToken(context, address, this.#limits.addressRequestsPerMinute)
      throw error
    }
  }

  #takeToken(context: Context, client: string, perMinute: number): void {
    const { taken, left, fullInSeconds, nextInSeconds } = this.#buckets.take(client, perMinute)
    context.set("limitHeaders", {
      "ratelimit-limit": String(perMinute),
      "ratelimit-remaining": String(left),
      "ratelimit-reset": String(fullInSeconds),
    })
    if (taken) return
    const message = `more than ${perMinute} requests a minute; try again in ${nextInSeconds} s`
    throw new HttpError("RATE_LIMITED", message, { headers: retryAfter(nextInSeconds) })
  }
}

const minuteMs = 60_000

/** A token bucket for each name: full at first, and refilled within a minute. */
export class TokenBuckets {
  readonly #clock: Pick<Clock, "now">
  readonly #buckets = new Map<string, { tokens: number; at: number }>()
  #sweptAt = 0

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Whether there was one to take, how many more there are at once, and when there is one or all again. */
  take(name: string, perMinute: number) {
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

/** Whether a call may be made with keys of seats, and whether it is about this key's discussion and seat. */
export function checkSeatKey(
  key: KeySeat,
  forSeatKeys: boolean,
  params: Readonly<Record<string, string | undefined>>,
): void {
  const isOwn = (params.id ?? key.discussionId) === key.discussionId && (params.seat ?? key.seat) === key.seat
  if (!forSeatKeys || !isOwn) throw seatKeyRefused(key)
}

/** The same words for every refusal, so that they tell nothing about other discussions. */
export function seatKeyRefused({ discussionId, seat }: KeySeat): HttpError {
  const own = seat === null ? "" : ` and answer for its seat "${seat}"`
  return new HttpError("FORBIDDEN", `this key may only read discussion ${discussionId}${own}`)
}

/** Tickets are part of URLs, which are logged and shared: they open event streams and nothing else. */
export function acceptsTicket(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && path.endsWith("/events")
}
