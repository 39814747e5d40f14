import { pickWinner, type Supports } from "./pick-winner.ts"
import type { Protocol } from "./protocol.ts"

const approves: Supports = (vote, option) => vote.approved.includes(option)

export const approval: Protocol = {
  description: "most approvals",
  form: "approval",
  decides: "votes",
  count: (votes, options) =>
    pickWinner(
      options.map((option) => ({ option, score: votes.filter((vote) => approves(vote, option)).length })),
      votes,
      approves,
    ),
}
