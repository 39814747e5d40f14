import { expect, test } from "vitest"
import { presets } from "../core/formats/index.ts"
import type { PublicEvent } from "../core/public/types.ts"
import { Progress } from "./progress.ts"

const event = (type: string, data: object): PublicEvent => ({ type, data, seq: 1, at: 1_000 }) as PublicEvent
const speaks = (turnId: string, name: string) => event("turn_started", { turnId, name })
const usage = { promptTokens: 1_200, cachedTokens: 0, completionTokens: 34, cost: 0.0123 }

test("where a discussion stands, in one line", () => {
  let now = 1_000
  const progress = new Progress(() => now)
  expect(progress.line()).toBe("")
  progress.event(event("discussion_started", { options: presets.hive.settings }))
  progress.event(event("round_started", { roundNumber: 2 }))
  progress.event(speaks("t1", "Ann"))
  now = 66_000
  expect(progress.line()).toBe("round 2 of 3 · Ann is speaking · 0 tokens · 1 min 05 s")
  progress.event(speaks("t2", "Bo"))
  expect(progress.line()).toContain("Ann, Bo are speaking")
  progress.event(event("turn_completed", { turn: { id: "t1", tokenUsage: usage } }))
  expect(progress.line()).toBe("round 2 of 3 · Bo is speaking · 1,234 tokens · $0.0123 · 1 min 05 s")
  progress.event(event("turn_skipped", { turnId: "t2", tokenUsage: usage }))
  progress.event(event("closing_started", {}))
  expect(progress.line()).toBe("round 2 of 3 · synthesis · 2,468 tokens · $0.0246 · 1 min 05 s")
  progress.event(event("discussion_completed", {}))
  expect(progress.line()).toBe("")
})
