import { ballotOptions } from "./counting/ballot-options.ts"
import type { NewEvent } from "./discussion/event.ts"
import { isOver } from "./discussion/fold.ts"
import type { BallotStage, SpeakStage, Stage } from "./discussion/format.ts"
import type { StoppingReason } from "./discussion/outcome.ts"
import { getSeat, stageSeats } from "./discussion/seat-queries.ts"
import { defaultTurnLimit } from "./discussion/settings.ts"
import type { DiscussionState, OpenCall, RoundState } from "./discussion/state.ts"
import { runningSubDiscussion } from "./discussion/sub-discussion.ts"
import { noUsage } from "./discussion/usage.ts"
import { firstMentionedSeat } from "./speaking/speaking-orders.ts"
import { nextInputDeadline, requestInput, skipUnanswered } from "./steps/await-input.ts"
import { closeBallot, findStageBallot, openBallot } from "./steps/ballots.ts"
import { cutClosingCall, hasClosingCalls, nextClosingCalls } from "./steps/closing-calls.ts"
import { completeDiscussion, finishFailed } from "./steps/lifecycle.ts"
import { budgetWarnings, trimHistoryAndMemories } from "./steps/maintenance.ts"
import { completeRound, isStageInRound, stageOrder, stanceModelFor, startRound, startTurn } from "./steps/rounds.ts"
import { hardLimitReached, noveltyModelFor, stopAfterRound } from "./steps/stop-rules.ts"

/** What must happen now. After performing it, call `nextStep` again, at the latest at `until`. */
export type Step =
  | { readonly kind: "record"; readonly events: readonly NewEvent[] }
  | { readonly kind: "call"; readonly calls: readonly OpenCall[]; readonly until?: number }
  | { readonly kind: "measure"; readonly of: "novelty" | "positions"; readonly round: number; readonly model: string }
  | { readonly kind: "wait"; readonly for: "start" | "input" | "resume" | "sub-discussion"; readonly until?: number }
  | { readonly kind: "done" }

/** Decides from a discussion's state and the time what must happen now. */
export function nextStep(state: DiscussionState, now: number): Step {
  if (isOver(state.status)) return { kind: "done" }
  if (state.status === "queued") return { kind: "wait", for: "start" }
  if (state.closing === null || state.openCalls.length > 0) {
    const limit = hardLimitReached(state, now)
    if (limit) return record(endAtLimit(state, limit))
  }
  const warnings = budgetWarnings(state, now)
  if (warnings.length > 0) return { kind: "record", events: warnings }
  if (state.openCalls.length > 0) return answerOpenCalls(state, now)
  if (runningSubDiscussion(state)) return { kind: "wait", for: "sub-discussion" }
  if (state.paused) return { kind: "wait", for: "resume" }
  if (state.closing !== null) {
    const calls = nextClosingCalls(state, now)
    return record(...(calls.length > 0 ? calls : [completeDiscussion(state, state.closing)]))
  }
  const trims = trimHistoryAndMemories(state)
  if (trims.length > 0) return { kind: "record", events: trims }
  if (!state.round) return record(startRound(state, 1))
  if (state.round.completed) return afterRound(state, state.round)
  return withinRound(state, state.round)
}

/** A ballot with all its votes is still counted, since that costs nothing and may decide. */
function endAtLimit(state: DiscussionState, limit: StoppingReason): NewEvent {
  const { round } = state
  if (state.closing !== null) return cutClosingCall(state) ?? completeDiscussion(state, limit)
  if (!round || state.openCalls.length > 0) return endWithRecord(state, limit)
  const ballot = round.completed ? undefined : findStageBallot(state, round, round.stage)
  if (ballot && !ballot.result) return closeBallot(state, ballot)
  const stage = state.table.format.stages[round.stage]
  if (ballot?.result?.passed && stage?.kind === "ballot" && stage.decides) return completeRound(state, round)
  const reason = round.completed ? stopAfterRound(state) : undefined
  return endWithRecord(state, reason === "consensus_reached" || reason === "decided" ? reason : limit)
}

