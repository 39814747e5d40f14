import type { Seat } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { ConclaveError } from "../errors.ts"
import { sameName } from "../formats/resolve-seats.ts"

/** A seat by its id or name, also one that has left. */
export function findSeat({ everyone }: Pick<DiscussionState, "everyone">, seat: string): Seat {
  const found = everyone.find(({ id }) => id === seat) ?? everyone.find(({ name }) => sameName(name, seat))
  if (found) return found
  const names = everyone.map(({ name }) => name).join(", ")
  throw new ConclaveError("NOT_FOUND", `there is no seat "${seat}"; there are ${names}`)
}
