import type { Context } from "hono"
import type { Clock } from "../../ports/clock.ts"
import { type Access, type Authenticate, hasScope, type Scope } from "../access.ts"
import { connectionOf } from "../http/connection.ts"
import { HttpError } from "../http/http-error.ts"
import type { RateLimits } from "../limits/rate-limits.ts"
import { TokenBuckets } from "../limits/token-buckets.ts"

/** Somebody who was let in. */
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

/** Where every call comes through: says who it is, whether they may, and whether they come too often. */
export class Authorizer {
  readonly #authenticate: Authenticate
  readonly #limits: RateLimits
  readonly #buckets: TokenBuckets

  constructor({ authenticate, limits, clock }: AuthorizerOptions) {
    this.#authenticate = authenticate
    this.#limits = limits
    this.#buckets = new TokenBuckets(clock)
  }

  async authorize(context: Context, needed: Scope | "open"): Promise<Principal> {
    const address = `address ${connectionOf(context).address ?? ""}`
    if (needed === "open") {
      this.#takeToken(context, address, this.#limits.addressRequestsPerMinute)
      return { ...anonymous, client: address, hasKey: false }
    }
    const access = await this.#authenticateOrThrottle(context, address)
    const hasKey = access.keyId !== undefined
    const client = hasKey ? `key ${access.keyId}` : address
    const { keyRequestsPerMinute, addressRequestsPerMinute } = this.#limits
    this.#takeToken(context, client, hasKey ? keyRequestsPerMinute : addressRequestsPerMinute)
    if (!hasScope(access, needed)) {
      throw new HttpError("FORBIDDEN", `this key has the scope "${access.scope}"; this call needs "${needed}"`)
    }
    return { ...access, client, hasKey }
  }

  /** Who tries keys that are none is slowed down by address. */
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
    const headers = { "retry-after": String(nextInSeconds) }
    throw new HttpError("RATE_LIMITED", `more than ${perMinute} requests a minute; try again in ${nextInSeconds} s`, {
      headers,
    })
  }
}
