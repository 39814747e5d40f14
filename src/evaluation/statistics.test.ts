import { expect, test } from "vitest"
import { pairedInterval, shareInterval, standardError } from "./statistics.ts"

const pairs = (both: number, one: number, other: number, none: number) => [
  ...Array.from({ length: both }, () => [true, true] as const),
  ...Array.from({ length: one }, () => [true, false] as const),
  ...Array.from({ length: other }, () => [false, true] as const),
  ...Array.from({ length: none }, () => [false, false] as const),
]

test.each([
  [0, 1, 0, 0.793457],
  [1, 1, 0.206543, 1],
  [2, 4, 0.150036, 0.849964],
  [4, 4, 0.5101, 1],
  [0, 30, 0, 0.113517],
  [15, 30, 0.331539, 0.668461],
  [500, 1_000, 0.469069, 0.530931],
  [1_000, 1_000, 0.996173, 1],
])("the Wilson interval of %i of %i is %f to %f", (right, count, low, high) => {
  const found = shareInterval(right, count)
  expect([found.mean, found.low, found.high]).toEqual([right / count, expect.closeTo(low, 5), expect.closeTo(high, 5)])
})

test("the standard error of a mean uses the sample's variance", () => {
  expect(standardError([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7 / 8), 10)
  expect([standardError([]), standardError([3])]).toEqual([0, 0])
})

test("a gain on few questions is not significant, a gain on many is", () => {
  expect(pairedInterval(pairs(0, 1, 0, 0))).toMatchObject({ mean: 1, high: 1 })
  expect(pairedInterval(pairs(0, 1, 0, 0)).low).toBeLessThan(0)
  expect(pairedInterval(pairs(3, 0, 0, 3)).low).toBeLessThan(-0.2)
  expect(pairedInterval(pairs(200, 100, 20, 80)).low).toBeGreaterThan(0.1)
})

test("the interval is the one that Newcombe (1998) gives for 36, 12, 2 and 0 pairs", () => {
  const { mean, low, high } = pairedInterval(pairs(36, 12, 2, 0))
  expect([mean, low, high].map((value) => value.toFixed(4))).toEqual(["0.2000", "0.0569", "0.3404"])
})

test("without questions the interval is the whole range", () => {
  expect(pairedInterval([])).toEqual({ mean: 0, low: -1, high: 1 })
})
