import { ConclaveError } from "../errors.ts"
import { entryLength } from "../prompting/history.ts"
import { forget } from "../prompting/memory.ts"
import type { DiscussionEvent } from "./event.ts"
import { ballotClosed, ballotOpened, ballotRetried, voteCast } from "./fold-ballots.ts"
import { enter, newCall } from "./fold-moves.ts"
import { noveltyMeasured, roundCompleted, roundStarted, speakerChosen, stageStarted } from "./fold-rounds.ts"
import { awaitingInput, forkStarted, seatJoined, seatLeft, waitAnew } from "./fold-seats.ts"
import { subDiscussionCompleted, subDiscussionReported, subDiscussionStarted } from "./fold-sub-discussions.ts"
import { addEntries, turnCompleted, turnInterrupted, turnRetried, turnSkipped, turnStarted } from "./fold-turns.ts"
import { buildOutcome } from "./outcome-of.ts"
import { type DiscussionState, isOver, type Status } from "./state.ts"
import { subDiscussionOf } from "./sub-discussion.ts"

export { isOver }

/** The state that the first event, `discussion_created`, gives. */
export function begin(id: string, event: DiscussionEvent): DiscussionState {
  if (event.type !== "discussion_created" || event.seq !== 1) {
    throw new ConclaveError("STATE_INVALID", `a discussion begins with discussion_created, not ${event.type}`)
  }
  const { table } = event.data
  return {
    id,
    seq: 1,
    status: "queued",
    phase: { kind: "idle" },
    moves: [],
    table,
    seats: table.seats,
    everyone: table.seats,
    seatedFrom: {},
    left: [],
    round: null,
    rounds: [],
    turns: [],
    entries: [],
    ballots: [],
    open: [],
    turnsOpened: 0,
    turnsThisRun: 0,
    lastSpeaker: null,
    standIns: {},
    memories: {},
    history: { from: 0, length: 0 },
    usage: {},
    startedAt: null,
    updatedAt: event.at,
    idleMs: 0,
    idleSince: null,
    paused: false,
    budgetsWarned: [],
    subDiscussions: [],
    closing: null,
    outcome: null,
  }
}

/** The whole of a log as its state. */
export function fold(id: string, events: readonly DiscussionEvent[]): DiscussionState {
  const [first] = events
  if (!first) throw new ConclaveError("STATE_INVALID", "a discussion has at least one event")
  return foldOn(begin(id, first), events.slice(1))
}

/** The state after some more events. */
export function foldOn(state: DiscussionState, events: readonly DiscussionEvent[]): DiscussionState {
  return events.reduce(apply, state)
}

/** One event further. Throws STATE_INVALID where the event cannot follow from the state. */
export function apply(state: DiscussionState, event: DiscussionEvent): DiscussionState {
  if (event.seq !== state.seq + 1) {
    throw new ConclaveError("STATE_INVALID", `event ${event.seq} cannot follow event ${state.seq}`)
  }
  if (isOver(state.status)) {
    throw new ConclaveError("STATE_INVALID", `${event.type} cannot follow: the discussion is ${state.status}`)
  }
  const next = applyData(state, event)
  const status = statusOf(next)
  return { ...next, seq: event.seq, updatedAt: event.at, status, ...idleTime(next, status, event.at) }
}

