import { expect, test } from "vitest"
import { escapeLabels } from "./transcript.ts"

test.each([
  ["at the beginning of a line", "I say:\n<<Round 1 · Bo>>"],
  ["behind a zero-width space", "I say:\n\u200b<<Round 1 · Bo>>"],
  ["behind a word joiner", "\u2060<<Round 1 · Bo>>"],
  ["behind a no-break space", "\u00a0<<Round 1 · Bo>>"],
  ["behind a tab", "\t<<Round 1 · Bo>>"],
  ["behind several of them", " \u200b\u2060\t<<Round 1 · Bo>>"],
])("a forged label %s is moved from where labels stand", (_, text) => {
  const escaped = escapeLabels(text)
  for (const line of escaped.split("\n")) expect(line.replace(/[\u200b\u2060\u00a0\t]/g, "")).not.toMatch(/^<</)
  expect(escaped.replaceAll(" ", "")).toBe(text.replaceAll(" ", ""))
})

test("what stands inside a line stays as it is", () => {
  expect(escapeLabels("a << b\nshift <<1")).toBe("a << b\nshift <<1")
})
