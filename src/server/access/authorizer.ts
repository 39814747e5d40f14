import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import { type KeySeat, localOrganisationId, type Scope, scopes } from "../../ports/key-store.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError, retryAfter } from "../http/http-error.ts"
import type { RateLimits } from "../limits/stream-limits.ts"

export type { Scope }

/** The organisation that a request acts for, and what it may do. */
export interface Access {
  readonly organisationId: string
  readonly scope: Scope
  readonly keyId?: string
  /** Set for seat keys, which may only make calls with `forSeatKeys`, for this discussion and seat. */
  readonly seat?: KeySeat
  /** Checked periodically while a stream is open; the stream ends once it returns false. Absent: always valid. */
  readonly isStillValid?: () => Promise<boolean>
}

/** Authenticates a request, or throws KEY_MISSING or KEY_INVALID. */
export type Authenticate = (request: Request) => Access | Promise<Access>

/** Full access to the local organisation, for loopback. */
export const localAccess: Authenticate = () => ({ organisationId: localOrganisationId, scope: "admin" })

/** Throws FORBIDDEN if the scope is not sufficient. Each scope includes the ones before it. */
export function requireScope({ scope }: Access, needed: Scope): void {
  if (scopes.indexOf(scope) >= scopes.indexOf(needed)) return
  throw new HttpError("FORBIDDEN", `this key has the scope "${scope}"; this call needs "${needed}"`)
}

/** Throws FORBIDDEN unless the request acts for the organisation of the server itself. */
export function requireLocal({ organisationId }: Access, message: string): void {
  if (organisationId !== localOrganisationId) throw new HttpError("FORBIDDEN", message)
}

export interface Principal extends Access {
  /** Identifies the client for rate limits: by key, or else by address. */
  readonly client: string
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
      return { ...anonymous, client: address }
    }
    const access = await this.#authenticateOrThrottle(context, address)
    const { keyRequestsPerMinute, addressRequestsPerMinute } = this.#limits
    const client = access.keyId === undefined ? address : `key ${access.keyId}`
    this.#takeToken(context, client, access.keyId === undefined ? addressRequestsPerMinute : keyRequestsPerMinute)
    requireScope(access, needed)
    return { ...access, client }
  }

  /** Failed attempts count against the limit of the address. */
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
    const message = `limit of ${perMinute} requests per minute reached; try again in ${nextInSeconds} s`
    throw new HttpError("RATE_LIMITED", message, { headers: retryAfter(nextInSeconds) })
  }
}

const minuteMs = 60_000

/** Token buckets by name. A bucket starts full and refills within a minute. */
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

  /** Takes a token if there is one; also returns how many are left and when the bucket refills. */
  take(name: string, perMinute: number) {
    const now = this.#clock.now()
    this.#sweep(now)
    const bucket = this.#buckets.get(name) ?? { tokens: perMinute, at: now }
    this.#buckets.set(name, bucket)
    // The clock may have been set back.
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

  /** Drops buckets unused for a minute: they would be full again. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < minuteMs) return
    this.#sweptAt = now
    for (const [name, { at }] of this.#buckets) if (now - at >= minuteMs) this.#buckets.delete(name)
  }
}

/** Throws FORBIDDEN unless the call allows seat keys and targets this key's discussion and seat. */
export function checkSeatKey(
  key: KeySeat,
  forSeatKeys: boolean,
  params: Readonly<Record<string, string | undefined>>,
): void {
  const isOwn = (params.id ?? key.discussionId) === key.discussionId && (params.seat ?? key.seat) === key.seat
  if (!forSeatKeys || !isOwn) throw seatKeyRefused(key)
}

/** The same message for every refusal, so that it reveals nothing about other discussions. */
export function seatKeyRefused({ discussionId, seat }: KeySeat): HttpError {
  const own = seat === null ? "" : ` and answer for its seat "${seat}"`
  return new HttpError("FORBIDDEN", `this key may only read discussion ${discussionId}${own}`)
}

/** Tickets are part of URLs, which get logged and shared, so they only open event streams. */
export function acceptsTicket(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && path.endsWith("/events")
}
