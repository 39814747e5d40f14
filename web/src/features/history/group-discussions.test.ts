import { expect, test } from "vitest"
import type { DiscussionSummary } from "../../api/discussions.ts"
import { groupDiscussions } from "./group-discussions.ts"

function discussion(id: string, createdAt: Date, parent?: string): DiscussionSummary {
  const from = parent === undefined ? null : { kind: "fork", discussionId: parent }
  return { id, createdAt: createdAt.toISOString(), parent: from } as DiscussionSummary
}

const now = new Date(2026, 4, 20, 9)
const shape = (discussions: readonly DiscussionSummary[]) =>
  groupDiscussions(discussions, now).map(({ name, items }) => [
    name,
    ...items.map(({ discussion: { id }, depth }) => `${"-".repeat(depth)}${id}`),
  ])

test("headings follow the reader's calendar days", () => {
  const at = (day: number, hour: number, month = 4) => new Date(2026, month, day, hour)
  expect(
    shape([
      ...[discussion("a", at(20, 8)), discussion("b", at(20, 0)), discussion("c", at(19, 23))],
      ...[discussion("d", at(18, 23)), discussion("e", at(13, 1)), discussion("f", at(12, 1))],
      discussion("g", at(1, 1, 2)),
    ]),
  ).toEqual([
    ["today", "a", "b"],
    ["yesterday", "c"],
    ["week", "d", "e"],
    ["month", "f"],
    ["older", "g"],
  ])
})

test("forks are listed under their parent, oldest first; a fork without a listed parent stands alone", () => {
  const old = new Date(2026, 4, 1)
  const list = [
    ...[discussion("fork2", now, "root"), discussion("lone", now, "elsewhere"), discussion("deep", now, "fork1")],
    ...[discussion("fork1", now, "root"), discussion("root", old)],
  ]
  expect(shape(list)).toEqual([
    ["today", "lone"],
    ["month", "root", "-fork1", "--deep", "-fork2"],
  ])
})
