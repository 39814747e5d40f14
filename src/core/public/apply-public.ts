import type { Status } from "../discussion/state.ts"
import { positionShared } from "./apply-stance.ts"
import {
  applyRetry,
  ballotClosed,
  ballotRetried,
  ballotStarted,
  turnChunk,
  turnEnded,
  turnInterrupted,
  turnRetried,
  turnRevealed,
  turnSkipped,
  turnStarted,
  voteCast,
} from "./apply-turn.ts"
import type { PublicEvent, PublicEventData, PublicEventType } from "./types.ts"
import { type DiscussionView, isOver, type Note } from "./view.ts"
import { Draft } from "./view-draft.ts"

/** Applies events to a view. Unchanged parts keep their identity; a `turn_chunk` changes only `live`. */
export function applyPublic(view: DiscussionView, events: readonly PublicEvent[]): DiscussionView {
  const draft = new Draft(view)
  for (const event of events) applyEvent(draft, event)
  return draft.view
}

export function applyEvent(draft: Draft, event: PublicEvent): void {
  // A newer server may send events that this version does not know.
  const handle = handlers[event.type] as Handle | undefined
  handle?.(draft, event.data, event.at)
  for (const turn of event.data.revealed ?? []) turnRevealed(draft, turn)
  if (event.type !== "turn_chunk" && !isOver(draft.view.status)) draft.view.status = statusOf(draft.view)
}

type Handle = (draft: Draft, data: PublicEvent["data"], at: string) => void

function statusOf({ status, isPaused, open }: DiscussionView): Status {
  if (status === "queued") return status
  if (isPaused) return "paused"
  return open.length > 0 && open.every((call) => call.isAwaited) ? "waiting" : "running"
}

/** Exhaustive: an event without a handler does not compile. */
const handlers: { [Type in PublicEventType]: (draft: Draft, data: PublicEventData[Type], at: string) => void } = {
  discussion_created: created,
  discussion_started({ view }, { options }, at) {
    view.status = "running"
    view.startedAt = at
    view.options = options
  },
  round_started(draft, data) {
    const { roundNumber: number, order, parallel: isParallel } = data
    draft.view.round = undefined
    stageStarted(draft, data)
    draft.add({ kind: "round", key: `r${number}`, number, order, isParallel })
  },
  stage_started: stageStarted,
  novelty_measured(draft, { tokenUsage, modelId, error }, at) {
    draft.addUsage(modelId, tokenUsage)
    if (error) embeddingFailed(draft, at, { is: "unmeasured", modelId, message: error.message })
  },
  positions_compared(draft, { positions, tokenUsage, modelId, error }, at) {
    draft.addUsage(modelId, tokenUsage)
    for (const shared of positions) positionShared(draft, shared)
    if (error) embeddingFailed(draft, at, { is: "unmeasured", modelId, message: error.message })
  },
  round_completed(draft, { round }) {
    draft.change("round", `r${round.number}`, (item) => ({ ...item, summary: round }))
  },

  turn_started(draft, data, at) {
    if (data.purpose === "synthesis") addNote(draft, at, { is: "closing" })
    turnStarted(draft, data, at)
  },
  turn_chunk: turnChunk,
  turn_completed: turnEnded,
  turn_passed: turnEnded,
  turn_retried: turnRetried,
  turn_skipped: turnSkipped,
  turn_interrupted: turnInterrupted,
  awaiting_input(draft, { callId, role: _role, name: _name, roundNumber: _round, ...asked }) {
    draft.changeCall(callId, ({ until: _, ...call }) => ({ ...call, ...asked, isAwaited: true }))
  },
  interjection(draft, { interjection }) {
    draft.record({ kind: "interjection", key: interjection.id, interjection })
  },

  chair_asked(draft, { callId, role, candidates }) {
    draft.openCall({ id: callId, purpose: "choose", seat: role, isAwaited: false, candidates })
  },
  speaker_chosen(draft, { role, by, tokenUsage }, at) {
    draft.view.open = draft.view.open.filter(({ purpose }) => purpose !== "choose")
    if (by === null) return
    draft.addUsage(by, tokenUsage)
    addNote(draft, at, { is: "chosen", seat: role, by })
  },

  consensus_check_started: ballotStarted,
  consensus_vote: voteCast,
  consensus_result: ballotClosed,
  ballot_started: ballotStarted,
  ballot_vote: voteCast,
  ballot_result: ballotClosed,
  ballot_retried: ballotRetried,

  seat_joined(draft, { seat, fromRound }, at) {
    const { seats } = draft.view
    draft.view.seats = [...seats, { ...seat, place: seats.length, fromRound }]
    addNote(draft, at, { is: "joined", seat: seat.id, fromRound })
  },
  seat_left(draft, { role }, at) {
    draft.view.seats = draft.view.seats.map((seat) => (seat.id === role ? { ...seat, hasLeft: true } : seat))
    addNote(draft, at, { is: "left", seat: role })
  },
  memory_trimmed(draft, { role, linesDropped }, at) {
    addNote(draft, at, { is: "memory", seat: role, dropped: linesDropped })
  },
  history_trimmed(draft, { entriesDropped }, at) {
    addNote(draft, at, { is: "history", dropped: entriesDropped })
  },
  budget_warning(draft, { of, used, limit }, at) {
    addNote(draft, at, { is: "budget", of, used, limit })
  },

  discussion_paused(draft, { reason }, at) {
    draft.view.isPaused = true
    addNote(draft, at, { is: "paused", reason })
  },
  discussion_resumed(draft, _, at) {
    draft.view.isPaused = false
    restartWaits(draft, at)
    addNote(draft, at, { is: "resumed" })
  },
  fork_started(draft, { parent: { discussionId, atTurn } }, at) {
    draft.view.isPaused = false
    draft.view.open = draft.view.open.map((call) => ({ ...call, isAwaited: false }))
    // A running sub-discussion reports to the parent, not to the fork.
    draft.remove((item) => item.kind === "sub-discussion" && item.status === "running")
    addNote(draft, at, { is: "forked", discussionId, atTurn })
  },
  sub_discussion_started(draft, { subId, discussionId, by, seats, topic }) {
    const key = `sub-${subId}`
    draft.add({ kind: "sub-discussion", key, discussionId, by, seats, topic, status: "running" })
  },
  sub_discussion_completed(draft, { subId, status, usage }) {
    for (const [seat, used] of Object.entries(usage)) draft.addUsage(seat, used)
    draft.change("sub-discussion", `sub-${subId}`, (item) => ({ ...item, status }))
  },

  closing_started: dropOpenCalls,
  closing_call_started(draft, { callId, role, purpose }) {
    draft.openCall({ id: callId, purpose, seat: role, isAwaited: false })
  },
  closing_call_retried(draft, data) {
    applyRetry(draft, data.callId, data)
  },
  closing_call_failed(draft, { callId, purpose, role, error, tokenUsage }) {
    draft.closeCall(callId)
    draft.addUsage(role, tokenUsage)
    if (purpose === "record") draft.view.recordFailure = error.message
  },
  record_written(draft, { callId, record, tokenUsage }) {
    draft.closeCall(callId)
    draft.addUsage(record.writtenBy.seat, tokenUsage)
    Object.assign(draft.view, { record, recordFailure: undefined })
  },
  result_written(draft, { callId, role, tokenUsage }) {
    draft.closeCall(callId)
    draft.addUsage(role, tokenUsage)
  },
  baseline_answered(draft, { callId, role, tokenUsage }) {
    draft.closeCall(callId)
    draft.addUsage(role, tokenUsage)
  },
  discussion_completed(draft, { outcome }, at) {
    ended(draft, at, { status: "completed", outcome })
  },
  discussion_error(draft, { error, outcome }, at) {
    ended(draft, at, { status: "failed", error, outcome })
  },
  discussion_aborted(draft, { reason, outcome }, at) {
    ended(draft, at, { status: "aborted", outcome, abortReason: reason })
  },
}

