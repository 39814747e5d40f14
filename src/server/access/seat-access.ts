import type { KeySeat } from "../../ports/key-store.ts"
import { HttpError } from "../http/http-error.ts"

/** Whether a call may be made with keys of seats, and whether it is about this key's discussion and seat. */
export function checkSeatKey(
  key: KeySeat,
  forSeatKeys: boolean,
  params: Readonly<Record<string, string | undefined>>,
): void {
  const isOwn = (params.id ?? key.discussionId) === key.discussionId && (params.seat ?? key.seat) === key.seat
  if (!forSeatKeys || !isOwn) throw seatKeyRefused(key)
}

/** The same words for every refusal, so that they tell nothing about other discussions. */
export function seatKeyRefused({ discussionId, seat }: KeySeat): HttpError {
  const own = seat === null ? "" : ` and answer for its seat "${seat}"`
  const message = `this key may only read discussion ${discussionId}${own}`
  return new HttpError("FORBIDDEN", message)
}
