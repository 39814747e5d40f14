import { createHmac, timingSafeEqual } from "node:crypto"
import type { VerifiedKey } from "../../ports/key-store.ts"

/** Long enough to open a stream and reconnect; a longer one would stay valid in logs of URLs. */
export const ticketLifetimeMs = 10 * 60 * 1_000

const ticketPattern = /^cnt_([0-9a-f-]{36})_([0-9a-z]{1,10})_([\w-]{43})$/

/** A ticket opens event streams for a while. It goes into the URL, since a browser's EventSource sends no headers. */
export function createTicket(key: VerifiedKey, expiresAt: number): string {
  return `cnt_${key.id}_${expiresAt.toString(36)}_${signature(key, expiresAt).toString("base64url")}`
}

/** The id of the key that a ticket claims to be of; undefined where it is no ticket. Not verified. */
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
