import { expect, test } from "vitest"
import { preview } from "./message-body.tsx"

test("short messages are shown whole, long ones truncated", () => {
  expect(preview("short")).toBe("short")
  expect(preview("word ".repeat(10_000)).length).toBeLessThan(1_700)
  expect(preview("line\n".repeat(5_000)).split("\n").length).toBeLessThan(30)
  expect(preview("x".repeat(1_000_000)).length).toBeLessThan(1_700)
})

test("a character is never cut in half", () => {
  for (const lead of ["", "a"]) expect(preview(lead + "😀".repeat(5_000)).isWellFormed()).toBe(true)
})
