import type { Clock } from "../../ports/clock.ts"
import type { VerifiedKey } from "../../ports/key-store.ts"
import { HttpError } from "../http/http-error.ts"
import { type Access, type Authenticate, acceptsTicket, localAccess } from "./authorizer.ts"
import type { KeyCache } from "./key-cache.ts"
import { isValidTicket, keyIdOfTicket } from "./stream-ticket.ts"

export interface KeyAuthenticatorOptions {
  readonly keys: KeyCache
  readonly clock: Pick<Clock, "now">
  /** Whether a key is required; otherwise requests without one act as the local organisation's admin. */
  readonly required: boolean
  /** Whether requests that came through a proxy are taken for local ones where no key is required. */
  readonly trustsProxy?: boolean | undefined
}

/** Authenticates by API key or stream ticket. A key that is sent must be valid, also where none is needed. */
export function keyAuthenticator(options: KeyAuthenticatorOptions): Authenticate {
  const { keys, clock, required, trustsProxy = false } = options
  const accessOf = ({ id, organisationId, scope, seat }: VerifiedKey): Access => ({
    organisationId,
    scope,
    keyId: id,
    ...(seat && { seat }),
    isStillValid: async () => (await keys.findById(id)) !== undefined,
  })

  return async (request) => {
    const given = required ? readKey(request) : readOwnKey(request)
    if (given !== undefined) {
      const key = await keys.find(given)
      if (!key) throw unauthorized("KEY_INVALID", "unknown or revoked API key")
      return accessOf(key)
    }
    const ticket = readTicket(request)
    if (ticket !== undefined) {
      const key = await keys.findById(keyIdOfTicket(ticket) ?? "")
      if (!key || !isValidTicket(key, ticket, clock.now())) {
        throw unauthorized("KEY_INVALID", "unknown or expired ticket; get a new one from POST /api/v1/stream-tickets")
      }
      return { ...accessOf(key), scope: "read" }
    }
    if (required) throw unauthorized("KEY_MISSING", "an API key is required; send it as Authorization: Bearer …")
    if (!trustsProxy && isForwarded(request)) {
      const fix =
        "send one as Authorization: Bearer …, or set server.trust_proxy where everyone behind it may do everything"
      throw unauthorized("KEY_MISSING", `this request came through a proxy, so an API key is required; ${fix}`)
    }
    return localAccess(request)
  }
}

/** A proxy says for whom it asks; a client of this machine has no reason to. */
function isForwarded({ headers }: Request): boolean {
  return forwardingHeaders.some((name) => headers.has(name))
}

const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]

function readKey({ headers }: Request): string | undefined {
  const bearer = /^bearer\b *(.*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1]
  return bearer ?? headers.get("x-api-key")?.trim()
}

/** OpenAI's clients cannot do without a key: where none is needed, one that is not even ours in form counts as none. */
function readOwnKey(request: Request): string | undefined {
  const given = readKey(request)
  return new URL(request.url).pathname.startsWith("/v1/") && !given?.startsWith("cnk_") ? undefined : given
}

function readTicket({ url, method }: Request): string | undefined {
  const { pathname, searchParams } = new URL(url)
  return acceptsTicket(method, pathname) ? (searchParams.get("ticket") ?? undefined) : undefined
}

function unauthorized(code: "KEY_MISSING" | "KEY_INVALID", message: string): HttpError {
  const error = code === "KEY_INVALID" ? ', error="invalid_token"' : ""
  return new HttpError(code, message, { headers: { "www-authenticate": `Bearer realm="conclave"${error}` } })
}
