import fc from "fast-check"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { toWire } from "../../src/core/discussion/wire.ts"
import { presentDiscussion } from "../../src/server/present/present-discussion.ts"
import { presentEventData } from "../../src/server/present/present-event.ts"
import { applyEvents } from "../../web/src/features/discussion/view/apply-events.ts"
import { type DiscussionView, emptyView, isOver } from "../../web/src/features/discussion/view/discussion-view.ts"
import { asWireEvent } from "../../web/src/features/discussion/view/wire-event.ts"
import { randomDiscussion } from "../support/random-discussion.ts"

function received(id: string, event: DiscussionEvent) {
  const { event: type, data } = toWire(id, { ...event, data: presentEventData(event) } as DiscussionEvent)
  return asWireEvent({ id: String(event.seq), type, data: JSON.parse(JSON.stringify(data)) })
}

test("after every event of any discussion the page stands where the server does [web.live]", () => {
  fc.assert(
    fc.property(randomDiscussion, ({ id, events, states }) => {
      let view: DiscussionView = emptyView
      for (const [index, event] of events.entries()) {
        view = applyEvents(view, [received(id, event)])
        const shown = presentDiscussion(states[index]!)
        expect(view.status).toBe(shown.status)
        expect(view.seats.filter(({ hasLeft }) => !hasLeft).map(({ id }) => id)).toEqual(
          shown.seats.map(({ id }) => id),
        )
        expect(view.round?.number ?? 0).toBe(shown.round)
        const waiting = view.open.filter(({ isAwaited }) => isAwaited).map(({ seat }) => seat)
        if (!isOver(view.status)) expect(waiting).toEqual(shown.waitingFor)
      }
      const shown: ReturnType<typeof presentDiscussion> = JSON.parse(JSON.stringify(presentDiscussion(states.at(-1)!)))
      const turns = view.items.flatMap((item) => (item.kind === "turn" && item.turn ? [item.turn] : []))
      expect(turns.toSorted(byId)).toEqual(shown.turns.toSorted(byId))
      const ballots = view.items.flatMap((item) => (item.kind === "ballot" ? [item.ballot] : []))
      expect(ballots).toEqual(shown.ballots.map(({ orders: _, ...ballot }) => ballot))
      expect(view.items.flatMap((item) => (item.kind === "interjection" ? [item.interjection] : []))).toEqual(
        shown.interjections,
      )
      for (const [seat, usage] of Object.entries(shown.usage.bySeat)) expect(view.usage[seat]).toMatchObject(usage)
      expect(new Set(view.items.map(({ key }) => key)).size).toBe(view.items.length)
    }),
    { numRuns: 150 },
  )
})

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id.localeCompare(b.id)
}
