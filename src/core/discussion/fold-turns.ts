import { ConclaveError } from "../errors.ts"
import { entryLength } from "../prompting/history.ts"
import type { Entry } from "./entry.ts"
import type { EventData } from "./event.ts"
import { closeCall, enter, newCall, openCall, replaceCall, spend } from "./fold-moves.ts"
import { currentRound } from "./fold-rounds.ts"
import type { SeatId } from "./seat.ts"
import type { DiscussionState, OpenCall, RoundState } from "./state.ts"
import { subDiscussionOf } from "./sub-discussion.ts"
import type { Turn } from "./turn.ts"

export function turnStarted(state: DiscussionState, data: EventData["turn_started"], at: number): DiscussionState {
  const round = currentRound(state)
  const synthesis = data.purpose === "synthesis"
  if (!synthesis && !round.parallel && state.open.length > 0) {
    throw new ConclaveError("STATE_INVALID", `${data.seat} cannot speak while ${state.open[0]!.seat} does`)
  }
  const sub = subDiscussionOf(state)
  if (sub) throw new ConclaveError("STATE_INVALID", `${data.seat} cannot speak before sub-discussion ${sub.id} is back`)
  const place = round.order.indexOf(data.seat)
  if (!synthesis && (round.completed || place !== round.settled + state.open.length)) {
    throw new ConclaveError("STATE_INVALID", `it is not ${data.seat}'s turn`)
  }
  const phase = synthesis
    ? ({ kind: "synthesis" } as const)
    : round.parallel
      ? ({ kind: "parallel-turns" } as const)
      : ({ kind: "turn", seat: data.seat } as const)
  const call = newCall({ id: data.turnId, purpose: data.purpose, seat: data.seat, openedAt: at })
  return {
    ...enter(state, phase, at, { order: round.order, orderIsNew: place === 0 }),
    open: [...state.open, call],
    turnsOpened: state.turnsOpened + 1,
  }
}

export function turnCompleted(state: DiscussionState, turn: Turn, memory?: string): DiscussionState {
  const call = openCall(state, turn.id)
  if (call.seat !== turn.seat || call.attempt !== turn.attempt) {
    throw new ConclaveError("STATE_INVALID", `attempt ${turn.attempt} of ${turn.id} is not under way`)
  }
  const closed = spend(closeCall(state, turn.id), turn.seat, turn.tokenUsage)
  const counted: DiscussionState = {
    ...closed,
    turns: [...closed.turns, turn],
    turnsThisRun: call.awaiting ? 0 : closed.turnsThisRun + 1,
    lastSpeaker: turn.seat,
    memories: memory === undefined ? closed.memories : remember(closed.memories, turn.seat, memory),
  }
  if (turn.purpose === "synthesis") return counted
  const round = currentRound(counted)
  return settleOne(counted, {
    ...round,
    contributions: round.contributions + (turn.passed ? 0 : 1),
    passes: round.passes + (turn.passed ? 1 : 0),
    heldBack: [...round.heldBack, turn],
  })
}

export function turnSkipped(state: DiscussionState, data: EventData["turn_skipped"]): DiscussionState {
  const call = openCall(state, data.turnId)
  const closed = spend(closeCall(state, data.turnId), data.seat, data.tokenUsage)
  if (call.purpose === "synthesis") return { ...closed, turnsThisRun: closed.turnsThisRun + 1 }
  const round = currentRound(closed)
  return settleOne(
    { ...closed, turnsThisRun: closed.turnsThisRun + 1 },
    {
      ...round,
      skips: round.skips + 1,
      failures: round.failures + (data.because === undefined ? 1 : 0),
      aborted: round.aborted || data.abortsRound,
    },
  )
}

/**
 * Turns become public as they end; those of a parallel stage only together, in seat order, once all have spoken,
 * whatever the order in which they were finished.
 */
function settleOne(state: DiscussionState, round: RoundState): DiscussionState {
  const settled = round.settled + 1
  const release = !round.parallel || settled === round.order.length || round.aborted
  if (!release) return { ...state, round: { ...round, settled } }
  const inOrder = round.heldBack.toSorted((a, b) => round.order.indexOf(a.seat) - round.order.indexOf(b.seat))
  const entries = inOrder.map((turn): Entry => ({ kind: "turn", turn }))
  return addEntries({ ...state, round: { ...round, settled, heldBack: [] } }, entries)
}

export function turnInterrupted(state: DiscussionState, data: EventData["turn_interrupted"]): DiscussionState {
  const call = openCall(state, data.turnId)
  if (call.attempt !== data.attempt) {
    throw new ConclaveError("STATE_INVALID", `attempt ${data.attempt} of ${data.turnId} is not under way`)
  }
  return replaceCall(state, { ...call, interrupted: true })
}

export function turnRetried(state: DiscussionState, data: EventData["turn_retried"]): DiscussionState {
  const call = retried(openCall(state, data.turnId), data)
  return callAgain(state, data.kept ? { ...call, kept: data.kept } : call, data)
}

type Retried = EventData["turn_retried"] | EventData["ballot_retried"]

export function callAgain(state: DiscussionState, call: OpenCall, data: Retried): DiscussionState {
  const again = replaceCall(spend(state, data.seat, data.tokenUsage), call)
  if (!data.lasting || data.modelId === undefined) return again
  return { ...again, standIns: { ...again.standIns, [data.seat]: data.modelId } }
}

/** The same call, to be made again; of another model with retries of its own. */
export function retried(call: OpenCall, data: Retried): OpenCall {
  const { reason } = data
  if (reason === "fallback" && data.modelId !== undefined) {
    const { clarify: _, ...rest } = call
    return { ...rest, model: data.modelId, attempt: data.attempt, failures: 0, timeouts: 0, delayMs: 0 }
  }
  const failed = reason === "failed" || reason === "timeout" || reason === "empty"
  const rejected = reason === "too_short" || reason === "unreadable_vote"
  return {
    ...call,
    attempt: data.attempt,
    failures: call.failures + (failed ? 1 : 0),
    timeouts: call.timeouts + (reason === "timeout" ? 1 : 0),
    rejections: call.rejections + (rejected ? 1 : 0),
    delayMs: data.delayMs,
    awaiting: false,
    ...((rejected || reason === "empty") && { clarify: reason }),
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
