import { surest } from "../discussion/surest.ts"
import type { Agreement, Ballot, BallotResult, ProtocolName, Vote } from "../discussion/vote.ts"
import { consensus, enough } from "./protocols/consensus.ts"
import { isDecisive, protocols } from "./protocols/index.ts"
import { papersOf } from "./protocols/papers.ts"
import type { Count, Paper, Rule } from "./protocols/protocol.ts"

interface CountingRule extends Rule {
  readonly agreement: Agreement
  readonly minConfidence: number
  /** How a choice is counted; a question of yes or no always asks for agreement. */
  readonly protocol?: ProtocolName
}

/** What a ballot on which everyone has voted comes to. */
export function countBallot(ballot: Ballot, rule: CountingRule): BallotResult {
  if (ballot.asks !== "choice") return countYesNo(ballot.votes, rule)
  const options = ballot.options.length > 0 ? ballot.options : optionsNamed(ballot.votes)
  const papers = papersOf(ballot.votes, options)
  const { protocol = "consensus" } = rule
  if (!isDecisive(protocol)) return choiceResult(papers, consensus(papers, options, rule))
  const { tally, tie, ...count } = protocols[protocol](papers, options, rule)
  return { ...choiceResult(papers, { tally, ...count }), protocol, tally, ...(tie && { tie }) }
}

function countYesNo(votes: readonly Vote[], { agreement, minConfidence }: Rule): BallotResult {
  const yes = votes.filter((vote) => vote.hasConsensus === true && vote.confidence >= minConfidence)
  const unreadable = votes.filter((vote) => vote.reading === "unreadable").length
  const passed = enough(yes.length, votes.length, votes.length - unreadable, agreement)
  const solution = passed ? surest(yes.filter((vote) => vote.proposedSolution))?.proposedSolution : undefined
  return {
    passed,
    yes: yes.length,
    no: votes.length - yes.length - unreadable,
    unreadable,
    ...(solution !== undefined && { finalSolution: solution }),
  }
}

/** `yes` are those whose first choice it is. */
function choiceResult(papers: readonly Paper[], { winner, amount }: Count): BallotResult {
  const unreadable = papers.filter((paper) => paper.unreadable).length
  const yes = papers.filter((paper) => winner !== undefined && paper.ranking[0] === winner).length
  return {
    passed: winner !== undefined,
    yes,
    no: papers.length - yes - unreadable,
    unreadable,
    ...(winner !== undefined && { choice: winner, finalSolution: winner }),
    ...(amount !== undefined && { amount }),
  }
}

function optionsNamed(votes: readonly Vote[]): readonly string[] {
  return [...new Set(votes.flatMap((vote) => vote.choice ?? []))]
}
