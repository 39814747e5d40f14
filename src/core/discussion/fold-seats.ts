import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { addEntries } from "./fold-turns.ts"
import { roundNumber } from "./seat-queries.ts"
import type { DiscussionState, OpenCall } from "./state.ts"
import { addSeatUsage, findOpenCall, replaceCall } from "./state-updates.ts"
import { runningSubDiscussion, type SubDiscussion } from "./sub-discussion.ts"
import type { Turn } from "./turn.ts"

export function seatJoined(state: DiscussionState, { seat, fromRound }: EventData["seat_joined"]): DiscussionState {
  if (state.everyone.some(({ id }) => id === seat.id)) {
    throw new ConclaveError("STATE_INVALID", `seat ${seat.id} exists already`)
  }
  if (fromRound <= roundNumber(state)) {
    throw new ConclaveError("STATE_INVALID", `${seat.id} cannot join round ${fromRound}: it has started`)
  }
  return {
    ...state,
    everyone: [...state.everyone, seat],
    firstRounds: { ...state.firstRounds, [seat.id]: fromRound },
  }
}

export function seatLeft(state: DiscussionState, { seat }: EventData["seat_left"]): DiscussionState {
  if (!state.everyone.some(({ id }) => id === seat) || state.leftSeats.includes(seat)) {
    throw new ConclaveError("STATE_INVALID", `${seat} is not a current seat`)
  }
  return { ...state, leftSeats: [...state.leftSeats, seat], seats: state.seats.filter(({ id }) => id !== seat) }
}

export function awaitingInput(state: DiscussionState, data: EventData["awaiting_input"]): DiscussionState {
  const { until: _, ...call } = findOpenCall(state, data.callId)
  return replaceCall(state, { ...call, awaiting: true, ...(data.until !== undefined && { until: data.until }) })
}

/** A pause stops the deadline for answers, so it restarts on resume. */
export function restartWait(state: DiscussionState, call: OpenCall, at: number): OpenCall {
  const { waitMs } = state.table.format.settings
  return call.until === undefined || waitMs === null ? call : { ...call, until: at + waitMs }
}

/**
 * The time between the last copied event and the fork counts as idle, and waits start over. A running sub-discussion
 * reports to the parent only.
 */
export function forkStarted(state: DiscussionState, at: number): DiscussionState {
  return {
    ...state,
    idleMs: state.idleMs + (state.idleSince === null ? at - state.updatedAt : 0),
    paused: false,
    turnsThisRun: 0,
    subDiscussions: state.subDiscussions.filter(({ status }) => status !== "running"),
    openCalls: state.openCalls.map((call) => ({ ...call, awaiting: false })),
  }
}

type StartedData = EventData["sub_discussion_started"]

export function subDiscussionStarted(state: DiscussionState, data: StartedData, at: number): DiscussionState {
  if (state.startedAt === null || state.closing !== null || runningSubDiscussion(state)) {
    throw new ConclaveError("STATE_INVALID", `sub-discussion ${data.subId} cannot start now`)
  }
  const { subId: id, discussionId, by, speaker, seats, topic, table } = data
  const shared = { id, discussionId, by, speaker, seats, topic, table }
  const sub: SubDiscussion = { ...shared, openedAt: at, status: "running", parentIdleMs: idleMsAt(state, at) }
  return { ...state, subDiscussions: [...state.subDiscussions, sub] }
}

/** Its usage counts for the parent: tokens by seat, and its active time while the parent was idle. */
export function subDiscussionCompleted(
  state: DiscussionState,
  { subId, status, usage, activeMs }: EventData["sub_discussion_completed"],
  at: number,
): DiscussionState {
  const sub = runningSubDiscussion(state)
  if (sub?.id !== subId) throw new ConclaveError("STATE_INVALID", `sub-discussion ${subId} is not running`)
  const spent = Object.entries(usage).reduce((before, [seat, used]) => addSeatUsage(before, seat, used), state)
  const idleMs = state.idleMs - Math.min(activeMs, Math.max(0, idleMsAt(state, at) - sub.parentIdleMs))
  return { ...spent, idleMs, subDiscussions: [...state.subDiscussions.slice(0, -1), { ...sub, status }] }
}

/** Adds the one turn that reports the outcome; it has no open call. */
export function subDiscussionReported(state: DiscussionState, turn: Turn): DiscussionState {
  const sub = state.subDiscussions.find(({ id }) => id === turn.id)
  if (!sub || sub.status === "running" || state.turns.some(({ id }) => id === turn.id)) {
    throw new ConclaveError("STATE_INVALID", `sub-discussion ${turn.id} cannot report now`)
  }
  return addEntries({ ...state, turns: [...state.turns, turn] }, [{ kind: "turn", turn }])
}

function idleMsAt({ idleMs, idleSince }: DiscussionState, at: number): number {
  return idleMs + (idleSince === null ? 0 : at - idleSince)
}