function created({ view }: Draft, data: PublicEventData["discussion_created"]): void {
  const { topic, format, seats, language, decision, budget, parent } = data
  Object.assign(view, { topic, format, language, decision, budget, parent })
  view.seats = seats.map((seat, place) => ({ ...seat, place }))
}

type Stage = Pick<PublicEventData["stage_started"], "roundNumber" | "order" | "parallel">

function stageStarted({ view }: Draft, { roundNumber: number, order, parallel: isParallel }: Stage): void {
  view.round = { number, order, isParallel, settled: 0, isAborted: view.round?.isAborted ?? false, heldBack: [] }
}

/** The time limit for an answer restarts after a pause. */
function restartWaits({ view }: Draft, at: string): void {
  const { waitMs } = view.options ?? {}
  if (waitMs === undefined || waitMs === null) return
  const until = new Date(Date.parse(at) + waitMs).toISOString()
  view.open = view.open.map((call) => (call.until === undefined ? call : { ...call, until }))
}

function addNote(draft: Draft, at: string, note: Note): void {
  // Not numbered by `items.length`: rows can be removed, and keys must stay unique.
  const last = draft.view.items.findLast(({ kind }) => kind === "note")?.key.slice(1) ?? 0
  draft.add({ kind: "note", key: `n${Number(last) + 1}`, note, at })
}

function embeddingFailed(draft: Draft, at: string, note: Extract<Note, { is: "unmeasured" }>): void {
  const isSame = (other: Note) => other.is === note.is && other.modelId === note.modelId
  if (!draft.view.items.some((item) => item.kind === "note" && isSame(item.note))) addNote(draft, at, note)
}

type Ending = Pick<DiscussionView, "status"> & Partial<Pick<DiscussionView, "outcome" | "error" | "abortReason">>

function dropOpenCalls(draft: Draft): void {
  for (const { id } of draft.view.open) {
    draft.change("turn", id, (item) => ({ ...item, state: "dropped" }))
    draft.setLive(id, undefined)
  }
  draft.view.open = []
}

function ended(draft: Draft, at: string, ending: Ending): void {
  dropOpenCalls(draft)
  Object.assign(draft.view, ending, { endedAt: at, isPaused: false })
  draft.add({ kind: "end", key: "end" })
}
