import { decide, prefers } from "./decide.ts"
import type { Paper, Protocol } from "./protocol.ts"

const scale = 10

/** The highest score on average. Who gave none has given all to its first choice. */
export const score: Protocol = (papers, options) => {
  const counted = papers.filter((paper) => paper.ranking.length > 0)
  const given = (paper: Paper, option: string) =>
    paper.scores?.find((one) => one.option === option)?.score ?? (prefers(paper, option) ? scale : 0)
  const average = (option: string) =>
    counted.reduce((sum, paper) => sum + given(paper, option), 0) / Math.max(1, counted.length)
  return decide(
    options.map((option) => ({ option, score: Math.round(average(option) * 100) / 100 })),
    papers,
    prefers,
    // An option may win as everyone's second choice.
    (paper, option) => paper.ranking.includes(option),
  )
}
