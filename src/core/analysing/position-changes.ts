import { decidingBallots, hasReadableVote, votePosition } from "../counting/ballot-positions.ts"
import { requiredAgreement } from "../counting/count-ballot.ts"
import { countableBallot } from "../counting/recount.ts"
import type { SeatId } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { meetsAgreement } from "../protocols/consensus.ts"
import { novelty } from "../speaking/novelty.ts"

/** Models state confidence in steps of five; smaller gains are noise. */
const minConfidenceGain = 5

/** Whether the winner has the required agreement, each vote with the minimum confidence. */
export function hasEnoughSupport(state: DiscussionState, ballot: Ballot): boolean {
  const { settings } = state.table.format
  const winner = ballot.result?.choice
  const supporters = ballot.votes.filter(
    (vote) => supportsOption(vote, winner) && vote.confidence >= settings.minConfidence,
  )
  const readable = ballot.votes.filter((vote) => vote.reading !== "unreadable").length
  return meetsAgreement(supporters.length, ballot.votes.length, readable, requiredAgreement(state, ballot))
}

/**
 * Whether the last round improved on the one before: more yes votes, more support for the leader, or equal support with
 * clearly more confidence; and at least one change of mind had a reason. True if there is nothing to compare.
 */
export function improved(state: DiscussionState): boolean {
  const [before, now] = decidingBallots(state).filter(hasReadableVote).slice(-2)
  if (!before || !now || now.roundNumber !== state.rounds.length) return true
  const [previous, lead] = [leadingPosition(state, before), leadingPosition(state, now)]
  const hasMore = lead.yes > previous.yes || lead.support > previous.support
  const isFirmer =
    lead.yes === previous.yes &&
    lead.support === previous.support &&
    lead.confidence >= previous.confidence + minConfidenceGain
  if (!hasMore && !isFirmer) return false
  const reasons = reasonsForChanges(state, before, now)
  return reasons.length === 0 || reasons.includes(true)
}

/** The first vote, if the settings say that it counts regardless of later ones. */
export function firstVoteToKeep(state: DiscussionState): Ballot | undefined {
  const { decide, counts } = state.table.format.settings
  if (decide !== "vote-first" || counts !== "first") return undefined
  const first = decidingBallots(state)[0]
  return first?.result?.protocol !== undefined && first.result.choice !== undefined ? first : undefined
}

interface Lead {
  readonly yes: number
  readonly support: number
  readonly confidence: number
}

/** The support of the winner, else of the position with the most support; ties go to the higher confidence. */
function leadingPosition(state: DiscussionState, ballot: Ballot): Lead {
  const { votes, options, decided } = countableBallot(state, ballot)
  const sides = options
    .filter((option) => decided === undefined || option === decided)
    .map((option) => votes.filter((vote) => supportsOption(vote, option)))
    .map((supporters) => ({ support: supporters.length / votes.length, confidence: meanConfidence(supporters) }))
    .toSorted((a, b) => b.support - a.support || b.confidence - a.confidence)
  const yes = ballot.asks === "choice" ? 0 : (ballot.result?.yes ?? 0) / votes.length
  return { yes, ...(sides[0] ?? { support: 0, confidence: 0 }) }
}

export function supportsOption(vote: Vote, option: string | undefined): boolean {
  return option !== undefined && (vote.approved?.includes(option) ?? vote.choice === option)
}

function meanConfidence(votes: readonly Vote[]): number {
  return votes.reduce((sum, vote) => sum + vote.confidence, 0) / Math.max(1, votes.length)
}

/**
 * For each vote that differs from the seat's previous one: whether it had a reason, that is, the seat heard a new
 * argument and is at least as confident as before. First votes have one.
 */
function reasonsForChanges(state: DiscussionState, before: Ballot, now: Ballot): readonly boolean[] {
  const readableVote = (ballot: Ballot, seat: SeatId) =>
    ballot.votes.find((vote) => vote.seat === seat && votePosition(vote) !== null)
  return now.voters.flatMap((seat) => {
    const [previous, vote] = [readableVote(before, seat), readableVote(now, seat)]
    if (!vote) return []
    if (!previous) return [true]
    if (votePosition(previous) === votePosition(vote) && previous.amount === vote.amount) return []
    const isAsConfident = vote.confidence >= previous.confidence
    return [isAsConfident && heardNewArgument(state, seat, before.roundNumber, now.roundNumber)]
  })
}

function heardNewArgument(state: DiscussionState, seat: SeatId, after: number, until: number): boolean {
  const said = state.turns.filter((turn) => !turn.passed && turn.purpose === "turn")
  const fresh = said.filter((turn) => turn.seat !== seat && turn.roundNumber > after && turn.roundNumber <= until)
  const known = said.filter((turn) => turn.roundNumber <= after)
  const contents = (turns: typeof said) => turns.map((turn) => turn.content)
  return novelty(contents(fresh), contents(known)) >= state.table.format.settings.noveltyThreshold
}
