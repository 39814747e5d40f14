import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { currentRound } from "./fold-rounds.ts"
import { type Entry, entryLength } from "./history.ts"
import type { SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall, RoundState } from "./state.ts"
import { addSeatUsage, closeCall, enterPhase, findOpenCall, newCall, replaceCall } from "./state-updates.ts"
import { runningSubDiscussion } from "./sub-discussion.ts"
import type { Turn } from "./turn.ts"

export function turnStarted(state: DiscussionState, data: EventData["turn_started"], at: number): DiscussionState {
  const round = currentRound(state)
  const { purpose } = data
  const isInTurn = purpose === "turn"
  if (purpose !== "synthesis" && !(isInTurn && round.parallel) && state.openCalls.length > 0) {
    throw new ConclaveError("STATE_INVALID", `${data.seat} cannot speak while ${state.openCalls[0]!.seat} does`)
  }
  const sub = runningSubDiscussion(state)
  if (sub) throw new ConclaveError("STATE_INVALID", `${data.seat} cannot speak before sub-discussion ${sub.id} is over`)
  const isNext = round.order.indexOf(data.seat) === round.settled + state.openCalls.length
  if (isInTurn && (round.completed || !isNext)) {
    throw new ConclaveError("STATE_INVALID", `it is not ${data.seat}'s turn`)
  }
  const phase = !isInTurn
    ? ({ kind: purpose } as const)
    : round.parallel
      ? ({ kind: "parallel-turns" } as const)
      : ({ kind: "turn", seat: data.seat } as const)
  const call = newCall({ id: data.turnId, purpose, seat: data.seat, openedAt: at })
  const interjectedOn = [...(round.interjectedOn ?? []), state.turns.at(-1)?.id ?? ""]
  return {
    ...enterPhase(state, phase, at),
    openCalls: [...state.openCalls, call],
    turnsStarted: state.turnsStarted + 1,
    ...(purpose === "interjection" && { round: { ...round, interjectedOn } }),
  }
}

export function turnCompleted(state: DiscussionState, turn: Turn, memory?: string): DiscussionState {
  const call = findOpenCall(state, turn.id)
  if (call.seat !== turn.seat || call.attempt !== turn.attempt) {
    throw new ConclaveError("STATE_INVALID", `attempt ${turn.attempt} of ${turn.id} is not open`)
  }
  const closed = addSeatUsage(closeCall(state, turn.id), turn.seat, turn.tokenUsage)
  // A declined interjection is not part of the discussion.
  if (turn.purpose === "interjection" && turn.passed) return closed
  const counted: DiscussionState = {
    ...closed,
    turns: [...closed.turns, turn],
    turnsThisRun: call.awaiting ? 0 : closed.turnsThisRun + 1,
    stances: turn.stance ? { ...closed.stances, [turn.seat]: turn.stance } : closed.stances,
    lastSpeaker: turn.seat,
    memories: memory === undefined ? closed.memories : remember(closed.memories, turn.seat, memory),
  }
  if (turn.purpose === "synthesis") return counted
  if (turn.purpose === "interjection") return addEntries(counted, [{ kind: "turn", turn }])
  const round = currentRound(counted)
  return settleTurn(counted, {
    ...round,
    contributions: round.contributions + (turn.passed ? 0 : 1),
    passes: round.passes + (turn.passed ? 1 : 0),
    heldBack: [...round.heldBack, turn],
  })
}

export function turnSkipped(state: DiscussionState, data: EventData["turn_skipped"]): DiscussionState {
  const call = findOpenCall(state, data.turnId)
  const closed = addSeatUsage(closeCall(state, data.turnId), data.seat, data.tokenUsage)
  if (call.purpose !== "turn") return { ...closed, turnsThisRun: closed.turnsThisRun + 1 }
  const round = currentRound(closed)
  return settleTurn(
    { ...closed, turnsThisRun: closed.turnsThisRun + 1 },
    {
      ...round,
      skips: round.skips + 1,
      failures: round.failures + (data.because === undefined ? 1 : 0),
      aborted: round.aborted || data.abortsRound,
    },
  )
}

