import { expect, test } from "vitest"
import type { DiscussionStatus, DiscussionSummary } from "../../../api/discussions.ts"
import { parseFilter } from "./list-filter.ts"
import { refreshIntervalMs } from "./refresh-interval.ts"

const page = (...statuses: DiscussionStatus[]) => ({
  discussions: statuses.map((status) => ({ status }) as DiscussionSummary),
})

test("a list with running discussions refreshes more often, a long list less often", () => {
  expect(refreshIntervalMs([])).toBe(15_000)
  expect(refreshIntervalMs([page("completed", "waiting")])).toBe(15_000)
  expect(refreshIntervalMs([page("completed", "running")])).toBe(3_000)
  expect(refreshIntervalMs([page("queued"), page("completed"), page()])).toBe(9_000)
})

test("only known, valid filters are read from the URL", () => {
  expect(parseFilter({ q: 42, status: "running", format: "duet", other: "x" })).toEqual({
    q: "42",
    status: "running",
    format: "duet",
  })
  expect(parseFilter({ q: "", status: "sleeping", format: ["x"] })).toEqual({})
  expect(parseFilter({ q: "a".repeat(300) }).q).toHaveLength(200)
})
