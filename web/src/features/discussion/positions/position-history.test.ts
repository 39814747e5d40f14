import { expect, test } from "vitest"
import type { Item, Move } from "../../../../../src/core/public/view.ts"
import { confidenceChange, filterItems, turnAnswered } from "./position-history.ts"

function turn(
  key: string,
  seat: string,
  position?: string,
  answers: readonly string[] = [],
  confidence?: number,
): Item {
  const sure = confidence !== undefined && { confidence }
  const stance = position === undefined ? undefined : { position, answers, ...sure }
  return { kind: "turn", key, seat, roundNumber: key < "t4" ? 1 : 2, state: "said", turn: { stance } } as never
}

const items: readonly Item[] = [
  { kind: "round", key: "r1", number: 1 } as never,
  turn("t1", "ash", "staged", [], 60),
  turn("t2", "birch", "at once", ["ash"], 80),
  turn("t3", "cedar", "at once", ["birch"]),
  { kind: "round", key: "r2", number: 2 } as never,
  turn("t4", "ash", "at once", ["cedar"], 70),
  turn("t5", "birch", "at once", ["ash"], 75),
]
const moves: readonly Move[] = [
  { seat: "ash", from: "staged", to: "at once", roundNumber: 2, source: { turnId: "t4" } },
]
const keys = (filter: Parameters<typeof filterItems>[2]) => filterItems(items, moves, filter).map(({ key }) => key)

test("a disagreement answers a seat that held another position at the time", () => {
  expect(keys("disagreements")).toEqual(["r1", "t2"])
})

test("the filters for changes of mind and for one seat keep the round headings", () => {
  expect(keys("moves")).toEqual(["r2", "t4"])
  expect(keys("seat:cedar")).toEqual(["r1", "t3"])
  expect(keys("all")).toHaveLength(items.length)
})

test("a turn answers the other seat's last turn before it", () => {
  expect(turnAnswered(items, "t5", "ash")).toBe("t4")
  expect(turnAnswered(items, "t2", "ash")).toBe("t1")
  expect(turnAnswered(items, "t1", "birch")).toBeUndefined()
})

test("confidence rises, falls, or has no change if it was not stated twice", () => {
  expect(["ash", "birch", "cedar"].map((seat) => confidenceChange(items, seat))).toEqual([1, -1, 0])
})