/** Turns become public as they end; those of a parallel stage together, in seat order, once all have ended. */
function settleTurn(state: DiscussionState, round: RoundState): DiscussionState {
  const settled = round.settled + 1
  const isPublished = !round.parallel || settled === round.order.length || round.aborted
  if (!isPublished) return { ...state, round: { ...round, settled } }
  const entries = heldBackInOrder(round).map((turn): Entry => ({ kind: "turn", turn }))
  return addEntries({ ...state, round: { ...round, settled, heldBack: [] } }, entries)
}

export function heldBackInOrder({ heldBack, order }: RoundState): readonly Turn[] {
  return heldBack.toSorted((a, b) => order.indexOf(a.seat) - order.indexOf(b.seat))
}

export function turnInterrupted(state: DiscussionState, data: EventData["turn_interrupted"]): DiscussionState {
  const call = findOpenCall(state, data.turnId)
  if (call.attempt !== data.attempt) {
    throw new ConclaveError("STATE_INVALID", `attempt ${data.attempt} of ${data.turnId} is not open`)
  }
  return replaceCall(state, { ...call, interrupted: true })
}

export function turnRetried(state: DiscussionState, data: EventData["turn_retried"], at: number): DiscussionState {
  const call = retriedCall(findOpenCall(state, data.turnId), data)
  // Time without a running process does not count as part of the turn.
  const openedAt = data.reason === "interrupted" ? at : call.openedAt
  return applyRetry(state, { ...call, openedAt, ...(data.kept && { kept: data.kept }) }, data)
}

type RetryData = EventData["turn_retried"] | EventData["ballot_retried"] | EventData["closing_call_retried"]

export function applyRetry(state: DiscussionState, call: OpenCall, data: RetryData): DiscussionState {
  const updated = replaceCall(addSeatUsage(state, data.seat, data.tokenUsage), call)
  if (!data.lasting || data.modelId === undefined) return updated
  return { ...updated, modelOverrides: { ...updated.modelOverrides, [data.seat]: data.modelId } }
}

/** The call for its next attempt. A fallback model starts with a fresh retry count. */
export function retriedCall(call: OpenCall, data: RetryData): OpenCall {
  const { reason } = data
  if (reason === "fallback" && data.modelId !== undefined) {
    const { clarification: _, ...rest } = call
    return { ...rest, model: data.modelId, attempt: data.attempt, failures: 0, timeouts: 0, delayMs: 0 }
  }
  const failed = reason === "failed" || reason === "timeout" || reason === "empty"
  const unclear = reason === "too_short" || reason === "unreadable_vote" || reason === "empty"
  const rejected = reason === "rejected" || (unclear && reason !== "empty")
  return {
    ...call,
    attempt: data.attempt,
    failures: call.failures + (failed ? 1 : 0),
    timeouts: call.timeouts + (reason === "timeout" ? 1 : 0),
    rejections: call.rejections + (rejected ? 1 : 0),
    delayMs: data.delayMs,
    awaiting: false,
    ...(unclear && { clarification: reason }),
  }
}

export function addEntries(state: DiscussionState, added: readonly Entry[]): DiscussionState {
  const limit = state.table.format.settings.historyStatementMaxLength
  const length = added.reduce((sum, entry) => sum + entryLength(entry, limit), state.history.length)
  return { ...state, entries: [...state.entries, ...added], history: { ...state.history, length } }
}

function remember(memories: DiscussionState["memories"], seat: SeatId, line: string): DiscussionState["memories"] {
  const { lines, length } = memories[seat] ?? { lines: [], length: 0 }
  return { ...memories, [seat]: { lines: [...lines, line], length: length + line.length } }
}