/** Ends without a synthesis; the record is still written from the reserved budget. */
function endWithRecord(state: DiscussionState, reason: StoppingReason): NewEvent {
  // A running sub-discussion would report too late for the record.
  if (!hasClosingCalls(state) || runningSubDiscussion(state)) return completeDiscussion(state, reason)
  return { type: "closing_started", data: { stoppingReason: reason } }
}

function record(...events: readonly NewEvent[]): Step {
  return { kind: "record", events }
}

/** Calls models; for people and outside agents it publishes `awaiting_input` and waits. */
function answerOpenCalls(state: DiscussionState, now: number): Step {
  const skipped = skipUnanswered(state, now)
  if (skipped) return record(skipped)
  const isModel = (call: OpenCall) => getSeat(state, call.seat).kind === "model"
  const unannounced = state.openCalls.filter((call) => !isModel(call) && !call.awaiting)
  if (unannounced.length > 0 && !state.paused) {
    return { kind: "record", events: unannounced.map((call) => requestInput(state, call, now)) }
  }
  const until = nextInputDeadline(state)
  const calls = state.openCalls.filter(isModel)
  if (calls.length > 0) return { kind: "call", calls, ...(until !== undefined && { until }) }
  return { kind: "wait", for: state.paused ? "resume" : "input", ...(until !== undefined && { until }) }
}

function withinRound(state: DiscussionState, round: RoundState): Step {
  const { stages } = state.table.format
  const stage = stages[round.stage]
  if (!round.aborted && stage?.kind === "speak" && isStageActive(state, round.stage, round.number)) {
    const speaking = nextInterjection(state, round, stage) ?? nextSpeaker(state, round)
    if (speaking) return speaking
  }
  const ballot = findStageBallot(state, round, round.stage)
  if (ballot && !ballot.result) return record(closeBallot(state, ballot))
  if (!round.aborted) {
    // A round starts at stage 0 without opening it if it is a ballot.
    const from = stage?.kind === "ballot" && !ballot ? round.stage : round.stage + 1
    const next = stages.findIndex((_, index) => index >= from && isStageActive(state, index, round.number))
    if (next >= 0) return openStage(state, round, next)
  }
  const { number } = round
  const stanceModel = stanceModelFor(state, round)
  if (stanceModel !== undefined) return { kind: "measure", of: "positions", round: number, model: stanceModel }
  const noveltyModel = noveltyModelFor(state, round)
  if (noveltyModel !== undefined) return { kind: "measure", of: "novelty", round: number, model: noveltyModel }
  return record(completeRound(state, round))
}

/**
 * The first model seat that the last turn names may answer at once, unless it speaks next anyway. A turn that names no
 * seat costs no call. Disabled with hidden names and in parallel stages.
 */
function nextInterjection(state: DiscussionState, round: RoundState, stage: SpeakStage): Step | undefined {
  const { interjectedOn: asked = [] } = round
  if (asked.length >= state.table.format.settings.interjections || round.parallel) return undefined
  if (stage.sees !== "all") return undefined
  const last = state.turns.at(-1)
  if (last?.purpose !== "turn" || last.passed || last.roundNumber !== round.number) return undefined
  if (asked.includes(last.id)) return undefined
  const others = stageSeats(state, stage, round.number).filter(
    ({ id, kind }) => kind === "model" && id !== last.seat && id !== round.order[round.settled],
  )
  const ids = others.map(({ id }) => id)
  const named = firstMentionedSeat(state, ids, last.content)
  return named === undefined ? undefined : record(startTurn(state, getSeat(state, named), "interjection"))
}

