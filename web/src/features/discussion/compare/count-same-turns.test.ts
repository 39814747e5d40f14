import { expect, test } from "vitest"
import { countSameTurns } from "./count-same-turns.ts"

const turn = (role: string, content: string) => ({ role, content })
const shared = [turn("ash", "one"), turn("birch", "two")]

test.each([
  ["identical discussions", [shared, shared], 2],
  ["the second one is longer", [shared, [...shared, turn("ash", "three")]], 2],
  ["the first one is longer", [[...shared, turn("ash", "three")], shared], 2],
  ["a different turn", [shared, [shared[0]!, turn("birch", "other")]], 1],
  ["a different speaker", [shared, [turn("cedar", "one")]], 0],
  ["three discussions", [shared, shared, [shared[0]!]], 1],
  ["no discussions", [], 0],
] as const)("counts the shared leading turns: %s", (_name, discussions, expected) => {
  expect(countSameTurns(discussions)).toBe(expected)
})
