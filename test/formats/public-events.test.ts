import fc from "fast-check"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import type { Seat } from "../../src/core/discussion/seat.ts"
import type { Table } from "../../src/core/discussion/table.ts"
import { encodeSse } from "../../src/core/public/encode-sse.ts"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { publish } from "../../src/core/public/publish.ts"
import { randomDiscussion } from "../support/random-discussion.ts"

const withSecretTexts = (seat: Seat): Seat => ({ ...seat, persona: "SECRET persona", briefing: "SECRET briefing" })
const withSecretSeats = (table: Table): Table => ({ ...table, seats: table.seats.map(withSecretTexts) })

/** The same event with every private field filled in. */
function withSecrets(event: DiscussionEvent): DiscussionEvent {
  switch (event.type) {
    case "discussion_created":
      return { ...event, data: { table: withSecretSeats(event.data.table) } }
    case "sub_discussion_started":
      return { ...event, data: { ...event.data, table: withSecretSeats(event.data.table) } }
    case "seat_joined":
      return { ...event, data: { ...event.data, seat: withSecretTexts(event.data.seat) } }
    case "turn_completed": {
      const { turn } = event.data
      return { ...event, data: { turn: { ...turn, reasoning: "SECRET thought" }, memory: "SECRET memory" } }
    }
    default:
      return event
  }
}

test("published events match their schema, and reveal no persona, briefing, memory or reasoning", () => {
  fc.assert(
    fc.property(randomDiscussion, ({ id, events }) => {
      for (const event of events.map(withSecrets)) {
        const shown = publish(event)
        expect(eventSchemas[shown.type].parse(shown.data)).toEqual(shown.data)
        expect(encodeSse(id, shown)).not.toContain("SECRET")
      }
    }),
    { numRuns: 30 },
  )
})
