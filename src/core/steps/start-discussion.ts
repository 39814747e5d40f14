import type { NewEvent } from "../discussion/event.ts"
import { publicSeat } from "../discussion/seat.ts"
import type { Table } from "../discussion/table.ts"

export function startDiscussion({ topic, format, seats }: Table): NewEvent {
  const data = { topic, format: format.name, seats: seats.map(publicSeat), settings: format.settings }
  return { type: "discussion_started", data }
}
