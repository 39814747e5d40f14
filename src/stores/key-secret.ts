import { createHash, createHmac, randomBytes } from "node:crypto"

const wellFormed = /^cnk_[0-9a-f]{8}_[\w-]{43}$/

/** A new key for the row with this id: a prefix that may be shown, and 256 random bits. */
export function newKey(id: string): string {
  return `${keyPrefix(id)}_${randomBytes(32).toString("base64url")}`
}

export function keyPrefix(id: string): string {
  return `cnk_${id.slice(0, 8)}`
}

/** The hash to store; undefined if the text is no key. A fast hash is enough: keys are random, unlike passwords. */
export function keyHash(key: string): string | undefined {
  return wellFormed.test(key) ? createHash("sha256").update(key).digest("hex") : undefined
}

/** Derived from the hash, and does not reveal it. */
export function ticketSecret(hash: string): string {
  return createHmac("sha256", hash).update("conclave stream ticket").digest("base64url")
}
