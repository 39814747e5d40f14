import { ConclaveError } from "../errors.ts"
import type { DiscussionEvent } from "./event.ts"
import {
  ballotClosed,
  ballotOpened,
  ballotRetried,
  baselineAnswered,
  closingCallFailed,
  closingCallRetried,
  closingCallStarted,
  recordWritten,
  resultWritten,
  voteCast,
} from "./fold-ballots.ts"
import {
  noveltyMeasured,
  positionsCompared,
  roundCompleted,
  roundStarted,
  speakerChosen,
  stageStarted,
} from "./fold-rounds.ts"
import {
  awaitingInput,
  forkStarted,
  restartWait,
  seatJoined,
  seatLeft,
  subDiscussionCompleted,
  subDiscussionReported,
  subDiscussionStarted,
} from "./fold-seats.ts"
import { addEntries, turnCompleted, turnInterrupted, turnRetried, turnSkipped, turnStarted } from "./fold-turns.ts"
import { dropLines, entryLength } from "./history.ts"
import { type DiscussionState, isOver, type Status } from "./state.ts"
import { enterPhase, newCall } from "./state-updates.ts"
import { runningSubDiscussion } from "./sub-discussion.ts"

export { isOver }

/** The state that the first event, `discussion_created`, gives. */
export function initialState(id: string, event: DiscussionEvent): DiscussionState {
  if (event.type !== "discussion_created" || event.seq !== 1) {
    throw new ConclaveError("STATE_INVALID", `a discussion begins with discussion_created, not ${event.type}`)
  }
  const { table } = event.data
  return {
    id,
    seq: 1,
    status: "queued",
    phase: { kind: "idle" },
    transitions: [],
    table,
    seats: table.seats,
    everyone: table.seats,
    firstRounds: {},
    leftSeats: [],
    round: null,
    rounds: [],
    turns: [],
    entries: [],
    ballots: [],
    stances: {},
    openCalls: [],
    turnsStarted: 0,
    turnsThisRun: 0,
    lastSpeaker: null,
    modelOverrides: {},
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
    failedClosingCalls: [],
    record: null,
    outcome: null,
  }
}

/** The whole of a log as its state. */
export function fold(id: string, events: readonly DiscussionEvent[]): DiscussionState {
  const [first] = events
  if (!first) throw new ConclaveError("STATE_INVALID", "a discussion has at least one event")
  return foldEvents(initialState(id, first), events.slice(1))
}

/** The state after some more events. */
export function foldEvents(state: DiscussionState, events: readonly DiscussionEvent[]): DiscussionState {
  return events.reduce(foldEvent, state)
}

/** One event further. Throws STATE_INVALID where the event cannot follow from the state. */
export function foldEvent(state: DiscussionState, event: DiscussionEvent): DiscussionState {
  if (event.seq !== state.seq + 1) {
    throw new ConclaveError("STATE_INVALID", `event ${event.seq} cannot follow event ${state.seq}`)
  }
  if (isOver(state.status)) {
    throw new ConclaveError("STATE_INVALID", `${event.type} cannot follow: the discussion is ${state.status}`)
  }
  const next = reduceEvent(state, event)
  const status = statusOf(next)
  return { ...next, seq: event.seq, updatedAt: event.at, status, ...idleTime(next, status, event.at) }
}

function reduceEvent(state: DiscussionState, event: DiscussionEvent): DiscussionState {
  const { at } = event
  switch (event.type) {
    case "discussion_created":
      throw new ConclaveError("STATE_INVALID", "a discussion is created once")
    case "discussion_started":
      return { ...enterPhase(state, { kind: "initializing" }, at), startedAt: at }
    case "round_started":
      return roundStarted(state, event.data)
    case "stage_started":
      return stageStarted(state, event.data)
    case "novelty_measured":
      return noveltyMeasured(state, event.data)
    case "positions_compared":
      return positionsCompared(state, event.data)
    case "round_completed":
      return roundCompleted(state, event.data)
    case "turn_started":
      return turnStarted(state, event.data, at)
    case "turn_completed":
      return event.data.turn.purpose === "sub-discussion"
        ? subDiscussionReported(state, event.data.turn)
        : turnCompleted(state, event.data.turn, event.data.memory)
    case "turn_passed":
      return turnCompleted(state, event.data.turn)
    case "turn_retried":
      return turnRetried(state, event.data, at)
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
        ...enterPhase(state, { kind: "choosing", seat: event.data.seat }, at),
        openCalls: [newCall({ id: event.data.callId, purpose: "choose", seat: event.data.seat, openedAt: at })],
      }
    case "speaker_chosen":
      return speakerChosen(state, event.data)
    case "ballot_started":
      return ballotOpened(state, event.data, at)
    case "ballot_vote":
      return voteCast(state, event.data, at)
    case "ballot_result":
      return ballotClosed(state, event.data)
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
      const memory = state.memories[event.data.seat]
      if (!memory) throw new ConclaveError("STATE_INVALID", `${event.data.seat} has no memory to trim`)
      return {
        ...state,
        memories: { ...state.memories, [event.data.seat]: dropLines(memory, event.data.linesDropped) },
      }
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
      return {
        ...state,
        paused: false,
        turnsThisRun: 0,
        openCalls: state.openCalls.map((call) => restartWait(state, call, at)),
      }
    case "fork_started":
      return forkStarted(state, at)
    case "closing_started":
      return { ...state, closing: event.data.stoppingReason, openCalls: [] }
    case "closing_call_started":
      return closingCallStarted(state, event.data, at)
    case "closing_call_retried":
      return closingCallRetried(state, event.data)
    case "closing_call_failed":
      return closingCallFailed(state, event.data)
    case "record_written":
      return recordWritten(state, event.data)
    case "baseline_answered":
      return baselineAnswered(state, event.data)
    case "result_written":
      return resultWritten(state, event.data)
    case "discussion_completed":
      return { ...enterPhase(state, { kind: "completed" }, at), openCalls: [], outcome: event.data.outcome }
    case "discussion_error":
      return { ...enterPhase(state, { kind: "error" }, at), openCalls: [], outcome: event.data.outcome }
    case "discussion_aborted":
      return { ...enterPhase(state, { kind: "aborted" }, at), openCalls: [], outcome: event.data.outcome }
  }
}

function statusOf({ phase, paused, openCalls: open }: DiscussionState): Status {
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
  const awaitsSubDiscussion =
    status === "running" && before.openCalls.length === 0 && runningSubDiscussion(before) !== undefined
  const idle = status === "waiting" || status === "paused" || awaitsSubDiscussion
  if (idle) return { idleMs: before.idleMs, idleSince: before.idleSince ?? at }
  const waited = before.idleSince === null ? 0 : Math.max(0, at - before.idleSince)
  return { idleMs: before.idleMs + waited, idleSince: null }
}
