import { describe, expect, test } from "vitest"
import { findQuote, quotable } from "./quotes.ts"

describe("a quotation", () => {
  test.each([
    ["Begin with “Go”. It is known.", "Begin with “Go”.", "Begin with “Go”."],
    ["We say “go (now)!” and wait.", "“go (now)!”", "“go (now)!”"],
    ["We go, and go again.", "We go.", "We go"],
  ])("in %j, of %j, keeps the punctuation of the turn", (text, quote, found) => {
    expect(findQuote(quotable(text), quote)).toBe(found)
  })
})
