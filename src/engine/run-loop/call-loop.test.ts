import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { resolveTable } from "../../core/tables/resolve-table.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import { ManualClock, scriptedModel } from "../../testing/index.ts"
import { loadState } from "../context.ts"
import { LiveTurns } from "../live/live-turns.ts"
import { createWithTable } from "../verbs/create-with-table.ts"
import type { askSeat } from "./ask-seat.ts"

const asked = vi.fn<typeof askSeat>(async () => undefined as never)

// Test files share their modules, so the mock is removed for the following ones.
beforeAll(() => {
  vi.resetModules()
  vi.doMock("./ask-seat.ts", () => ({ askSeat: asked }))
})
afterAll(() => {
  vi.doUnmock("./ask-seat.ts")
  vi.resetModules()
})

test("calls without any event are retried with growing delays, and soon fail the discussion with the reason", async () => {
  const clock = new ManualClock()
  const models = { find: () => scriptedModel({ id: "test/model", replies: [] }) }
  const context = { store: new MemoryDiscussionStore(), live: new LiveTurns(), models, clock }
  const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
  const table = resolveTable({ format: "panel", topic: "What first?" }, defaults)
  await createWithTable({ context, input: { discussionId: "d1", table } })
  const { runDiscussion } = await import("./run-discussion.ts")
  await runDiscussion(context, "d1", { now: new AbortController().signal })
  const state = await loadState(context.store, "d1")
  expect(state).toMatchObject({ status: "failed", outcome: { error: { code: "CALL_LOOP" } } })
  const delays = asked.mock.calls.map(([, , call]) => call.delayMs)
  expect(delays).toEqual([0, 1_000, 2_000, 4_000, 8_000])
})
