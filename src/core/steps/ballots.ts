import {
  answerOrders,
  ballotOptions,
  fullOptionText,
  rankedAnswers,
  shuffledOptionOrders,
} from "../counting/ballot-options.ts"
import { ballotSentence } from "../counting/ballot-sentence.ts"
import { type CountedVotes, countBallot, countedBallot, requiredAgreement } from "../counting/count-ballot.ts"
import { placeWeights, seatWeights } from "../counting/normalized-votes.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { BallotStage } from "../discussion/format.ts"
import type { SeatId } from "../discussion/seat.ts"
import { stageSeats } from "../discussion/seat-queries.ts"
import type { DiscussionState, RoundState } from "../discussion/state.ts"
import type { TokenUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { languageFor } from "../languages/index.ts"
import { findProtocol, isDecisive } from "../protocols/index.ts"

export function openBallot(state: DiscussionState, round: RoundState, index: number, stage: BallotStage): NewEvent {
  const { protocol, optionOrder } = state.table.format.settings
  const ballotId = `b${state.ballots.length + 1}`
  const voters = stageSeats(state, stage).map((seat): SeatId => seat.id)
  const options = ballotOptions(state, stage)
  const form = stage.asks === "choice" ? findProtocol(protocol).form : "single"
  const { seed } = state.table
  const answers = stage.options === "answers" ? rankedAnswers(state, stage) : undefined
  const authors = answers?.map(({ seat }) => seat)
  const orders = authors
    ? answerOrders(seed, ballotId, voters, authors)
    : options.length > 1 && optionOrder === "shuffled"
      ? shuffledOptionOrders(seed, ballotId, voters, options.length)
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
    ...(answers && { answers: answers.map(({ id }) => id) }),
    ...(orders && { orders }),
  }
  return { type: "ballot_started", data }
}

export function findStageBallot(state: DiscussionState, round: RoundState, stage: number): Ballot | undefined {
  const ballot = state.ballots.at(-1)
  return ballot?.roundNumber === round.number && ballot.stage === stage ? ballot : undefined
}

export function closeBallot(state: DiscussionState, ballot: Ballot): NewEvent {
  const { minConfidence, protocol } = state.table.format.settings
  const agreement = requiredAgreement(state, ballot)
  const learned = { weights: seatWeights(state), places: placeWeights(state, ballot) }
  const counted = countPooled(state, ballot, { agreement, minConfidence, protocol, ...learned })
  const { id: ballotId, asks, roundNumber, votes } = ballot
  const chosen = asks === "choice" && counted.choice !== undefined
  const sentence = ballotSentence(countedBallot(ballot, counted), languageFor(state.table.language))
  const result = {
    ...counted,
    ...(chosen && { finalSolution: fullOptionText(state, ballot, counted.choice) }),
    sentence,
  }
  const secret = ballot.secret && ({ secret: true } as const)
  return { type: "ballot_result", data: { ballotId, asks, roundNumber, result, votes, ...secret } }
}

/**
 * With `counts: pooled`, also counts earlier ballots on the same options; `yes` and `no` are of this ballot only. An
 * agreement is never pooled: whoever has changed their mind would stand against it.
 */
function countPooled(state: DiscussionState, ballot: Ballot, rule: Parameters<typeof countBallot>[1]): CountedVotes {
  const { decide, counts, protocol } = state.table.format.settings
  const own = countBallot(ballot, rule)
  if (decide !== "vote-first" || counts !== "pooled" || ballot.asks !== "choice" || !isDecisive(protocol)) return own
  const options = ballot.options.join("\n")
  const earlier = state.ballots.filter(
    (one) => one.id !== ballot.id && one.result && one.asks === "choice" && one.options.join("\n") === options,
  )
  if (earlier.length === 0) return own
  const pooled = countBallot({ ...ballot, votes: [...earlier, ballot].flatMap(({ votes }) => votes) }, rule)
  const yes = ballot.votes.filter(({ choice }) => choice !== undefined && choice === pooled.choice).length
  const no = ballot.votes.length - yes - own.unreadable
  return { ...pooled, yes, no, unreadable: own.unreadable, pooledBallots: earlier.length + 1 }
}

export function castVote(ballot: Ballot, vote: Vote, tokenUsage: TokenUsage, modelId?: string): NewEvent {
  const secret = ballot.secret && ({ secret: true } as const)
  const by = modelId !== undefined && { modelId }
  return { type: "ballot_vote", data: { ballotId: ballot.id, asks: ballot.asks, vote, tokenUsage, ...secret, ...by } }
}

export function unreadableVote(shared: Pick<Vote, "seat" | "attempt" | "timestamp">, reasoning: string): Vote {
  return { hasConsensus: null, confidence: 0, reasoning, reading: "unreadable", ...shared }
}
