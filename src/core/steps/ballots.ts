import { ballotOptions, fullProposalText, shuffledOptionOrders } from "../counting/ballot-options.ts"
import { countBallot } from "../counting/count-ballot.ts"
import { seatWeights } from "../counting/seat-weights.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { BallotStage } from "../discussion/format.ts"
import type { SeatId } from "../discussion/seat.ts"
import { stageSeats } from "../discussion/seat-queries.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import type { Ballot, BallotResult } from "../discussion/vote.ts"
import { protocols } from "../protocols/index.ts"

export function openBallot(state: DiscussionState, round: RoundState, index: number, stage: BallotStage): NewEvent {
  const { protocol, optionOrder } = state.table.format.settings
  const ballotId = `b${state.ballots.length + 1}`
  const voters = stageSeats(state, stage).map((seat): SeatId => seat.id)
  const options = ballotOptions(state, stage)
  // Of tables laid before there were protocols, the log knows none.
  const form = stage.asks === "choice" ? protocols[protocol ?? "consensus"].form : "single"
  const orders =
    options.length > 1 && optionOrder === "shuffled"
      ? shuffledOptionOrders(state.table.seed, ballotId, voters, options.length)
      : undefined
  const data = {
    ballotId,
    roundNumber: round.number,
    stage: index,
    asks: stage.asks,
    secret: stage.secret,
    voters,
    options,
    ...(form !== "single" && { form }),
    ...(orders && { orders }),
  }
  return { type: "ballot_started", data }
}

export function findStageBallot(state: DiscussionState, round: RoundState, stage: number): Ballot | undefined {
  const ballot = state.ballots.at(-1)
  return ballot?.roundNumber === round.number && ballot.stage === stage ? ballot : undefined
}

export function closeBallot(state: DiscussionState, ballot: Ballot): NewEvent {
  const { settings, stages } = state.table.format
  const stage = stages[ballot.stage]
  const agreement = (stage?.kind === "ballot" ? stage.agreement : undefined) ?? settings.agreement
  const { minConfidence, protocol } = settings
  const counted: BallotResult = countBallot(ballot, { agreement, minConfidence, protocol, weights: seatWeights(state) })
  const { id: ballotId, asks, roundNumber, votes } = ballot
  const chosen = asks === "choice" && counted.choice !== undefined
  const result = { ...counted, ...(chosen && { finalSolution: fullProposalText(state, counted.choice) }) }
  return { type: "ballot_result", data: { ballotId, asks, roundNumber, result, votes } }
}
