import { decide, prefers } from "./decide.ts"
import type { Protocol } from "./protocol.ts"

/** Most first choices. */
export const plurality: Protocol = (papers, options) =>
  decide(
    options.map((option) => ({ option, score: papers.filter((paper) => prefers(paper, option)).length })),
    papers,
  )
