import type { Clock } from "../../ports/clock.ts"
import type { KnownKey } from "../../ports/key-store.ts"
import { type Access, type Authenticate, localAccess } from "../access.ts"
import { HttpError } from "../http/http-error.ts"
import type { KnownKeys } from "./known-keys.ts"
import { isTicketOf, keyOfTicket, takesTicket } from "./stream-ticket.ts"

interface KeyAccessOptions {
  readonly keys: KnownKeys
  readonly clock: Pick<Clock, "now">
  /** Without a key nobody gets in; else those without one are the local organisation's admins. */
  readonly required: boolean
}

/** Lets in by key. One that is sent must be right, also where none is needed. */
export function keyAccess({ keys, clock, required }: KeyAccessOptions): Authenticate {
  const accessOf = ({ id, organisationId, scope }: KnownKey): Access => ({
    organisationId,
    scope,
    keyId: id,
    holds: async () => (await keys.findById(id)) !== undefined,
  })

  return async (request) => {
    const given = keyIn(request)
    if (given !== undefined) {
      const key = await keys.find(given)
      if (!key) throw refused("KEY_INVALID", "this key is not known or was revoked")
      return accessOf(key)
    }
    const ticket = ticketIn(request)
    if (ticket !== undefined) {
      const key = await keys.findById(keyOfTicket(ticket) ?? "")
      if (!key || !isTicketOf(key, ticket, clock.now())) {
        throw refused("KEY_INVALID", "this ticket is not known or has expired; get a new one")
      }
      return { ...accessOf(key), scope: "read" }
    }
    if (required) throw refused("KEY_MISSING", "a key is needed; send it as Authorization: Bearer …")
    return localAccess(request)
  }
}

function keyIn({ headers }: Request): string | undefined {
  const bearer = /^bearer\b *(.*)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1]
  return bearer ?? headers.get("x-api-key")?.trim()
}

function ticketIn({ url, method }: Request): string | undefined {
  const { pathname, searchParams } = new URL(url)
  return takesTicket(method, pathname) ? (searchParams.get("ticket") ?? undefined) : undefined
}

function refused(code: "KEY_MISSING" | "KEY_INVALID", message: string): HttpError {
  const error = code === "KEY_INVALID" ? ', error="invalid_token"' : ""
  return new HttpError(code, message, { headers: { "www-authenticate": `Bearer realm="conclave"${error}` } })
}
