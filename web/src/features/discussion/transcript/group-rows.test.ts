import { expect, test } from "vitest"
import type { Item } from "../../../../../src/core/public/view.ts"
import { groupRows } from "./group-rows.ts"

const round = (key: string, isParallel: boolean) => ({ kind: "round", key, isParallel }) as unknown as Item
const turn = (key: string, state = "said", purpose = "turn") => ({ kind: "turn", key, state, purpose }) as Item
const note = { kind: "note", key: "n" } as Item
const keys = (items: readonly Item[]) => groupRows(items).map((row) => row.map(({ key }) => key).join("+"))

test("turns of a parallel round share a row, those of other rounds do not", () => {
  const items = [round("r1", true), turn("t1"), turn("t2", "speaking"), round("r2", false), turn("t3"), turn("t4")]
  expect(keys(items)).toEqual(["r1", "t1+t2", "r2", "t3", "t4"])
})

test("notes, passes and syntheses split a row", () => {
  const items = [
    round("r1", true),
    turn("t1"),
    note,
    turn("t2"),
    turn("t3", "passed"),
    turn("t4"),
    turn("t5", "said", "synthesis"),
  ]
  expect(keys(items)).toEqual(["r1", "t1", "n", "t2", "t3", "t4", "t5"])
})
