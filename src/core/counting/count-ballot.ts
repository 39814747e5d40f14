import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot, BallotResult, Vote } from "../discussion/vote.ts"
import { ConclaveError } from "../errors.ts"
import { consensus, meetsAgreement } from "../protocols/consensus.ts"
import { findProtocol, isDecisive, type ProtocolName } from "../protocols/index.ts"
import type { CountResult, NormalizedVote, ProtocolRule } from "../protocols/protocol.ts"
import { normalizeVotes } from "./normalized-votes.ts"

interface CountingRule extends ProtocolRule {
  /** How a choice is counted; a question of yes or no always asks for agreement. */
  readonly protocol?: ProtocolName
}

/** A result before it is put in words. */
export type CountedVotes = Omit<BallotResult, "sentence">

/** How many must agree on a ballot: as its stage says, else as the table does. */
export function requiredAgreement({ table }: Pick<DiscussionState, "table">, ballot: Ballot) {
  const { settings, stages } = table.format
  const stage = stages[ballot.stage]
  return (stage?.kind === "ballot" ? stage.agreement : undefined) ?? settings.agreement
}

export function countBallot(ballot: Ballot, rule: CountingRule): CountedVotes {
  if (ballot.asks !== "choice") return countYesNo(ballot.votes, rule)
  const options = ballot.options.length > 0 ? ballot.options : namedOptions(ballot.votes)
  const normalized = normalizeVotes(ballot.votes, options, ballot.orders)
  const { protocol = "consensus" } = rule
  if (!isDecisive(protocol)) return choiceResult(normalized, consensus.count(normalized, options, rule))
  const { tally, tie, ...count } = findProtocol(protocol).count(normalized, options, rule)
  // Only one that a program brought along can name anything else.
  if (count.winner !== undefined && !options.includes(count.winner))
    throw new ConclaveError("STATE_INVALID", `${protocol} chose "${count.winner}", which is none of the options`)
  return { ...choiceResult(normalized, { tally, ...count }), protocol, tally, ...(tie && { tie }) }
}

function countYesNo(votes: readonly Vote[], { agreement, minConfidence }: ProtocolRule): CountedVotes {
  const yes = votes.filter((vote) => vote.hasConsensus === true && vote.confidence >= minConfidence)
  const unreadable = votes.filter((vote) => vote.reading === "unreadable").length
  const passed = meetsAgreement(yes.length, votes.length, votes.length - unreadable, agreement)
  const solution = passed ? mostConfident(yes.filter((vote) => vote.proposedSolution))?.proposedSolution : undefined
  return {
    passed,
    yes: yes.length,
    no: votes.length - yes.length - unreadable,
    unreadable,
    ...(solution !== undefined && { finalSolution: solution }),
  }
}

/** `yes` are those whose first choice it is. */
function choiceResult(votes: readonly NormalizedVote[], { winner, amount }: CountResult): CountedVotes {
  const unreadable = votes.filter((vote) => vote.unreadable).length
  const yes = votes.filter((vote) => winner !== undefined && vote.ranking[0] === winner).length
  return {
    passed: winner !== undefined,
    yes,
    no: votes.length - yes - unreadable,
    unreadable,
    ...(winner !== undefined && { choice: winner, finalSolution: winner }),
    ...(amount !== undefined && { amount }),
  }
}

function namedOptions(votes: readonly Vote[]): readonly string[] {
  return [...new Set(votes.flatMap((vote) => vote.choice ?? []))]
}

/** The vote with the highest confidence; the earlier seat where two are as sure. */
export function mostConfident(votes: readonly Vote[]): Vote | undefined {
  return votes.reduce<Vote | undefined>(
    (best, vote) => (!best || vote.confidence > best.confidence ? vote : best),
    undefined,
  )
}
