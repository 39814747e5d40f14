import type { Format } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import { getSeat } from "../discussion/seat-queries.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Table } from "../discussion/table.ts"
import { hash, seededRandom, shuffled } from "../random.ts"

/** Whether some stage hides the seats' names from each other. */
export function isAnonymous({ stages }: Format): boolean {
  return stages.some((stage) => stage.kind === "speak" && stage.sees === "anonymised")
}

/** Whether seats must not know each other's names in some stage or ballot. */
export function hidesNames(format: Format): boolean {
  return isAnonymous(format) || format.stages.some((stage) => stage.kind === "ballot" && stage.options === "answers")
}

/**
 * Adds the secret seed of the pseudonyms if people or outside agents take part, who could guess them from the public seed.
 * Also shuffles the seats, since the speaking order would reveal them to anyone who knows the order of the request.
 */
export function withSecret(table: Table, secret: string): Table {
  if (!hidesNames(table.format) || table.seats.every(({ kind }) => kind === "model")) return table
  return { ...table, secret, seats: shuffled(table.seats, seededRandom(hash(secret), "seats")) }
}

export function displayNames(state: DiscussionState, hidden: boolean): (id: SeatId) => string {
  return hidden ? pseudonyms(state) : (id) => getSeat(state, id)?.name ?? id
}

/** For the writer of the synthesis: real names with the pseudonyms used in the rounds. */
export function namesWithPseudonyms(state: DiscussionState): (id: SeatId) => string {
  const shown = pseudonyms(state)
  return (id) => {
    const { name } = getSeat(state, id)
    return shown(id) === name ? name : `${name} (${shown(id)})`
  }
}

/** One pseudonym per seat for the whole discussion, in random order. Silent roles keep their names. */
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
