import type { DiscussionState } from "../../core/discussion/state.ts"
import { invalidField } from "../../core/errors.ts"
import type { KeySeat } from "../../ports/key-store.ts"
import { seatKeyRefused } from "./authorizer.ts"

interface Reader {
  readonly access: { readonly seat?: KeySeat }
  readonly query?: { readonly seat?: string | undefined }
}

/** The id of the seat that the request reads as: its key's seat, or else the one in the query. */
export function readerSeatId({ everyone }: Pick<DiscussionState, "everyone">, reader: Reader): string | undefined {
  const { access, query } = reader
  const named = query?.seat
  const found = everyone.find(({ id }) => id === named) ?? everyone.find(({ name }) => name === named)
  if (access.seat) {
    if (named !== undefined && found?.id !== access.seat.seat) throw seatKeyRefused(access.seat)
    return access.seat.seat ?? undefined
  }
  if (named === undefined || found) return found?.id
  const ids = everyone.map(({ id }) => id).sort()
  throw invalidField("query.seat", `is not a seat of this discussion; its seats: ${ids.join(", ")}`)
}

/** The state as the reader may see it. */
export async function stateForReader(state: DiscussionState, reader: Reader): Promise<DiscussionState> {
  const seat = readerSeatId(state, reader)
  if (seat === undefined && state.table.secret === undefined) return state
  return (await import("../../core/public/withhold.ts")).withholdFrom(state, seat)
}
