import { useRef } from "react"
import { randomId } from "../../../src/client/random-id.ts"

export { randomId }

/** An idempotency key per payload: the same payload sent again has the same key. */
export function useIdempotencyKey(): (draft: unknown) => string {
  const last = useRef({ draft: "", key: "" })
  return (draft) => {
    const text = JSON.stringify(draft)
    if (last.current.draft !== text) last.current = { draft: text, key: randomId() }
    return last.current.key
  }
}
