import { type Backs, decide } from "./decide.ts"
import type { Protocol } from "./protocol.ts"

const approves: Backs = (paper, option) => paper.approved.includes(option)

/** Most approvals; everyone may approve of as many as they like. */
export const approval: Protocol = (papers, options) =>
  decide(
    options.map((option) => ({ option, score: papers.filter((paper) => approves(paper, option)).length })),
    papers,
    approves,
  )