function nextSpeaker(state: DiscussionState, round: RoundState): Step | undefined {
  if (round.settled < round.order.length) {
    const limited = turnLimitStep(state)
    if (limited) return limited
    const ids = round.parallel ? round.order.slice(round.settled) : [round.order[round.settled]!]
    return { kind: "record", events: ids.map((id, index) => startTurn(state, getSeat(state, id), "turn", index)) }
  }
  const [first, ...others] = round.remaining
  if (first === undefined) return undefined
  const chair = state.seats.find((seat) => seat.role === "chair")
  if (others.length === 0 || !chair) {
    const data = { seat: first, by: null, roundNumber: round.number, tokenUsage: noUsage }
    return record({ type: "speaker_chosen", data })
  }
  const callId = `c${round.number}.${round.stage}.${round.order.length}`
  return record({
    type: "chair_asked",
    data: { callId, seat: chair.id, roundNumber: round.number, candidates: round.remaining },
  })
}

/**
 * Pauses at `turnsPerRun` until a person speaks. With model seats only, the default limit starts the next run at once; any
 * other limit ends the discussion, since no person could resume it.
 */
function turnLimitStep(state: DiscussionState): Step | undefined {
  const { turnsPerRun } = state.table.format.settings
  if (turnsPerRun === 0 || state.turnsThisRun < turnsPerRun) return undefined
  if (state.seats.every((seat) => seat.kind === "model")) {
    if (turnsPerRun !== defaultTurnLimit) return closeDiscussion(state, "turn_limit")
    return record({ type: "discussion_resumed", data: {} })
  }
  return record({ type: "discussion_paused", data: { reason: "turn_limit" } })
}

function openStage(state: DiscussionState, round: RoundState, index: number): Step {
  const stage = state.table.format.stages[index]!
  if (stage.kind === "ballot") return record(openBallot(state, round, index, stage))
  const { order, parallel } = stageOrder(state, index, round.number)
  return record({ type: "stage_started", data: { roundNumber: round.number, stage: index, order, parallel } })
}

function isStageActive(state: DiscussionState, index: number, round: number): boolean {
  const stage: Stage | undefined = state.table.format.stages[index]
  if (!stage || !isStageInRound(state, stage, round)) return false
  if (stageSeats(state, stage, round).length === 0) return false
  if (stage.kind === "ballot" && stage.asks === "choice" && ballotOptions(state, stage).length < 2) return false
  if (stage.kind === "ballot" && isTooEarly(state, stage, round)) return false
  if (stage.kind === "speak" || !stage.onlyAfterPassed) return true
  return state.ballots.at(-1)?.roundNumber === round && state.ballots.at(-1)?.result?.passed === true
}

/**
 * Skips a consensus ballot that could not end the discussion yet, to save its calls. A secret ballot is held anyway,
 * since its count is shown in the next round.
 */
function isTooEarly({ table }: DiscussionState, { asks, decides, secret }: BallotStage, round: number): boolean {
  const { minRounds, decide } = table.format.settings
  return asks === "consensus" && decides && !secret && decide !== "vote-first" && round < minRounds
}

function afterRound(state: DiscussionState, round: RoundState): Step {
  if (round.failures > 0 && round.contributions === 0 && round.passes === 0) {
    const message = `every seat failed in round ${round.number}; see turn_skipped`
    const error = { code: "MODEL_UNAVAILABLE" as const, message, recoverable: true, roundNumber: round.number }
    return record(finishFailed(state, "model_unavailable", error))
  }
  const reason = stopAfterRound(state)
  return reason ? closeDiscussion(state, reason) : record(startRound(state, round.number + 1))
}

/** Ends with a synthesis if the format has one, its writer is seated and at least one turn was not a pass. */
function closeDiscussion(state: DiscussionState, reason: StoppingReason): Step {
  const { closing } = state.table.format
  const writer = closing && state.seats.find((seat) => seat.role === closing.by)
  if (!writer || state.turns.every((turn) => turn.passed)) return record(endWithRecord(state, reason))
  return record({ type: "closing_started", data: { stoppingReason: reason } }, startTurn(state, writer, "synthesis"))
}
