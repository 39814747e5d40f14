import { ConclaveError } from "../errors.ts"
import type { EventData } from "./event.ts"
import { addEntries } from "./fold-turns.ts"
import type { DiscussionState } from "./state.ts"
import { addSeatUsage } from "./state-updates.ts"
import { runningSubDiscussion, type SubDiscussion } from "./sub-discussion.ts"
import type { Turn } from "./turn.ts"

type StartedData = EventData["sub_discussion_started"]

export function subDiscussionStarted(state: DiscussionState, data: StartedData, at: number): DiscussionState {
  if (state.startedAt === null || state.closing !== null || runningSubDiscussion(state)) {
    throw new ConclaveError("STATE_INVALID", `sub-discussion ${data.subId} cannot begin now`)
  }
  const { subId: id, discussionId, by, speaker, seats, topic, table } = data
  const shared = { id, discussionId, by, speaker, seats, topic, table }
  const sub: SubDiscussion = { ...shared, openedAt: at, status: "running", parentIdleMs: idleMsAt(state, at) }
  return { ...state, subDiscussions: [...state.subDiscussions, sub] }
}

/** What was used in it counts for its parent too: tokens by seat, and of its time what the parent waited idly for. */
export function subDiscussionCompleted(
  state: DiscussionState,
  { subId, status, usage, activeMs }: EventData["sub_discussion_completed"],
  at: number,
): DiscussionState {
  const sub = runningSubDiscussion(state)
  if (sub?.id !== subId) throw new ConclaveError("STATE_INVALID", `sub-discussion ${subId} is not under way`)
  const spent = Object.entries(usage).reduce((before, [seat, used]) => addSeatUsage(before, seat, used), state)
  const idleMs = state.idleMs - Math.min(activeMs, Math.max(0, idleMsAt(state, at) - sub.parentIdleMs))
  return { ...spent, idleMs, subDiscussions: [...state.subDiscussions.slice(0, -1), { ...sub, status }] }
}

/** It comes back once, as one turn that nobody had to be asked for. */
export function subDiscussionReported(state: DiscussionState, turn: Turn): DiscussionState {
  const sub = state.subDiscussions.find(({ id }) => id === turn.id)
  if (!sub || sub.status === "running" || state.turns.some(({ id }) => id === turn.id)) {
    throw new ConclaveError("STATE_INVALID", `sub-discussion ${turn.id} cannot come back now`)
  }
  return addEntries({ ...state, turns: [...state.turns, turn] }, [{ kind: "turn", turn }])
}

function idleMsAt({ idleMs, idleSince }: DiscussionState, at: number): number {
  return idleMs + (idleSince === null ? 0 : at - idleSince)
}
