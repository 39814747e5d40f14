import type { CountedBallot } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot, BallotResult, Score, Vote } from "../discussion/vote.ts"
import { ConclaveError } from "../errors.ts"
import { consensus, meetsAgreement } from "../protocols/consensus.ts"
import { findProtocol, isDecisive, isTallyOfVoters, type ProtocolName } from "../protocols/index.ts"
import type { CountResult, NormalizedVote, ProtocolRule } from "../protocols/protocol.ts"
import { normalizeVotes } from "./normalized-votes.ts"

interface CountingRule extends ProtocolRule {
  /** The protocol for choices; questions of yes or no are always counted by agreement. */
  readonly protocol?: ProtocolName
}

/** A result without its sentence. */
export type CountedVotes = Omit<BallotResult, "sentence">

/** The agreement that a ballot requires: its stage's, otherwise the table's. */
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
  // Only a protocol registered by a program can return something else.
  if (count.winner !== undefined && !options.includes(count.winner))
    throw new ConclaveError("STATE_INVALID", `${protocol} chose "${count.winner}", which is not one of the options`)
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

/** `yes` counts the votes whose first choice won. */
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

/** The vote with the highest confidence; the earlier one on a tie. */
export function mostConfident(votes: readonly Vote[]): Vote | undefined {
  return votes.reduce<Vote | undefined>(
    (best, vote) => (!best || vote.confidence > best.confidence ? vote : best),
    undefined,
  )
}

/** Figures for sentences and outcomes. Unlike the result's, `yes` includes votes below the minimum confidence. */
export function countedBallot(ballot: Ballot, result: CountedVotes): CountedBallot {
  const { id: ballotId, roundNumber, asks, votes, voters, answers } = ballot
  const { passed, choice, amount, tie, protocol = "consensus", unreadable } = result
  const shared = { ballotId, roundNumber, asks, protocol, passed, voters: voters.length, unreadable }
  if (asks !== "choice") {
    const yes = votes.filter((vote) => vote.hasConsensus === true).length
    return { ...shared, yes, ...(yes > result.yes && { unsure: yes - result.yes }) }
  }
  const votesByOption = [...Map.groupBy(votes, (vote) => vote.choice)]
    .flatMap(([option, backers]) => (option === undefined ? [] : [{ option, score: backers.length }]))
    .toSorted(byScore)
  const inPoints = !isTallyOfVoters(protocol) || result.pooledBallots !== undefined
  // Without any ranking there are no points to show.
  const tally = answers && choice === undefined ? [] : inPoints ? (result.tally ?? []).toSorted(byScore) : votesByOption
  const leader = choice ?? votesByOption[0]?.option
  const backers = votes.filter((vote) => leader !== undefined && vote.choice === leader)
  const amounts = [...new Set(backers.flatMap((vote) => vote.amount ?? []))].toSorted((a, b) => a - b)
  const differ = amounts.length > 1 || (amounts.length === 1 && backers.some((vote) => vote.amount === undefined))
  // All chose the same option and amount, so it can only have failed on confidence.
  const unsure = !passed && !differ && backers.length === voters.length ? backers.length : 0
  return {
    ...shared,
    ...(choice !== undefined && { choice }),
    ...(amount !== undefined && { amount }),
    yes: choice === undefined ? 0 : backers.length,
    ...(unsure > 0 && { unsure }),
    ...(answers && { answers: true }),
    ...(tally.length > 0 && { tally }),
    ...(inPoints && tally.length > 0 && { inPoints: true }),
    ...(tie && voters.length > 1 && { tie }),
    ...(differ && protocol === "consensus" && { amounts }),
  }
}

function byScore(a: Score, b: Score): number {
  return b.score - a.score
}
