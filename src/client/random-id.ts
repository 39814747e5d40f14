/** A new idempotency key. crypto.randomUUID is missing where a page is served to another machine without TLS. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")
}