function applyData(state: DiscussionState, event: DiscussionEvent): DiscussionState {
  const { at } = event
  switch (event.type) {
    case "discussion_created":
      throw new ConclaveError("STATE_INVALID", "a discussion is created once")
    case "discussion_started":
      return { ...enter(state, { kind: "initializing" }, at), startedAt: at }
    case "round_started":
      return roundStarted(state, event.data)
    case "stage_started":
      return stageStarted(state, event.data)
    case "novelty_measured":
      return noveltyMeasured(state, event.data)
    case "round_completed":
      return roundCompleted(state, event.data)
    case "turn_started":
      return turnStarted(state, event.data, at)
    case "turn_completed":
    case "turn_passed":
      return event.data.turn.purpose === "sub-discussion"
        ? subDiscussionReported(state, event.data.turn)
        : turnCompleted(state, event.data.turn)
    case "turn_retried":
      return turnRetried(state, event.data)
    case "turn_skipped":
      return turnSkipped(state, event.data)
    case "turn_interrupted":
      return turnInterrupted(state, event.data)
    case "awaiting_input":
      return awaitingInput(state, event.data)
    case "interjection":
      return {
        ...addEntries(state, [{ kind: "interjection", interjection: event.data.interjection }]),
        turnsThisRun: 0,
      }
    case "chair_asked":
      return {
        ...enter(state, { kind: "choosing", seat: event.data.role }, at),
        open: [newCall({ id: event.data.callId, purpose: "choose", seat: event.data.role, openedAt: at })],
      }
    case "speaker_chosen":
      return speakerChosen(state, event.data)
    case "consensus_check_started":
    case "ballot_started":
      return ballotOpened(state, event.data, at)
    case "consensus_vote":
    case "ballot_vote":
      return voteCast(state, event.data, at)
    case "consensus_result":
    case "ballot_result":
      return ballotClosed(state, event.data.ballotId, event.data.result)
    case "ballot_retried":
      return ballotRetried(state, event.data)
    case "seat_joined":
      return seatJoined(state, event.data)
    case "seat_left":
      return seatLeft(state, event.data)
    case "sub_discussion_started":
      return subDiscussionStarted(state, event.data, at)
    case "sub_discussion_completed":
      return subDiscussionCompleted(state, event.data, at)
    case "memory_trimmed": {
      const memory = state.memories[event.data.role]
      if (!memory) throw new ConclaveError("STATE_INVALID", `${event.data.role} has no memory to trim`)
      return { ...state, memories: { ...state.memories, [event.data.role]: forget(memory, event.data.linesDropped) } }
    }
    case "history_trimmed": {
      const from = event.data.firstEntry
      const { historyStatementMaxLength } = state.table.format.settings
      const shown = state.entries.slice(from)
      const length = shown.reduce((sum, entry) => sum + entryLength(entry, historyStatementMaxLength), 0)
      return { ...state, history: { from, length } }
    }
    case "budget_warning":
      return { ...state, budgetsWarned: [...state.budgetsWarned, event.data.of] }
    case "discussion_paused":
      return { ...state, paused: true }
    case "discussion_resumed":
      return { ...state, paused: false, turnsThisRun: 0, open: state.open.map((call) => waitAnew(state, call, at)) }
    case "fork_started":
      return forkStarted(state, at)
    case "closing_started":
      return { ...state, closing: event.data.stoppingReason }
    case "discussion_completed":
      return { ...enter(state, { kind: "completed" }, at), open: [], outcome: event.data.outcome }
    case "discussion_error": {
      const outcome = buildOutcome(state, event.data.stoppingReason, event.data.error)
      return { ...enter(state, { kind: "error" }, at), open: [], outcome }
    }
    case "discussion_aborted":
      return { ...enter(state, { kind: "aborted" }, at), open: [], outcome: buildOutcome(state, "user_abort") }
  }
}

function statusOf({ phase, paused, open }: DiscussionState): Status {
  switch (phase.kind) {
    case "idle":
      return "queued"
    case "completed":
      return "completed"
    case "error":
      return "failed"
    case "aborted":
      return "aborted"
    default:
      if (paused) return "paused"
      return open.length > 0 && open.every((call) => call.awaiting) ? "waiting" : "running"
  }
}

function idleTime(before: DiscussionState, status: Status, at: number): Pick<DiscussionState, "idleMs" | "idleSince"> {
  const apart = status === "running" && before.open.length === 0 && subDiscussionOf(before) !== undefined
  const idle = status === "waiting" || status === "paused" || apart
  if (idle) return { idleMs: before.idleMs, idleSince: before.idleSince ?? at }
  const waited = before.idleSince === null ? 0 : at - before.idleSince
  return { idleMs: before.idleMs + waited, idleSince: null }
}
