import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { fold } from "../../src/core/discussion/fold.ts"
import type { Seat } from "../../src/core/discussion/seat.ts"
import type { Table } from "../../src/core/discussion/table.ts"
import { applyPublic } from "../../src/core/public/apply-public.ts"
import { encodeSse } from "../../src/core/public/encode-sse.ts"
import { eventSchemas } from "../../src/core/public/event-schemas.ts"
import { publish } from "../../src/core/public/publish.ts"
import { publishDiscussion } from "../../src/core/public/publish-discussion.ts"
import { emptyView } from "../../src/core/public/view.ts"
import { SeatPublisher, withholdFrom } from "../../src/core/public/withhold.ts"
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

const logs = join(import.meta.dirname, "../logs/v4")

/** A recorded log as it would be if its table hid the seats' names, with a name in every turn. */
function withHiddenNames(file: string): readonly DiscussionEvent[] {
  const [created, ...rest] = JSON.parse(readFileSync(join(logs, file), "utf8")) as readonly DiscussionEvent[]
  if (created?.type !== "discussion_created") throw new Error(`${file} does not start with discussion_created`)
  const { table } = created.data
  const stages = table.format.stages.map((stage) =>
    stage.kind === "speak" ? { ...stage, sees: "anonymised" as const } : stage,
  )
  const renamed = (text: string) => text.replace(/^\w+/, table.seats[0]!.name)
  const said = rest.map((event) =>
    event.type === "turn_completed"
      ? { ...event, data: { ...event.data, turn: { ...event.data.turn, content: renamed(event.data.turn.content) } } }
      : event,
  )
  const hidden: Table = { ...table, format: { ...table.format, stages }, secret: "s" }
  return [{ ...created, data: { table: hidden } }, ...said]
}

test.each(readdirSync(logs))("events of %s match their schema and the discussion while names are hidden", (file) => {
  const events = withHiddenNames(file)
  const state = fold("id", events)
  const publisher = new SeatPublisher(undefined, { ...state, status: "running" })
  const shown = events.flatMap((event) => publisher.publish(event) ?? [])
  for (const { type, data } of shown) {
    const { revealed: _, ...own } = data
    expect(eventSchemas[type].safeParse(own).error, type).toBeUndefined()
  }
  const discussion = publishDiscussion(withholdFrom({ ...state, status: "running" }, undefined))
  const { items, seats, usage } = applyPublic(emptyView, shown)
  expect(usage).toEqual(discussion.usage.bySeat)
  expect(seats.filter(({ hasLeft }) => !hasLeft).map(({ id, name }) => [id, name])).toEqual(
    discussion.seats.map(({ id, name }) => [id, name]),
  )
  expect(items.flatMap((item) => (item.kind === "turn" && item.turn ? [item.turn] : []))).toEqual(discussion.turns)
  expect(items.flatMap((item) => (item.kind === "ballot" ? [item.ballot] : []))).toEqual(discussion.ballots)
})
