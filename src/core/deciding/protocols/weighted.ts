import { decide, prefers } from "./decide.ts"
import type { Protocol } from "./protocol.ts"

/** First choices, each as heavy as its seat has earned. A seat without a weight counts 1. */
export const weighted: Protocol = (papers, options, { weights = {} }) =>
  decide(
    options.map((option) => ({
      option,
      score: papers.reduce((sum, paper) => sum + (prefers(paper, option) ? (weights[paper.role] ?? 1) : 0), 0),
    })),
    papers,
  )
