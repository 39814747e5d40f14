import type { DiscussionStatus, Outcome } from "../../../api/discussions.ts"
import { ballotClosed, ballotRetried, ballotStarted, voteCast } from "./apply-ballot.ts"
import { turnChunk, turnEnded, turnInterrupted, turnRetried, turnSkipped, turnStarted } from "./apply-turn.ts"
import { type DiscussionView, isOver, type Note } from "./discussion-view.ts"
import { Draft } from "./draft.ts"
import type { WireData, WireEvent } from "./wire-event.ts"

/** The view after some more events. What they leave alone is the same object as before; a chunk changes `live` alone. */
export function applyEvents(view: DiscussionView, events: readonly WireEvent[]): DiscussionView {
  const draft = new Draft(view)
  for (const { type, data } of events) {
    const handler = handlers[type] as ((draft: Draft, data: WireEvent["data"]) => void) | undefined
    handler?.(draft, data)
    if (type !== "turn-chunk" && !isOver(draft.view.status)) draft.view.status = statusOf(draft.view)
  }
  return draft.view
}

function statusOf({ status, isPaused, open }: DiscussionView): DiscussionStatus {
  if (status === "queued") return status
  if (isPaused) return "paused"
  return open.length > 0 && open.every((call) => call.isAwaited) ? "waiting" : "running"
}

const handlers: { [Name in keyof WireData]?: (draft: Draft, data: WireData[Name]) => void } = {
  "discussion-created": created,
  "discussion-started"({ view }, { timestamp, options }) {
    view.status = "running"
    view.startedAt = timestamp
    view.settings = options as DiscussionView["settings"]
  },
  "round-started"(draft, data) {
    const { roundNumber: number, order, parallel: isParallel } = data
    stageStarted(draft, data)
    draft.add({ kind: "round", key: `r${number}`, number, order, isParallel })
  },
  "stage-started": stageStarted,
  "round-completed"(draft, { round }) {
    draft.change("round", `r${round.number}`, (item) => ({ ...item, summary: round }))
  },

  "turn-started": turnStarted,
  "turn-chunk": turnChunk,
  "turn-completed": turnEnded,
  "turn-passed": turnEnded,
  "turn-retried": turnRetried,
  "turn-skipped": turnSkipped,
  "turn-interrupted": turnInterrupted,
  "awaiting-input"(draft, { callId, until }) {
    draft.changeCall(callId, ({ until: _, ...call }) => ({
      ...call,
      isAwaited: true,
      ...(until !== undefined && { until }),
    }))
  },
  interjection(draft, { interjection }) {
    draft.add({ kind: "interjection", key: interjection.id, interjection })
  },

  "chair-asked"(draft, { callId, role, candidates }) {
    draft.openCall({ id: callId, purpose: "choose", seat: role, isAwaited: false, candidates })
  },
  "speaker-chosen"(draft, { role, by, tokenUsage, timestamp }) {
    draft.view.open = draft.view.open.filter(({ purpose }) => purpose !== "choose")
    if (by === null) return
    draft.spend(by, tokenUsage)
    note(draft, timestamp, { is: "chosen", seat: role, by })
  },

  "consensus-check-started": ballotStarted,
  "consensus-vote": voteCast,
  "consensus-result": ballotClosed,
  "ballot-started": ballotStarted,
  "ballot-vote": voteCast,
  "ballot-result": ballotClosed,
  "ballot-retried": ballotRetried,

  "seat-joined"(draft, { seat, fromRound, timestamp }) {
    const { seats } = draft.view
    draft.view.seats = [...seats, { ...seat, place: seats.length, fromRound }]
    note(draft, timestamp, { is: "joined", seat: seat.id, fromRound })
  },
  "seat-left"(draft, { role, timestamp }) {
    draft.view.seats = draft.view.seats.map((seat) => (seat.id === role ? { ...seat, hasLeft: true } : seat))
    note(draft, timestamp, { is: "left", seat: role })
  },
  "memory-trimmed"(draft, { role, linesDropped, timestamp }) {
    note(draft, timestamp, { is: "memory", seat: role, dropped: linesDropped })
  },
  "history-trimmed"(draft, { entriesDropped, timestamp }) {
    note(draft, timestamp, { is: "history", dropped: entriesDropped })
  },
  "budget-warning"(draft, { of, used, limit, timestamp }) {
    note(draft, timestamp, { is: "budget", of, used, limit })
  },

  "discussion-paused"(draft, { reason, timestamp }) {
    draft.view.isPaused = true
    note(draft, timestamp, { is: "paused", reason })
  },
  "discussion-resumed"(draft, { timestamp }) {
    draft.view.isPaused = false
    waitAnew(draft, timestamp)
    note(draft, timestamp, { is: "resumed" })
  },
  "fork-started"(draft, { parent: { discussionId, atTurn }, timestamp }) {
    draft.view.isPaused = false
    draft.view.open = draft.view.open.map((call) => ({ ...call, isAwaited: false }))
    note(draft, timestamp, { is: "forked", discussionId, atTurn })
  },
  "sub-discussion-started"(draft, { subId, discussionId, by, seats, topic }) {
    const key = `sub-${subId}`
    draft.add({ kind: "sub-discussion", key, discussionId, by, seats, topic, status: "running" })
  },
  "sub-discussion-completed"(draft, { subId, status }) {
    draft.change("sub-discussion", `sub-${subId}`, (item) => ({ ...item, status }))
  },

  "closing-started"(draft, { timestamp }) {
    note(draft, timestamp, { is: "closing" })
  },
  "discussion-completed"(draft, { timestamp, outcome }) {
    ended(draft, timestamp, { status: "completed", outcome: outcome as Outcome })
  },
  "discussion-error"(draft, { timestamp, error }) {
    ended(draft, timestamp, { status: "failed", error })
  },
  "discussion-aborted"(draft, { timestamp }) {
    ended(draft, timestamp, { status: "aborted" })
  },
}

function created({ view }: Draft, data: WireData["discussion-created"]): void {
  const { topic, format, seats, language, options, budget, parent } = data
  Object.assign(view, { topic, format, language, options, budget, parent })
  view.seats = seats.map((seat, place) => ({ ...seat, place }))
}

type Stage = Pick<WireData["stage-started"], "roundNumber" | "order" | "parallel">

function stageStarted({ view }: Draft, { roundNumber: number, order, parallel: isParallel }: Stage): void {
  view.round = { number, order, isParallel }
}

/** Nobody's time to answer runs while it is paused, so it begins anew. */
function waitAnew({ view }: Draft, timestamp: string): void {
  const { waitMs } = view.settings ?? {}
  if (waitMs === undefined || waitMs === null) return
  const until = new Date(Date.parse(timestamp) + waitMs).toISOString()
  view.open = view.open.map((call) => (call.until === undefined ? call : { ...call, until }))
}

function note(draft: Draft, at: string, said: Note): void {
  draft.add({ kind: "note", key: `n${draft.view.items.length}`, note: said, at })
}

type Ending = Pick<DiscussionView, "status"> & Partial<Pick<DiscussionView, "outcome" | "error">>

function ended(draft: Draft, at: string, ending: Ending): void {
  for (const { id } of draft.view.open) {
    draft.change("turn", id, (item) => ({ ...item, state: "dropped" }))
    draft.hear(id, undefined)
  }
  Object.assign(draft.view, ending, { open: [], endedAt: at, isPaused: false })
  draft.add({ kind: "end", key: "end" })
}
