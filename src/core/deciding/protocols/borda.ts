import { decide, prefers } from "./decide.ts"
import type { Paper, Protocol } from "./protocol.ts"

/** Of n options the first gets n-1 points, the next n-2, and so on; those not ranked share what is left alike. */
export const borda: Protocol = (papers, options) => {
  const ranked = papers.filter((paper) => paper.ranking.length > 0)
  const points = (paper: Paper, option: string) => {
    const place = paper.ranking.indexOf(option)
    return place >= 0 ? options.length - 1 - place : (options.length - paper.ranking.length - 1) / 2
  }
  return decide(
    options.map((option) => ({ option, score: ranked.reduce((sum, paper) => sum + points(paper, option), 0) })),
    papers,
    prefers,
    // An option may win as everyone's second choice.
    (paper, option) => paper.ranking.includes(option),
  )
}
