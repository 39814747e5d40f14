import type { NewEvent } from "../discussion/event.ts"
import { isOver } from "../discussion/fold.ts"
import type { Seat } from "../discussion/seat.ts"
import { roundNumber } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError, type FieldProblem, invalidInput } from "../errors.ts"
import { type SeatInput, seatInputSchema } from "../formats/discussion-input.ts"
import {
  defaultRoleFor,
  missingRoleProblems,
  resolveSeat,
  sameName,
  seatCountProblems,
  seatProblems,
  slug,
} from "../formats/resolve-seats.ts"
import { languageProblem } from "../formats/setting-problems.ts"
import { parse } from "../validation.ts"

export function addSeat(state: DiscussionState, input: unknown): Extract<NewEvent, { type: "seat_joined" }> {
  const seatInput = parse(seatInputSchema(), input, "seat")
  const { format } = state.table
  const fromRound = roundNumber(state) + 1
  if (isOver(state.status)) throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}`)
  if (state.closing !== null || fromRound > format.settings.rounds) {
    throw new ConclaveError("STATE_INVALID", "the last round has started, so no seat can join; create a fork instead")
  }
  const { everyone, leftSeats: left } = state
  const number = everyone.length + 1
  const name = seatInput.name ?? `Seat ${number}`
  const role = seatInput.role ?? defaultRoleFor(name, number - 1, format)
  const preferredId = slug(name)
  const isTaken = preferredId === "" || everyone.some(({ id }) => id === preferredId)
  const seat = resolveSeat(
    seatInput,
    { id: isTaken ? `seat-${number}` : preferredId, name, role },
    firstSeatModel(state),
  )
  const problems = [
    ...seatCountProblems([...everyone.filter(({ id }) => !left.includes(id)), seat], format),
    // Also unique among seats that left, whose turns stay in the record.
    ...seatProblems(seat, seatInput, everyone, "seat"),
    ...languageProblem(seatInput.language, "seat.language"),
    ...modelProblem(seat, "seat"),
  ]
  if (problems.length > 0) throw invalidInput(problems)
  return { type: "seat_joined", data: { seat, fromRound } }
}

/** The default model of a new seat: the first seat's. */
export function firstSeatModel({ everyone }: DiscussionState): string {
  return everyone.find(({ model }) => model !== undefined)?.model ?? ""
}

export function seatModels({ model, fallbacks = [] }: Seat): readonly string[] {
  return model === undefined ? [] : [model, ...fallbacks]
}

/** A seat as input for another table. */
export function toSeatInput(seat: Seat, models: readonly string[], keepsRole: boolean): SeatInput {
  const { id: _, agentId: __, model: ___, fallbacks: ____, role, ...kept } = seat
  return { ...kept, ...(keepsRole && { role }), ...(seat.kind === "model" && { model: models }) }
}

export function modelProblem({ model }: Seat, field: string): FieldProblem[] {
  return model === "" ? [{ field: `${field}.model`, message: "is required, since no other seat has a model" }] : []
}

/** Removes a seat. No events if it has left already; throws if too few seats would remain. */
export function removeSeat(state: DiscussionState, seat: string): readonly NewEvent[] {
  const leaver = findSeat(state, seat)
  if (state.leftSeats.includes(leaver.id)) return []
  if (isOver(state.status)) throw new ConclaveError("STATE_INVALID", `the discussion is ${state.status}`)
  const staying = state.everyone.filter(({ id }) => id !== leaver.id && !state.leftSeats.includes(id))
  const { format } = state.table
  const [tooFew] = [...seatCountProblems(staying, format), ...missingRoleProblems(staying, format)]
  if (tooFew) throw new ConclaveError("STATE_INVALID", `${leaver.name} cannot leave: ${tooFew.message}`)
  return [{ type: "seat_left", data: { seat: leaver.id, name: leaver.name, roundNumber: roundNumber(state) } }]
}

export function findSeat({ everyone }: Pick<DiscussionState, "everyone">, seat: string): Seat {
  const found = everyone.find(({ id }) => id === seat) ?? everyone.find(({ name }) => sameName(name, seat))
  if (found) return found
  const names = everyone.map(({ name }) => name).join(", ")
  throw new ConclaveError("NOT_FOUND", `there is no seat "${seat}"; there are ${names}`)
}
