import { expect, test } from "vitest"
import { excerpt } from "./message-body.tsx"

test("what is short is shown whole, what is long by its beginning", () => {
  expect(excerpt("short")).toBe("short")
  expect(excerpt("word ".repeat(10_000)).length).toBeLessThan(1_700)
  expect(excerpt("line\n".repeat(5_000)).split("\n").length).toBeLessThan(30)
  expect(excerpt("x".repeat(1_000_000)).length).toBeLessThan(1_700)
})

test("a character is never cut in half", () => {
  for (const lead of ["", "a"]) expect(excerpt(lead + "😀".repeat(5_000)).isWellFormed()).toBe(true)
})
