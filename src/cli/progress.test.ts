import { expect, test } from "vitest"
import { presets } from "../core/formats/index.ts"
import { applyPublic } from "../core/public/apply-public.ts"
import type { PublicEvent } from "../core/public/types.ts"
import { type DiscussionView, emptyView } from "../core/public/view.ts"
import { progressLine } from "./progress.ts"

const at = "2026-01-31T12:00:00.000Z"
const event = (type: string, data: object) => ({ type, data, seq: 1, at }) as unknown as PublicEvent
const seats = ["Ann", "Bo"].map((name) => ({ id: name, name, kind: "model", role: "member" }))
const speaks = (turnId: string, role: string) => event("turn_started", { turnId, role, attempt: 1, purpose: "turn" })
const tokenUsage = { promptTokens: 1_200, cachedTokens: 0, completionTokens: 34, cost: 0.0123 }

test("the progress of a discussion, in one line", () => {
  let view: DiscussionView = emptyView
  const line = (...events: readonly PublicEvent[]) => {
    view = applyPublic(view, events)
    return progressLine(view, Date.parse(at) + 65_000)
  }
  expect(line(event("discussion_created", { language: "en", seats }))).toBe("")
  line(event("discussion_started", { options: presets.hive.settings }))
  const round = event("round_started", { roundNumber: 2, order: ["Ann", "Bo"], parallel: true })
  expect(line(round, speaks("t1", "Ann"))).toBe("round 2 of 3 · Ann is speaking · 0 tokens · 1 min 05 s")
  expect(line(speaks("t2", "Bo"))).toContain("Ann, Bo are speaking")
  expect(line(event("turn_completed", { turn: { id: "t1", role: "Ann", purpose: "turn", tokenUsage } }))).toBe(
    "round 2 of 3 · Bo is speaking · 1,234 tokens · $0.0123 · 1 min 05 s",
  )
  expect(line(event("awaiting_input", { callId: "t2" }))).toContain("waiting for Bo")
  const skipped = { turnId: "t2", role: "Bo", tokenUsage, error: { message: "gone" } }
  const writes = event("closing_call_started", { callId: "record1", role: "Ann", purpose: "record" })
  expect(line(event("turn_skipped", skipped), event("closing_started", {}), writes)).toBe(
    "round 2 of 3 · writing the record · 2,468 tokens · $0.0246 · 1 min 05 s",
  )
  const alone = event("closing_call_started", { callId: "baseline1", role: "Ann", purpose: "baseline" })
  expect(
    line(event("record_written", { callId: "record1", record: { writtenBy: { seat: "Ann" } }, tokenUsage }), alone),
  ).toContain("asking one seat alone, as a baseline")
  expect(line(event("discussion_paused", { reason: "person" }))).toContain("paused")
  expect(line(event("discussion_completed", { outcome: {} }))).toBe("")
})
