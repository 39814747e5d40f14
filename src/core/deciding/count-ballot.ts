import { surest } from "../discussion/outcome-of.ts"
import type { Agreement, Ballot, BallotResult, Vote } from "../discussion/vote.ts"

interface Rule {
  readonly agreement: Agreement
  readonly minConfidence: number
}

/** What a ballot on which everyone has voted comes to. */
export function countBallot(ballot: Ballot, rule: Rule): BallotResult {
  return ballot.asks === "choice" ? countChoice(ballot.votes) : countYesNo(ballot.votes, rule)
}

/** An unreadable vote is neither yes nor no, but where all must agree it stands in the way. */
function countYesNo(votes: readonly Vote[], { agreement, minConfidence }: Rule): BallotResult {
  const yes = votes.filter((vote) => vote.hasConsensus === true && vote.confidence >= minConfidence)
  const unreadable = votes.filter((vote) => vote.reading === "unreadable").length
  const passed = enough(yes.length, votes.length, unreadable, agreement)
  const solution = passed ? surest(yes.filter((vote) => vote.proposedSolution))?.proposedSolution : undefined
  return {
    passed,
    yes: yes.length,
    no: votes.length - yes.length - unreadable,
    unreadable,
    ...(solution !== undefined && { finalSolution: solution }),
  }
}

function enough(yes: number, voters: number, unreadable: number, agreement: Agreement): boolean {
  if (yes === 0) return false
  if (agreement === "any") return true
  if (agreement === "all") return yes === voters
  const readable = voters - unreadable
  return readable > 0 && yes / readable >= agreement
}

/** Agreement means the same option and the same amount. */
function countChoice(votes: readonly Vote[]): BallotResult {
  const unreadable = votes.filter((vote) => vote.reading === "unreadable").length
  const [first] = votes
  const same = (vote: Vote) =>
    vote.choice !== undefined && vote.choice === first?.choice && vote.amount === first.amount
  const alike = votes.filter(same).length
  const passed = votes.length > 0 && alike === votes.length
  return {
    passed,
    yes: passed ? alike : 0,
    no: passed ? 0 : votes.length - unreadable,
    unreadable,
    ...(passed && first?.choice !== undefined && { choice: first.choice, finalSolution: first.choice }),
    ...(passed && first?.amount !== undefined && { amount: first.amount }),
  }
}
