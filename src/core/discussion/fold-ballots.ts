import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { currentRound } from "./fold-rounds.ts"
import { addEntries, applyRetry, retriedCall } from "./fold-turns.ts"
import type { DiscussionState } from "./state.ts"
import { addSeatUsage, closeCall, enterPhase, findOpenCall, newCall } from "./state-updates.ts"
import { addUsage, noUsage, sumUsage, type TokenUsage } from "./usage.ts"
import { type Ballot, isAskedAtOnce, voteCallId } from "./vote.ts"

/** Opens calls to all voters if none may see another's vote, otherwise to the first voter. */
export function ballotOpened(state: DiscussionState, data: EventData["ballot_started"], at: number): DiscussionState {
  const round = currentRound(state)
  if (state.openCalls.length > 0 || round.completed) {
    throw new ConclaveError(
      "STATE_INVALID",
      `ballot ${data.ballotId} cannot start while calls are open or after its round`,
    )
  }
  const { ballotId, roundNumber, stage, asks, secret, voters, options, form, answers, orders } = data
  const ballot: Ballot = {
    ...{ id: ballotId, asks, roundNumber, stage, secret, voters, options },
    ...(form && { form }),
    ...(answers && { answers }),
    ...(orders && { orders }),
    votes: [],
  }
  const atOnce = isAskedAtOnce(ballot)
  const asked = atOnce ? voters : voters.slice(0, 1)
  const phase = atOnce || !voters[0] ? ({ kind: "check" } as const) : ({ kind: "check", seat: voters[0] } as const)
  return {
    ...enterPhase(state, phase, at),
    round: { ...round, stage },
    ballots: [...state.ballots, ballot],
    openCalls: asked.map((seat) => newCall({ id: voteCallId(ballotId, seat), purpose: "vote", seat, openedAt: at })),
  }
}

export function voteCast(state: DiscussionState, data: EventData["ballot_vote"], at: number): DiscussionState {
  const ballot = findOpenBallot(state, data.ballotId)
  const { vote } = data
  const cast = addSeatUsage(closeCall(state, voteCallId(ballot.id, vote.seat)), vote.seat, data.tokenUsage)
  const votes = [...ballot.votes, vote].toSorted(
    (a, b) => ballot.voters.indexOf(a.seat) - ballot.voters.indexOf(b.seat),
  )
  const counted = replaceBallot(cast, { ...ballot, votes })
  const next = isAskedAtOnce(ballot) ? undefined : ballot.voters[votes.length]
  if (next === undefined) return counted
  return {
    ...enterPhase(counted, { kind: "check", seat: next }, at),
    openCalls: [newCall({ id: voteCallId(ballot.id, next), purpose: "vote", seat: next, openedAt: at })],
  }
}

export function ballotRetried(state: DiscussionState, data: EventData["ballot_retried"]): DiscussionState {
  const call = findOpenCall(state, voteCallId(data.ballotId, data.seat))
  return applyRetry(state, retriedCall(call, data), data)
}

export function ballotClosed(
  state: DiscussionState,
  { ballotId, result }: EventData["ballot_result"],
): DiscussionState {
  const ballot = findOpenBallot(state, ballotId)
  if (ballot.votes.length !== ballot.voters.length) {
    throw new ConclaveError(
      "STATE_INVALID",
      `ballot ${ballotId} has ${ballot.votes.length} of ${ballot.voters.length} votes`,
    )
  }
  const closed: Ballot = { ...ballot, result }
  return addEntries(replaceBallot(state, closed), [{ kind: "ballot", ballot: closed }])
}

function findOpenBallot(state: DiscussionState, id: string): Ballot {
  const ballot = state.ballots.at(-1)
  if (ballot?.id !== id || ballot.result) throw new ConclaveError("STATE_INVALID", `ballot ${id} is not open`)
  return ballot
}

function replaceBallot(state: DiscussionState, ballot: Ballot): DiscussionState {
  return { ...state, ballots: [...state.ballots.slice(0, -1), ballot] }
}

export function closingCallStarted(
  state: DiscussionState,
  { callId: id, purpose, seat }: EventData["closing_call_started"],
  at: number,
): DiscussionState {
  const isBusy = state.openCalls.some((call) => call.purpose !== "baseline" || purpose !== "baseline")
  if (state.closing === null || isBusy) {
    throw new ConclaveError(
      "STATE_INVALID",
      `a ${purpose} call cannot start before closing_started or during other calls`,
    )
  }
  const openCalls = [...state.openCalls, newCall({ id, purpose, seat, openedAt: at })]
  const started = { ...enterPhase(state, { kind: "synthesis" }, at), openCalls }
  if (purpose !== "baseline" || state.baseline) return started
  const tableUsage = sumUsage(state.usage)
  return { ...started, baseline: { answers: [], usage: noUsage, tableUsage } }
}

export function closingCallRetried(state: DiscussionState, data: EventData["closing_call_retried"]): DiscussionState {
  const call = retriedCall(findOpenCall(state, data.callId), data)
  const { problems = call.problems, draft = call.draft } = data
  const retried = applyRetry(state, { ...call, ...(problems && { problems }), ...(draft && { draft }) }, data)
  return data.purpose === "baseline" ? addBaselineUsage(retried, data.tokenUsage) : retried
}

export function closingCallFailed(state: DiscussionState, data: EventData["closing_call_failed"]): DiscussionState {
  const { callId, purpose, seat, error, tokenUsage } = data
  const failed = { purpose, seat, message: error.message }
  const closed = addSeatUsage(closeCall(state, callId), seat, tokenUsage)
  const counted = purpose === "baseline" ? addBaselineUsage(closed, tokenUsage) : closed
  return { ...counted, failedClosingCalls: [...state.failedClosingCalls, failed] }
}

export function recordWritten(state: DiscussionState, data: EventData["record_written"]): DiscussionState {
  const { callId, record, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), record.writtenBy.seat, tokenUsage), record }
}

export function resultWritten(state: DiscussionState, data: EventData["result_written"]): DiscussionState {
  const { callId, seat, value, tokenUsage } = data
  return { ...addSeatUsage(closeCall(state, callId), seat, tokenUsage), result: { value } }
}

export function baselineAnswered(state: DiscussionState, data: EventData["baseline_answered"]): DiscussionState {
  const { callId, seat, choice, tokenUsage } = data
  const counted = addBaselineUsage(addSeatUsage(closeCall(state, callId), seat, tokenUsage), tokenUsage)
  return { ...counted, baseline: { ...counted.baseline!, answers: [...counted.baseline!.answers, choice] } }
}

function addBaselineUsage(state: DiscussionState, tokenUsage: TokenUsage): DiscussionState {
  const baseline = state.baseline!
  return { ...state, baseline: { ...baseline, usage: addUsage(baseline.usage, tokenUsage) } }
}
