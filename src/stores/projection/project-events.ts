import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { Seat, SeatId } from "../../core/discussion/seat.ts"
import { isOver, type Status } from "../../core/discussion/state.ts"
import { noUsage, sumUsage, type TokenUsage } from "../../core/discussion/usage.ts"
import { isAskedAtOnce } from "../../core/discussion/vote.ts"
import { applyEvent } from "../../core/public/apply-public.ts"
import { phaseName } from "../../core/public/phase-name.ts"
import { publish } from "../../core/public/publish.ts"
import { type DiscussionView, emptyView } from "../../core/public/view.ts"
import { Draft } from "../../core/public/view-draft.ts"
import { excerpt } from "../../core/text.ts"

type SeatFacts = Pick<Seat, "name" | "role"> & { readonly agentId?: string }

/** A discussion's row in lists, and the state needed to update it with each event. */
export interface Projection {
  readonly seq: number
  readonly status: Status
  readonly statusSince: number
  readonly phase: string
  readonly round: number
  readonly turns: number
  /** Number of speakers of the stage that are done, which is the place of the current one in the order. */
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
  /** The public view, without the transcript. */
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

/** The projection of a log, or of its continuation from an earlier projection. */
export function projectAll(events: readonly DiscussionEvent[], from: Projection = nothing): Projection {
  const projector = new Projector(from)
  for (const event of events) projector.add(event)
  return projector.result()
}

/** Computes a projection event by event. Does not check whether an event is legal, which is the fold's task. */
export class Projector {
  readonly #now: { -readonly [K in keyof Projection]: Projection[K] }
  readonly #draft: Draft

  constructor(before: Projection) {
    this.#now = { ...before }
    this.#draft = new Draft(before.view, { transcript: false })
  }

  /** The state at the current event; sums and the view are computed in `result`. */
  get now(): Pick<Projection, "seats" | "turnIndex"> {
    return this.#now
  }

  add(event: DiscussionEvent): void {
    const now = this.#now
    const { view } = this.#draft
    applyEvent(this.#draft, publish(event))
    const { status, outcome, round } = view
    const isFirst = now.seq === 0
    if (event.type === "discussion_created") Object.assign(now, tableFacts(event.data.table))
    if (event.type === "seat_joined") now.seats = { ...now.seats, ...seatFacts([event.data.seat]) }
    if (isFirst) now.createdAt = event.at
    if (isFirst || status !== now.status) now.statusSince = event.at
    if (isTurn(event)) now.turns++
    now.seq = event.seq
    now.status = status
    now.phase = phaseOf(view, now.phase)
    now.round = round?.number ?? 0
    now.turnIndex = isOver(status) ? 0 : (round?.settled ?? 0)
    now.updatedAt = event.at
    now.stoppingReason = outcome?.stoppingReason ?? null
    now.agreed = outcome?.agreed ?? null
  }

  result(): Projection {
    const now = this.#now
    const { view } = this.#draft
    if (view.usage !== now.view.usage) now.usage = sumUsage(view.usage)
    const solution = view.status === "completed" ? view.outcome?.solution : undefined
    now.solution = solution === undefined ? null : excerpt(solution, solutionLength)
    view.record = undefined
    now.view = view
    return now
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

/** A seat that declined to interject has had no turn. */
export function isTurn({ type, data }: DiscussionEvent): boolean {
  return type === "turn_completed" || (type === "turn_passed" && data.turn.purpose !== "interjection")
}

const endPhases: { readonly [S in Status]?: string } = { completed: "completed", failed: "error", aborted: "aborted" }

/** The phase of the newest open call; without one, the phase before. */
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
