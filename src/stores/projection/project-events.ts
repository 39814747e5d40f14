import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { phaseName } from "../../core/discussion/phase.ts"
import type { Seat, SeatId } from "../../core/discussion/seat.ts"
import { isOver, type Status } from "../../core/discussion/state.ts"
import { addUsage, noUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { isAskedAtOnce } from "../../core/discussion/vote.ts"
import { applyPublic } from "../../core/public/apply-public.ts"
import { publish } from "../../core/public/publish.ts"
import { type DiscussionView, emptyView } from "../../core/public/view.ts"
import { excerpt } from "../../core/text.ts"

type SeatFacts = Pick<Seat, "name" | "role"> & { readonly agentId?: string }

/** What a discussion's row in lists shows, and what is needed to keep that right, event by event. */
export interface Projection {
  readonly seq: number
  readonly status: Status
  readonly statusSince: number
  readonly phase: string
  readonly round: number
  readonly turns: number
  /** How many of the stage's speakers are done: the place in the order of whose turn it is. */
  readonly turnIndex: number
  readonly usage: TokenUsage
  readonly createdAt: number
  readonly updatedAt: number
  readonly format: string
  readonly topic: string
  readonly projectId: string | null
  readonly sessionId: string | null
  /** The key that started it. */
  readonly startedBy: string | null
  readonly stoppingReason: string | null
  readonly agreed: boolean | null
  readonly solution: string | null
  readonly seats: Readonly<Record<SeatId, SeatFacts>>
  /** What watchers see, without what was said. */
  readonly view: DiscussionView
}

const solutionLength = 500

const nothing: Projection = {
  seq: 0,
  status: "queued",
  statusSince: 0,
  phase: "idle",
  round: 0,
  turns: 0,
  turnIndex: 0,
  usage: noUsage,
  createdAt: 0,
  updatedAt: 0,
  format: "",
  topic: "",
  projectId: null,
  sessionId: null,
  startedBy: null,
  stoppingReason: null,
  agreed: null,
  solution: null,
  seats: {},
  view: emptyView,
}

/** What a log comes to so far; of none, where it begins. */
export function projectAll(events: readonly DiscussionEvent[], from: Projection = nothing): Projection {
  return events.reduce(project, from)
}

/** One event further. Takes anything: whether an event may follow is the fold's to say. */
export function project(before: Projection, event: DiscussionEvent): Projection {
  const view = withoutWords(applyPublic(before.view, [publish(event)]))
  const { status, outcome, round } = view
  const isFirst = before.seq === 0
  const solution = status === "completed" ? outcome?.solution : undefined
  return {
    ...before,
    ...(event.type === "discussion_created" && tableFacts(event.data.table)),
    ...(event.type === "seat_joined" && { seats: { ...before.seats, ...seatFacts([event.data.seat]) } }),
    seq: event.seq,
    status,
    statusSince: isFirst || status !== before.status ? event.at : before.statusSince,
    phase: phaseOf(view, before.phase),
    round: round?.number ?? 0,
    turns: before.turns + (isTurn(event) ? 1 : 0),
    turnIndex: isOver(status) ? 0 : (round?.settled ?? 0),
    usage: view.usage === before.view.usage ? before.usage : Object.values(view.usage).reduce(addUsage, noUsage),
    createdAt: isFirst ? event.at : before.createdAt,
    updatedAt: event.at,
    stoppingReason: outcome?.stoppingReason ?? null,
    agreed: outcome?.agreed ?? null,
    solution: solution === undefined ? null : excerpt(solution, solutionLength),
    view,
  }
}

type Table = Extract<DiscussionEvent, { type: "discussion_created" }>["data"]["table"]

function tableFacts({ format, topic, seats, projectId, sessionId, startedBy }: Table): Partial<Projection> {
  const belongsTo = { projectId: projectId ?? null, sessionId: sessionId ?? null, startedBy: startedBy ?? null }
  return { format: format.name, topic, ...belongsTo, seats: seatFacts(seats) }
}

function seatFacts(seats: readonly (Seat & { readonly agentId?: string })[]): Projection["seats"] {
  return Object.fromEntries(
    seats.map(({ id, name, role, agentId }) => [id, { name, role, ...(agentId !== undefined && { agentId }) }]),
  )
}

/** Whoever had the chance to interject and did not has had no turn. */
export function isTurn({ type, data }: DiscussionEvent): boolean {
  return type === "turn_completed" || (type === "turn_passed" && data.turn.purpose !== "interjection")
}

/** Of the rows only the ballot that is open says what happens next. The view is nobody else's: it is not copied again. */
function withoutWords(view: DiscussionView): DiscussionView {
  const items = view.items.filter((item) => item.kind === "ballot" && !item.ballot.result)
  return Object.assign(view, { items, live: {}, stances: {}, moves: [], record: undefined })
}

const endPhases: { readonly [S in Status]?: string } = { completed: "completed", failed: "error", aborted: "aborted" }

/** What was asked last; while nothing is asked, what was asked before. */
function phaseOf({ status, open, round, items }: DiscussionView, before: string): string {
  const call = open.at(-1)
  const end = endPhases[status]
  if (end !== undefined) return end
  if (!call) return before === "idle" && status !== "queued" ? "initializing" : before
  const { seat } = call
  switch (call.purpose) {
    case "turn":
      return round?.isParallel ? "parallel-turns" : phaseName({ kind: "turn", seat })
    case "interjection":
      return "interjection"
    case "choose":
      return "choosing"
    case "vote": {
      const [ballot] = items.flatMap((item) => (item.kind === "ballot" ? [item.ballot] : []))
      return phaseName({ kind: "check", ...(!(ballot && isAskedAtOnce(ballot)) && { seat }) })
    }
    default:
      return "synthesis"
  }
}
