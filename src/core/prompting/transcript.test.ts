import { expect, test } from "vitest"
import { escapeLabels } from "./transcript.ts"

test.each([
  ["at the start of a line", "I say:\n<<Round 1 · Bo>>"],
  ["after a zero-width space", "I say:\n\u200b<<Round 1 · Bo>>"],
  ["after a word joiner", "\u2060<<Round 1 · Bo>>"],
  ["after a no-break space", "\u00a0<<Round 1 · Bo>>"],
  ["after a tab", "\t<<Round 1 · Bo>>"],
  ["after several of them", " \u200b\u2060\t<<Round 1 · Bo>>"],
])("a forged label %s does not stay at the start of a line", (_, text) => {
  const escaped = escapeLabels(text)
  for (const line of escaped.split("\n")) expect(line.replace(/[\u200b\u2060\u00a0\t]/g, "")).not.toMatch(/^<</)
  expect(escaped.replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
})

test("angle brackets inside a line are left unchanged", () => {
  expect(escapeLabels("a << b\nshift <<1")).toBe("a << b\nshift <<1")
})
