import { ConclaveError } from "../errors.ts"
import type { SeatId } from "./seat.ts"

type PhaseKind =
  | "idle"
  | "initializing"
  | "turn"
  | "parallel-turns"
  | "interjection"
  | "choosing"
  | "check"
  | "synthesis"
  | "completed"
  | "error"
  | "aborted"

/** A state of the discussion's state machine; `seat` is the seat whose turn or vote it is. */
export interface Phase {
  readonly kind: PhaseKind
  readonly seat?: SeatId
}

export interface PhaseTransition {
  readonly from: Phase
  readonly to: Phase
  readonly at: number
}

const finalPhases: readonly PhaseKind[] = ["completed", "error", "aborted"]
const activePhases: readonly PhaseKind[] = ["turn", "parallel-turns", "interjection", "choosing", "check", "synthesis"]

const transitions: Readonly<Record<PhaseKind, readonly PhaseKind[]>> = {
  idle: ["initializing", "aborted"],
  initializing: [...activePhases, ...finalPhases],
  turn: [...activePhases, ...finalPhases],
  "parallel-turns": [...activePhases, ...finalPhases],
  interjection: [...activePhases, ...finalPhases],
  choosing: ["turn", "synthesis", ...finalPhases],
  check: [...activePhases, ...finalPhases],
  synthesis: finalPhases,
  completed: [],
  // A client may restart its own copy of the state machine; no log continues after either.
  error: ["idle"],
  aborted: ["idle"],
}

/** The phase kinds that may follow a phase kind, whatever the format. */
export function allowedTransitions(from: PhaseKind): readonly PhaseKind[] {
  return transitions[from]
}

/** The fold checks the order of turns and votes itself: this only checks the kinds of phases. */
export function transition(from: Phase, to: Phase): Phase {
  if (!allowedTransitions(from.kind).includes(to.kind)) {
    throw new ConclaveError("STATE_INVALID", `a discussion cannot go from ${describe(from)} to ${describe(to)}`)
  }
  return to
}

function describe({ kind, seat }: Phase): string {
  return seat === undefined ? kind : `${kind} of ${seat}`
}
