import type { Status } from "../discussion/state.ts"
import { addUsage } from "../discussion/usage.ts"
import { ballotClosed, ballotRetried, ballotStarted, voteCast } from "./apply-ballot.ts"
import { turnChunk, turnEnded, turnInterrupted, turnRetried, turnSkipped, turnStarted } from "./apply-turn.ts"
import type { PublicEvent, PublicEventData, PublicEventType } from "./types.ts"
import { type DiscussionView, isOver, type Note } from "./view.ts"
import { Draft } from "./view-draft.ts"

/** The view after some more events. What they leave alone is the same object as before; a chunk changes `live` alone. */
export function applyPublic(view: DiscussionView, events: readonly PublicEvent[]): DiscussionView {
  const draft = new Draft(view)
  for (const event of events) {
    const handle = handlers[event.type] as (draft: Draft, data: PublicEvent["data"], at: string) => void
    handle(draft, event.data, event.at)
    if (event.type !== "turn_chunk" && !isOver(draft.view.status)) draft.view.status = statusOf(draft.view)
  }
  return draft.view
}

function statusOf({ status, isPaused, open }: DiscussionView): Status {
  if (status === "queued") return status
  if (isPaused) return "paused"
  return open.length > 0 && open.every((call) => call.isAwaited) ? "waiting" : "running"
}

/** One for each event: a new one without a handler does not compile. */
const handlers: { [Type in PublicEventType]: (draft: Draft, data: PublicEventData[Type], at: string) => void } = {
  discussion_created: created,
  discussion_started({ view }, { options }, at) {
    view.status = "running"
    view.startedAt = at
    view.options = options
  },
  round_started(draft, data) {
    const { roundNumber: number, order, parallel: isParallel } = data
    stageStarted(draft, data)
    draft.add({ kind: "round", key: `r${number}`, number, order, isParallel })
  },
  stage_started: stageStarted,
  novelty_measured(draft, { tokenUsage, modelId, error }, at) {
    draft.view.measuring = addUsage(draft.view.measuring, tokenUsage)
    if (error) note(draft, at, { is: "unmeasured", modelId, message: error.message })
  },
  round_completed(draft, { round }) {
    draft.change("round", `r${round.number}`, (item) => ({ ...item, summary: round }))
  },

  turn_started: turnStarted,
  turn_chunk: turnChunk,
  turn_completed: turnEnded,
  turn_passed: turnEnded,
  turn_retried: turnRetried,
  turn_skipped: turnSkipped,
  turn_interrupted: turnInterrupted,
  awaiting_input(draft, { callId, until }) {
    draft.changeCall(callId, ({ until: _, ...call }) => ({
      ...call,
      isAwaited: true,
      ...(until !== undefined && { until }),
    }))
  },
  interjection(draft, { interjection }) {
    draft.add({ kind: "interjection", key: interjection.id, interjection })
  },

  chair_asked(draft, { callId, role, candidates }) {
    draft.openCall({ id: callId, purpose: "choose", seat: role, isAwaited: false, candidates })
  },
  speaker_chosen(draft, { role, by, tokenUsage }, at) {
    draft.view.open = draft.view.open.filter(({ purpose }) => purpose !== "choose")
    if (by === null) return
    draft.spend(by, tokenUsage)
    note(draft, at, { is: "chosen", seat: role, by })
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
    note(draft, at, { is: "joined", seat: seat.id, fromRound })
  },
  seat_left(draft, { role }, at) {
    draft.view.seats = draft.view.seats.map((seat) => (seat.id === role ? { ...seat, hasLeft: true } : seat))
    note(draft, at, { is: "left", seat: role })
  },
  memory_trimmed(draft, { role, linesDropped }, at) {
    note(draft, at, { is: "memory", seat: role, dropped: linesDropped })
  },
  history_trimmed(draft, { entriesDropped }, at) {
    note(draft, at, { is: "history", dropped: entriesDropped })
  },
  budget_warning(draft, { of, used, limit }, at) {
    note(draft, at, { is: "budget", of, used, limit })
  },

  discussion_paused(draft, { reason }, at) {
    draft.view.isPaused = true
    note(draft, at, { is: "paused", reason })
  },
  discussion_resumed(draft, _, at) {
    draft.view.isPaused = false
    waitAnew(draft, at)
    note(draft, at, { is: "resumed" })
  },
  fork_started(draft, { parent: { discussionId, atTurn } }, at) {
    draft.view.isPaused = false
    draft.view.open = draft.view.open.map((call) => ({ ...call, isAwaited: false }))
    note(draft, at, { is: "forked", discussionId, atTurn })
  },
  sub_discussion_started(draft, { subId, discussionId, by, seats, topic }) {
    const key = `sub-${subId}`
    draft.add({ kind: "sub-discussion", key, discussionId, by, seats, topic, status: "running" })
  },
  sub_discussion_completed(draft, { subId, status }) {
    draft.change("sub-discussion", `sub-${subId}`, (item) => ({ ...item, status }))
  },

  closing_started(draft, _, at) {
    note(draft, at, { is: "closing" })
  },
  discussion_completed(draft, { outcome }, at) {
    ended(draft, at, { status: "completed", outcome })
  },
  discussion_error(draft, { error, outcome }, at) {
    ended(draft, at, { status: "failed", error, outcome })
  },
  discussion_aborted(draft, { reason, outcome }, at) {
    ended(draft, at, { status: "aborted", outcome }, reason)
  },
}

function created({ view }: Draft, data: PublicEventData["discussion_created"]): void {
  const { topic, format, seats, language, decision, budget, parent } = data
  Object.assign(view, { topic, format, language, decision, budget, parent })
  view.seats = seats.map((seat, place) => ({ ...seat, place }))
}

type Stage = Pick<PublicEventData["stage_started"], "roundNumber" | "order" | "parallel">

function stageStarted({ view }: Draft, { roundNumber: number, order, parallel: isParallel }: Stage): void {
  view.round = { number, order, isParallel }
}

/** Nobody's time to answer runs while it is paused, so it begins anew. */
function waitAnew({ view }: Draft, at: string): void {
  const { waitMs } = view.options ?? {}
  if (waitMs === undefined || waitMs === null) return
  const until = new Date(Date.parse(at) + waitMs).toISOString()
  view.open = view.open.map((call) => (call.until === undefined ? call : { ...call, until }))
}

function note(draft: Draft, at: string, said: Note): void {
  draft.add({ kind: "note", key: `n${draft.view.items.length}`, note: said, at })
}

type Ending = Pick<DiscussionView, "status"> & Partial<Pick<DiscussionView, "outcome" | "error">>

function ended(draft: Draft, at: string, ending: Ending, reason?: string): void {
  for (const { id } of draft.view.open) {
    draft.change("turn", id, (item) => ({ ...item, state: "dropped" }))
    draft.hear(id, undefined)
  }
  Object.assign(draft.view, ending, { open: [], endedAt: at, isPaused: false })
  draft.add({ kind: "end", key: "end", ...(reason !== undefined && { reason }) })
}
