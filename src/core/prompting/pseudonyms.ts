import type { Format } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Table } from "../discussion/table.ts"
import { hash, seededRandom, shuffled } from "../random.ts"

/** Whether seats are without their names to each other in some stage. */
export function isAnonymous({ stages }: Format): boolean {
  return stages.some((stage) => stage.kind === "speak" && stage.sees === "anonymised")
}

/** Whether seats are to judge words without knowing whose they are. */
export function hidesNames(format: Format): boolean {
  return isAnonymous(format) || format.stages.some((stage) => stage.kind === "ballot" && stage.options === "answers")
}

/**
 * The table with what its pseudonyms follow from, where people or outside agents could read who is who. Its seats are in
 * an order of chance too: who speaks or is listed first would tell whoever knows the order in which they were given.
 */
export function withSecret(table: Table, secret: string): Table {
  if (!hidesNames(table.format) || table.seats.every(({ kind }) => kind === "model")) return table
  return { ...table, secret, seats: shuffled(table.seats, seededRandom(hash(secret), "seats")) }
}

export function displayNames(state: DiscussionState, hidden: boolean): (id: SeatId) => string {
  return hidden ? pseudonyms(state) : (id) => getSeat(state, id)?.name ?? id
}

/** For whoever writes the result: names, as readers know them, with the pseudonyms that were used in the rounds. */
export function namesWithPseudonyms(state: DiscussionState): (id: SeatId) => string {
  const shown = pseudonyms(state)
  return (id) => {
    const { name } = getSeat(state, id)
    return shown(id) === name ? name : `${name} (${shown(id)})`
  }
}

/** The same pseudonym for a seat all through a discussion, in an order that gives nothing away. Silent roles have none. */
export function pseudonyms(state: DiscussionState): (id: SeatId) => string {
  const { seats, format, seed, secret } = state.table
  const isHidden = ({ role }: Seat) => !format.silentRoles.includes(role)
  const joined = state.everyone.slice(seats.length).filter(isHidden)
  const ids = shuffled(
    seats.filter(isHidden).map(({ id }) => id),
    seededRandom(secret === undefined ? seed : hash(secret), "pseudonyms"),
  ).concat(joined.map(({ id }) => id))
  return (id) => (ids.includes(id) ? `P${ids.indexOf(id) + 1}` : (getSeat(state, id)?.name ?? id))
}
