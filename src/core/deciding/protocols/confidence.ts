import { decide, prefers } from "./decide.ts"
import type { Protocol } from "./protocol.ts"

/** First choices, each as heavy as its voter is sure. */
export const confidence: Protocol = (papers, options) =>
  decide(
    options.map((option) => ({
      option,
      score: papers.reduce((sum, paper) => sum + (prefers(paper, option) ? paper.confidence : 0), 0),
    })),
    papers,
  )
