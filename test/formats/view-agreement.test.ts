import fc from "fast-check"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import type { Entry } from "../../src/core/discussion/history.ts"
import { applyPublic } from "../../src/core/public/apply-public.ts"
import { publish } from "../../src/core/public/publish.ts"
import { publishDiscussion } from "../../src/core/public/publish-discussion.ts"
import type { PublicDiscussion, PublicEvent } from "../../src/core/public/types.ts"
import { type DiscussionView, emptyView, type Item, isOver } from "../../src/core/public/view.ts"
import { randomDiscussion } from "../support/random-discussion.ts"

const json = <T>(value: T): T => JSON.parse(JSON.stringify(value))
const received = (event: DiscussionEvent): PublicEvent => json(publish(event))

test("after every event of any discussion, a watcher's view matches the server's response [web.live]", {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(randomDiscussion, ({ events, states }) => {
      let view: DiscussionView = emptyView
      for (const [index, event] of events.entries()) {
        view = applyPublic(view, [received(event)])
        const state = states[index]!
        expectAgreement(view, json(publishDiscussion(state)))
        expect(recordOf(view)).toEqual(state.entries.map(entryId))
      }
    }),
    { numRuns: 100 },
  )
})

function expectAgreement(view: DiscussionView, discussion: PublicDiscussion): void {
  const { topic, format, language, decision, budget, status } = discussion
  expect(view).toMatchObject({ topic, format, language, decision, budget, status })
  expect(view.parent ?? null).toEqual(discussion.parent)
  expect(view.outcome ?? null).toEqual(discussion.outcome)
  expect(view.usage).toEqual(discussion.usage.bySeat)
  expect(view.startedAt ?? null).toBe(discussion.startedAt)
  expect(view.round?.number ?? 0).toBe(discussion.round)
  if (view.options) expect(view.options).toEqual(discussion.options)
  const seats = view.seats.flatMap(({ place: _, fromRound: __, modelOverride: ___, hasLeft, ...seat }) =>
    hasLeft ? [] : [seat],
  )
  expect(seats).toEqual(discussion.seats)
  const waiting = view.open.filter(({ isAwaited }) => isAwaited).map(({ seat }) => seat)
  if (!isOver(status)) expect(waiting).toEqual(discussion.waitingFor)

  const { items } = view
  const turns = items.flatMap((item) => (item.kind === "turn" && item.turn ? [item.turn] : []))
  expect(turns).toEqual(discussion.turns)
  expect(items.flatMap((item) => (item.kind === "ballot" ? [item.ballot] : []))).toEqual(discussion.ballots)
  expect(items.flatMap((item) => (item.kind === "interjection" ? [item.interjection] : []))).toEqual(
    discussion.interjections,
  )
  const subs = items.flatMap((item) => (item.kind === "sub-discussion" ? [[item.discussionId, item.status]] : []))
  expect(subs).toEqual(discussion.subDiscussions.map(({ discussionId, status: stands }) => [discussionId, stands]))
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
}

/** Keys of the recorded items in their order; exports and prompts are written from these. */
function recordOf({ items, round }: DiscussionView): readonly string[] {
  return items.filter((item) => isRecorded(item, round?.heldBack ?? [])).map(({ key }) => key)
}

function isRecorded(item: Item, heldBack: readonly string[]): boolean {
  switch (item.kind) {
    case "turn":
      return item.turn !== undefined && item.purpose !== "synthesis" && !heldBack.includes(item.key)
    case "ballot":
      return item.ballot.result !== undefined
    default:
      return item.kind === "interjection"
  }
}

function entryId(entry: Entry): string {
  switch (entry.kind) {
    case "turn":
      return entry.turn.id
    case "ballot":
      return entry.ballot.id
    case "interjection":
      return entry.interjection.id
  }
}
