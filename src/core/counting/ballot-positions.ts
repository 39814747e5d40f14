import type { BallotPositions, Outcome } from "../discussion/outcome.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"

/** Whether a ballot is about the topic itself, and not about whether to vote. */
export function isDecidingBallot(ballot: Ballot): boolean {
  return ballot.asks === "consensus" || ballot.asks === "choice"
}

/** The last ballot on the topic with a readable vote, else the last one: an unreadable ballot undoes no decision. */
export function lastDecidingBallot({ ballots }: DiscussionState): Ballot | undefined {
  const deciding = ballots.filter((ballot) => ballot.result && isDecidingBallot(ballot))
  return deciding.findLast(hasReadableVote) ?? deciding.at(-1)
}

export function hasReadableVote({ votes }: Ballot): boolean {
  return votes.some(({ reading }) => reading !== "unreadable")
}

/** The last ballot on the topic of each round. Rankings of answers are excluded: they are not positions. */
export function decidingBallots({ ballots }: DiscussionState): readonly Ballot[] {
  const byRound = new Map<number, Ballot>()
  for (const ballot of ballots)
    if (ballot.result && isDecidingBallot(ballot) && !ballot.answers) byRound.set(ballot.roundNumber, ballot)
  return [...byRound.values()]
}

/** The first and the last vote on the topic; undefined if there was none. */
export function firstAndFinalPositions(state: DiscussionState): Outcome["votes"] {
  const all = decidingBallots(state)
  const [first] = all
  return first && { first: ballotPositions(first), final: ballotPositions(all.at(-1)!) }
}

/** The position in a vote: an option, yes or no; null if it could not be read. */
export function votePosition(vote: Vote): string | null {
  if (vote.choice !== undefined) return vote.choice
  return vote.hasConsensus === null ? null : vote.hasConsensus ? "yes" : "no"
}

function ballotPositions({ id, roundNumber, asks, secret, votes }: Ballot): BallotPositions {
  const groups = [...Map.groupBy(votes, votePosition)]
  const positions = groups.map(([position, held]) => ({
    position,
    count: held.length,
    ...(!secret && { seats: held.map((vote) => vote.seat) }),
    confidence: Math.round(held.reduce((sum, vote) => sum + vote.confidence, 0) / held.length),
  }))
  return {
    ballotId: id,
    roundNumber,
    asks,
    positions: positions.toSorted((a, b) => b.count - a.count || b.confidence - a.confidence),
  }
}
