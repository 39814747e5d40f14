import { plurality } from "./plurality.ts"
import type { Protocol } from "./protocol.ts"

/** The chair decides alone; the tally shows how the seats voted. */
export const chair: Protocol = {
  description: "what the chair writes in the synthesis",
  form: "single",
  decides: "chair",
  needs: "chair",
  count: (votes, options, rule) => {
    const { tally } = plurality.count(votes, options, rule)
    return { ...(rule.chair !== undefined && options.includes(rule.chair) && { winner: rule.chair }), tally }
  },
}
