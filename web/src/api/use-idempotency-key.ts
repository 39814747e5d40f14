import { useRef } from "react"

/** A key for what is about to be posted: the same thing sent again has the same key, so that it is posted once. */
export function useIdempotencyKey(): (draft: unknown) => string {
  const last = useRef({ draft: "", key: "" })
  return (draft) => {
    const text = JSON.stringify(draft)
    if (last.current.draft !== text) last.current = { draft: text, key: randomId() }
    return last.current.key
  }
}

/** A new idempotency key. crypto.randomUUID is missing where the page is served to another machine without TLS. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-")
}
