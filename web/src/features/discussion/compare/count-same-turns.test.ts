import { expect, test } from "vitest"
import { countSameTurns } from "./count-same-turns.ts"

const turn = (role: string, content: string) => ({ role, content })
const shared = [turn("ash", "one"), turn("birch", "two")]

test.each([
  ["all alike", [shared, shared], 2],
  ["one goes on", [shared, [...shared, turn("ash", "three")]], 2],
  ["one goes on, named first", [[...shared, turn("ash", "three")], shared], 2],
  ["other words", [shared, [shared[0]!, turn("birch", "other")]], 1],
  ["another speaker", [shared, [turn("cedar", "one")]], 0],
  ["three of them", [shared, shared, [shared[0]!]], 1],
  ["none", [], 0],
] as const)("%s", (_name, discussions, expected) => {
  expect(countSameTurns(discussions)).toBe(expected)
})
