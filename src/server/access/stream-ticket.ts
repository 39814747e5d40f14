import { createHmac, timingSafeEqual } from "node:crypto"
import type { VerifiedKey } from "../../ports/key-store.ts"

/** Long enough to open a stream and reconnect, short enough not to matter in URL logs. */
export const ticketLifetimeMs = 10 * 60 * 1_000

const ticketPattern = /^cnt_([0-9a-f-]{36})_([0-9a-z]{1,10})_([\w-]{43})$/

/** A ticket opens event streams until it expires. It goes into the URL, since EventSource cannot send headers. */
export function createTicket(key: VerifiedKey, expiresAt: number): string {
  return `cnt_${key.id}_${expiresAt.toString(36)}_${signature(key, expiresAt).toString("base64url")}`
}

/** The key id in a ticket, not verified; undefined if it is not a ticket. */
export function keyIdOfTicket(ticket: string): string | undefined {
  return ticketPattern.exec(ticket)?.[1]
}

export function isValidTicket(key: VerifiedKey, ticket: string, now: number): boolean {
  const [, id, time = "", given = ""] = ticketPattern.exec(ticket) ?? []
  const expiresAt = Number.parseInt(time, 36)
  if (id !== key.id || !(expiresAt > now)) return false
  const bytes = Buffer.from(given, "base64url")
  const right = signature(key, expiresAt)
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}

function signature({ id, ticketSecret }: VerifiedKey, expiresAt: number): Buffer {
  return createHmac("sha256", ticketSecret).update(`${id} ${expiresAt}`).digest()
}
