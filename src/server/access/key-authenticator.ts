import type { Clock } from "../../ports/clock.ts"
import type { VerifiedKey } from "../../ports/key-store.ts"
import { HttpError } from "../http/http-error.ts"
import { type Access, type Authenticate, acceptsTicket, localAccess } from "./authorizer.ts"
import type { KeyCache } from "./key-cache.ts"
import { isValidTicket, keyIdOfTicket } from "./stream-ticket.ts"

export interface KeyAuthenticatorOptions {
  readonly keys: KeyCache
  readonly clock: Pick<Clock, "now">
  /** If false, requests without a key act as an admin of the local organisation. */
  readonly required: boolean
  /** Whether requests that came through a proxy may do without a key as well. */
  readonly trustsProxy?: boolean | undefined
}

/** Authenticates by API key or stream ticket. A key that is sent must be valid even if none is required. */
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
      if (!key) throw unauthorized("KEY_INVALID", "unknown or revoked API key; create one with `conclave keys create`")
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
    if (!trustsProxy && forwardingHeaders.some((name) => request.headers.has(name))) {
      const fix =
        "send one as Authorization: Bearer …, or set server.trust_proxy if all clients of the proxy may have full access"
      throw unauthorized("KEY_MISSING", `this request came through a proxy, so an API key is required; ${fix}`)
    }
    return localAccess(request)
  }
}

/** Proxies add these headers; local clients do not. */
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"]

function readKey({ headers }: Request): string | undefined {
  const bearer = /^bearer\b *(.*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1]
  return bearer ?? headers.get("x-api-key")?.trim()
}

/** OpenAI clients always send a key. Where none is required, a key that does not look like ours is ignored. */
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
