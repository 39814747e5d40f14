import { useRef } from "react"
import { randomId } from "../../../src/client/random-id.ts"

export { randomId }

/** A key for what is about to be posted: the same thing sent again has the same key, so that it is posted once. */
export function useIdempotencyKey(): (draft: unknown) => string {
  const last = useRef({ draft: "", key: "" })
  return (draft) => {
    const text = JSON.stringify(draft)
    if (last.current.draft !== text) last.current = { draft: text, key: randomId() }
    return last.current.key
  }
}
