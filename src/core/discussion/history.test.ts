import { describe, expect, test } from "vitest"
import { type Entry, entryLength, firstEntryWithin } from "./history.ts"

const entry = (content: string): Entry => ({
  kind: "interjection",
  interjection: { id: "i", author: "Ann", content, roundNumber: 1, timestamp: 0 },
})

describe("history [assembly.history-limit]", () => {
  const entries = Array.from({ length: 100 }, () => entry("x".repeat(60)))
  const length = entries.reduce((sum, item) => sum + entryLength(item, 0), 0)

  test("a long statement counts only with its shown length", () => {
    expect(entryLength(entry("x".repeat(5_000)), 300)).toBe(340)
    expect(entryLength(entry("x".repeat(5_000)), 0)).toBe(5_040)
  })

  test("within the limit nothing is dropped", () => {
    expect(firstEntryWithin({ entries, from: 0, length, maxLength: length, statementMaxLength: 0 })).toBe(0)
  })

  test("over the limit the oldest half is dropped at once, so prompts keep their prefix for many turns [traps.stable-prompts]", () => {
    const maxLength = 5_000
    const firsts = new Set<number>()
    let from = 0
    let kept = 0
    for (let count = 1; count <= entries.length; count++) {
      kept += entryLength(entries[count - 1]!, 0)
      const first = firstEntryWithin({
        entries: entries.slice(0, count),
        from,
        length: kept,
        maxLength,
        statementMaxLength: 0,
      })
      kept -= (first - from) * entryLength(entries[0]!, 0)
      from = first
      firsts.add(first)
      expect(kept).toBeLessThanOrEqual(maxLength)
    }
    expect(firsts.size).toBeLessThanOrEqual(4)
  })

  test("the newest entry is never dropped", () => {
    const long = [entry("x".repeat(9_000))]
    expect(firstEntryWithin({ entries: long, from: 0, length: 9_040, maxLength: 1_000, statementMaxLength: 0 })).toBe(0)
  })
})
