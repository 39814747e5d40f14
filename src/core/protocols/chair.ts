import { plurality } from "./plurality.ts"
import type { Protocol } from "./protocol.ts"

/** The chair has heard all and decides alone; the tally is what the others would have. */
export const chair: Protocol = {
  description: "what the chair writes at the end",
  form: "single",
  decides: "chair",
  needs: "chair",
  count: (votes, options, rule) => {
    const { tally } = plurality.count(votes, options, rule)
    return { ...(rule.chair !== undefined && options.includes(rule.chair) && { winner: rule.chair }), tally }
  },
}
