import { ConclaveError } from "../errors.ts"
import type { SeatId } from "./seat.ts"

export type PhaseKind =
  | "idle"
  | "initializing"
  | "turn"
  | "parallel-turns"
  | "choosing"
  | "check"
  | "synthesis"
  | "completed"
  | "error"
  | "aborted"

/** Where a discussion stands in its state machine; `seat` is whose turn or vote it is. */
export interface Phase {
  readonly kind: PhaseKind
  readonly seat?: SeatId
}

export interface Move {
  readonly from: string
  readonly to: string
  readonly at: number
}

const ends: readonly PhaseKind[] = ["completed", "error", "aborted"]
const works: readonly PhaseKind[] = ["turn", "parallel-turns", "choosing", "check", "synthesis"]

const moves: Readonly<Record<PhaseKind, readonly PhaseKind[]>> = {
  idle: ["initializing", "aborted"],
  initializing: [...works, ...ends],
  turn: [...works, ...ends],
  "parallel-turns": [...works, ...ends],
  choosing: ["turn", "synthesis", ...ends],
  check: [...works, ...ends],
  synthesis: ends,
  completed: [],
  error: [],
  aborted: [],
}

/** The phase kinds that may follow a phase kind, whatever the format. */
export function legalMoves(from: PhaseKind): readonly PhaseKind[] {
  return moves[from]
}

/** The duet's phases have the names its users know: `model-a-turn`, `consensus-check-a`. */
export function phaseName({ kind, seat }: Phase): string {
  if (seat === undefined) return kind
  if (kind === "turn") return `${seat}-turn`
  if (kind === "check") return `consensus-check-${seat.replace(/^model-/, "")}`
  return kind
}

/** What decides whether a move from one seat to the next keeps the order of the round. */
export interface MoveContext {
  readonly order: readonly SeatId[]
  readonly voters: readonly SeatId[]
  /** The order was set since the last move: a new round or stage. */
  readonly orderIsNew: boolean
}

function keepsOrder(from: Phase, to: Phase, { order, voters, orderIsNew }: MoveContext): boolean {
  if (to.kind === "turn" && to.seat !== undefined) {
    const place = order.indexOf(to.seat)
    if (place < 0) return false
    if (orderIsNew) return place === 0
    return from.kind !== "turn" || from.seat === undefined || order.indexOf(from.seat) === place - 1
  }
  if (to.kind === "check" && to.seat !== undefined) {
    const place = voters.indexOf(to.seat)
    if (from.kind === "check" && from.seat !== undefined && place > 0) return voters.indexOf(from.seat) === place - 1
    return place === 0
  }
  return true
}

/** Moves to the next phase, or throws STATE_INVALID. */
export function move(from: Phase, to: Phase, context: MoveContext): Phase {
  if (!legalMoves(from.kind).includes(to.kind) || !keepsOrder(from, to, context)) {
    throw new ConclaveError("STATE_INVALID", `a discussion cannot go from ${phaseName(from)} to ${phaseName(to)}`)
  }
  return to
}
