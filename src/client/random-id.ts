/** A new idempotency key. Pages served over plain HTTP to other machines have no crypto.randomUUID. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")
}
