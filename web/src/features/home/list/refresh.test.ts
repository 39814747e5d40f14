import { expect, test } from "vitest"
import type { DiscussionStatus, DiscussionSummary } from "../../../api/discussions.ts"
import { readFilter } from "./list-filter.ts"
import { refreshMs } from "./refresh.ts"

const page = (...statuses: DiscussionStatus[]) => ({
  discussions: statuses.map((status) => ({ status }) as DiscussionSummary),
})

test("a list in which something goes on is looked at more often, a long one less", () => {
  expect(refreshMs([])).toBe(15_000)
  expect(refreshMs([page("completed", "waiting")])).toBe(15_000)
  expect(refreshMs([page("completed", "running")])).toBe(3_000)
  expect(refreshMs([page("queued"), page("completed"), page()])).toBe(9_000)
})

test("of an address only what is ours is read", () => {
  expect(readFilter({ q: 42, status: "running", format: "duet", other: "x" })).toEqual({
    q: "42",
    status: "running",
    format: "duet",
  })
  expect(readFilter({ q: "", status: "sleeping", format: ["x"] })).toEqual({})
  expect(readFilter({ q: "a".repeat(300) }).q).toHaveLength(200)
})
