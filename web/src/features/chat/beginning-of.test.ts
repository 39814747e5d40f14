import { expect, test } from "vitest"
import { beginningOf } from "./beginning-of.ts"

test("what is short is shown whole, what is long by its beginning", () => {
  expect(beginningOf("short")).toBe("short")
  expect(beginningOf("word ".repeat(10_000)).length).toBeLessThan(1_700)
  expect(beginningOf("line\n".repeat(5_000)).split("\n").length).toBeLessThan(30)
  expect(beginningOf("x".repeat(1_000_000)).length).toBeLessThan(1_700)
})

test("a character is never cut in half", () => {
  for (const lead of ["", "a"]) expect(beginningOf(lead + "😀".repeat(5_000)).isWellFormed()).toBe(true)
})
