import { ConclaveError } from "../errors.ts"
import type { DiscussionEvent, EventData, EventType } from "./event.ts"
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
import type { Outcome } from "./outcome.ts"
import { type DiscussionState, isOver, type Status } from "./state.ts"
import { enterPhase, newCall } from "./state-updates.ts"
import { runningSubDiscussion } from "./sub-discussion.ts"

export { isOver }

/** The state after the first event, `discussion_created`. */
export function initialState(id: string, event: DiscussionEvent): DiscussionState {
  if (event.type !== "discussion_created" || event.seq !== 1) {
    throw new ConclaveError("STATE_INVALID", `a discussion starts with discussion_created, not ${event.type}`)
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

/** Computes the state of a discussion from all of its events. */
export function fold(id: string, events: readonly DiscussionEvent[]): DiscussionState {
  const [first] = events
  if (!first) throw new ConclaveError("STATE_INVALID", "a discussion has at least one event")
  return foldEvents(initialState(id, first), events.slice(1))
}

/** Applies further events to a state. */
export function foldEvents(state: DiscussionState, events: readonly DiscussionEvent[]): DiscussionState {
  return events.reduce(foldEvent, state)
}

/** Applies one event. Throws STATE_INVALID if the event cannot follow the state. */
export function foldEvent(state: DiscussionState, event: DiscussionEvent): DiscussionState {
  if (event.seq !== state.seq + 1) {
    throw new ConclaveError("STATE_INVALID", `event ${event.seq} cannot follow event ${state.seq}`)
  }
  if (isOver(state.status)) {
    throw new ConclaveError("STATE_INVALID", `${event.type} cannot follow: the discussion is ${state.status}`)
  }
  const reduce = reducers[event.type] as (state: DiscussionState, data: unknown, at: number) => DiscussionState
  const next = reduce(state, event.data, event.at)
  const status = statusOf(next)
  return { ...next, seq: event.seq, updatedAt: event.at, status, ...idleTime(next, status, event.at) }
}

/** One reducer per event type; a missing one does not compile. */
const reducers: {
  readonly [T in EventType]: (state: DiscussionState, data: EventData[T], at: number) => DiscussionState
} = {
  discussion_created: () => {
    throw new ConclaveError("STATE_INVALID", "a discussion is created once")
  },
  discussion_started: (state, _, at) => ({ ...enterPhase(state, { kind: "initializing" }, at), startedAt: at }),
  round_started: roundStarted,
  stage_started: stageStarted,
  novelty_measured: noveltyMeasured,
  positions_compared: positionsCompared,
  round_completed: roundCompleted,
  turn_started: turnStarted,
  turn_completed: (state, { turn, memory }) =>
    turn.purpose === "sub-discussion" ? subDiscussionReported(state, turn) : turnCompleted(state, turn, memory),
  turn_passed: (state, { turn }) => turnCompleted(state, turn),
  turn_retried: turnRetried,
  turn_skipped: turnSkipped,
  turn_interrupted: turnInterrupted,
  awaiting_input: awaitingInput,
  interjection: (state, { interjection }) => ({
    ...addEntries(state, [{ kind: "interjection", interjection }]),
    turnsThisRun: 0,
  }),
  chair_asked: (state, { callId: id, seat }, at) => ({
    ...enterPhase(state, { kind: "choosing", seat }, at),
    openCalls: [newCall({ id, purpose: "choose", seat, openedAt: at })],
  }),
  speaker_chosen: speakerChosen,
  ballot_started: ballotOpened,
  ballot_vote: voteCast,
  ballot_result: ballotClosed,
  ballot_retried: ballotRetried,
  seat_joined: seatJoined,
  seat_left: seatLeft,
  sub_discussion_started: subDiscussionStarted,
  sub_discussion_completed: subDiscussionCompleted,
  memory_trimmed: (state, { seat, linesDropped }) => {
    const memory = state.memories[seat]
    if (!memory) throw new ConclaveError("STATE_INVALID", `${seat} has no memory to trim`)
    return { ...state, memories: { ...state.memories, [seat]: dropLines(memory, linesDropped) } }
  },
  history_trimmed: (state, { firstEntry: from }) => {
    const { historyStatementMaxLength } = state.table.format.settings
    const shown = state.entries.slice(from)
    const length = shown.reduce((sum, entry) => sum + entryLength(entry, historyStatementMaxLength), 0)
    return { ...state, history: { from, length } }
  },
  budget_warning: (state, data) => ({ ...state, budgetsWarned: [...state.budgetsWarned, data.of] }),
  discussion_paused: (state) => ({ ...state, paused: true }),
  discussion_resumed: (state, _, at) => ({
    ...state,
    paused: false,
    turnsThisRun: 0,
    openCalls: state.openCalls.map((call) => restartWait(state, call, at)),
  }),
  fork_started: (state, _, at) => forkStarted(state, at),
  closing_started: (state, data) => ({ ...state, closing: data.stoppingReason, openCalls: [] }),
  closing_call_started: closingCallStarted,
  closing_call_retried: closingCallRetried,
  closing_call_failed: closingCallFailed,
  record_written: recordWritten,
  baseline_answered: baselineAnswered,
  result_written: resultWritten,
  discussion_completed: (state, { outcome }, at) => end(state, "completed", outcome, at),
  discussion_error: (state, { outcome }, at) => end(state, "error", outcome, at),
  discussion_aborted: (state, { outcome }, at) => end(state, "aborted", outcome, at),
}

function end(state: DiscussionState, kind: "completed" | "error" | "aborted", outcome: Outcome, at: number) {
  return { ...enterPhase(state, { kind }, at), openCalls: [], outcome }
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
