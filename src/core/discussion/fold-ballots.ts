import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { closeCall, enter, newCall, openCall, spend } from "./fold-moves.ts"
import { currentRound } from "./fold-rounds.ts"
import { addEntries, callAgain, retried } from "./fold-turns.ts"
import type { DiscussionState } from "./state.ts"
import { type Ballot, type BallotResult, voteCallId } from "./vote.ts"

/** The call by which a seat is asked to vote. */
/** A secret ballot is asked of all at once, since nobody sees another's vote; an open one seat by seat. */
export function ballotOpened(state: DiscussionState, data: EventData["ballot_started"], at: number): DiscussionState {
  const round = currentRound(state)
  if (state.open.length > 0 || round.completed) {
    throw new ConclaveError("STATE_INVALID", `ballot ${data.ballotId} cannot begin now`)
  }
  const { ballotId, roundNumber, stage, asks, secret, voters, options, form, orders } = data
  const ballot: Ballot = {
    ...{ id: ballotId, asks, roundNumber, stage, secret, voters, options },
    ...(form && { form }),
    ...(orders && { orders }),
    votes: [],
  }
  const asked = secret ? voters : voters.slice(0, 1)
  const phase = secret || !voters[0] ? ({ kind: "check" } as const) : ({ kind: "check", seat: voters[0] } as const)
  return {
    ...enter(state, phase, at, { voters }),
    round: { ...round, stage },
    ballots: [...state.ballots, ballot],
    open: asked.map((seat) => newCall({ id: voteCallId(ballotId, seat), purpose: "vote", seat, openedAt: at })),
  }
}

export function voteCast(state: DiscussionState, data: EventData["ballot_vote"], at: number): DiscussionState {
  const ballot = openBallot(state, data.ballotId)
  const { vote } = data
  const cast = spend(closeCall(state, voteCallId(ballot.id, vote.role)), vote.role, data.tokenUsage)
  const votes = [...ballot.votes, vote].toSorted(
    (a, b) => ballot.voters.indexOf(a.role) - ballot.voters.indexOf(b.role),
  )
  const counted = replaceBallot(cast, { ...ballot, votes })
  const next = ballot.secret ? undefined : ballot.voters[votes.length]
  if (next === undefined) return counted
  return {
    ...enter(counted, { kind: "check", seat: next }, at, { voters: ballot.voters }),
    open: [newCall({ id: voteCallId(ballot.id, next), purpose: "vote", seat: next, openedAt: at })],
  }
}

export function ballotRetried(state: DiscussionState, data: EventData["ballot_retried"]): DiscussionState {
  const call = openCall(state, voteCallId(data.ballotId, data.role))
  return callAgain(state, retried(call, data), data)
}

export function ballotClosed(state: DiscussionState, ballotId: string, result: BallotResult): DiscussionState {
  const ballot = openBallot(state, ballotId)
  if (ballot.votes.length !== ballot.voters.length) {
    throw new ConclaveError("STATE_INVALID", `ballot ${ballotId} still lacks votes`)
  }
  const { passed, yes, no, unreadable, choice, amount, finalSolution, protocol, tally, tie } = result
  const counted: BallotResult = {
    passed,
    yes,
    no,
    unreadable,
    ...(choice !== undefined && { choice }),
    ...(amount !== undefined && { amount }),
    ...(finalSolution !== undefined && { finalSolution }),
    ...(protocol && { protocol }),
    ...(tally && { tally }),
    ...(tie && { tie }),
  }
  const closed: Ballot = { ...ballot, result: counted }
  return addEntries(replaceBallot(state, closed), [{ kind: "ballot", ballot: closed }])
}

function openBallot(state: DiscussionState, id: string): Ballot {
  const ballot = state.ballots.at(-1)
  if (ballot?.id !== id || ballot.result) throw new ConclaveError("STATE_INVALID", `ballot ${id} is not open`)
  return ballot
}

function replaceBallot(state: DiscussionState, ballot: Ballot): DiscussionState {
  return { ...state, ballots: [...state.ballots.slice(0, -1), ballot] }
}
