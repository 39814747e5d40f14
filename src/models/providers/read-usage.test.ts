import type { LanguageModelV4Usage } from "@ai-sdk/provider"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readUsage } from "./finish-part.ts"

const prompt = { rules: "x".repeat(100), transcript: ["y".repeat(200)], ask: "z".repeat(100) }
const said = { prompt, characters: 80 }

type Figure = number | undefined

function usage(input: readonly Figure[], output: readonly Figure[]): LanguageModelV4Usage {
  const [total, cacheRead, cacheWrite] = input
  return {
    inputTokens: { total, cacheRead, cacheWrite, noCache: undefined },
    outputTokens: { total: output[0], reasoning: output[1], text: undefined },
  }
}

describe("usage", () => {
  test("is taken from the provider", () => {
    expect(readUsage(usage([1_000, 600, 200], [50, 30]), said)).toEqual({
      promptTokens: 1_000,
      cachedTokens: 600,
      cacheWriteTokens: 200,
      completionTokens: 50,
      reasoningTokens: 30,
    })
    expect(readUsage(usage([1_000], [50]), said)).toEqual({
      promptTokens: 1_000,
      cachedTokens: 0,
      completionTokens: 50,
    })
  })

  test.each([
    ["missing", usage([], [])],
    ["negative", usage([-5, -4], [-3])],
    ["absurd", usage([1e12], [1e12])],
    ["fractional", usage([10.5], [Number.NaN])],
    ["zero prompt", usage([0, 0], [0, 0])],
  ])("%s figures are replaced by estimates and marked", (_, given) => {
    expect(readUsage(given, said)).toEqual({
      promptTokens: 100,
      cachedTokens: 0,
      completionTokens: 20,
      estimated: true,
    })
  })

  test("a part larger than its total is dropped and marked", () => {
    expect(readUsage(usage([100, 101], [10]), said)).toMatchObject({ cachedTokens: 0, estimated: true })
    expect(readUsage(usage([100, 60, 60], [10]), said)).toEqual({
      promptTokens: 100,
      cachedTokens: 60,
      completionTokens: 10,
      estimated: true,
    })
  })

  test("reasoning that a provider counts separately is included", () => {
    expect(readUsage(usage([100], [10, 11]), said)).toEqual({
      promptTokens: 100,
      cachedTokens: 0,
      completionTokens: 21,
      reasoningTokens: 11,
      estimated: true,
    })
    const beside = { ...usage([100], [10, 5]), raw: { total_tokens: 115 } }
    expect(readUsage(beside, said)).toEqual({
      ...{ promptTokens: 100, cachedTokens: 0, completionTokens: 15, reasoningTokens: 5 },
    })
    const within = { ...usage([100], [10, 5]), raw: { total_tokens: 110 } }
    expect(readUsage(within, said)).toMatchObject({ completionTokens: 10, reasoningTokens: 5 })
  })

  test("an empty reply with zero tokens is not marked", () => {
    expect(readUsage(usage([100], [0]), { prompt, characters: 0 })).not.toHaveProperty("estimated")
  })

  test("for any input, figures are integers, bounded and consistent", () => {
    const figure = fc.oneof(fc.double(), fc.integer(), fc.nat(), fc.constant(undefined))
    const figures = fc.array(figure, { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(figures, figures, (input, output) => {
        const read = readUsage(usage(input, output), said)
        const parts = [read.cachedTokens, read.cacheWriteTokens ?? 0, read.reasoningTokens ?? 0]
        for (const value of [read.promptTokens, read.completionTokens, ...parts]) {
          expect(Number.isInteger(value) && value >= 0 && value <= 10_000_000).toBe(true)
        }
        expect(read.cachedTokens + (read.cacheWriteTokens ?? 0)).toBeLessThanOrEqual(read.promptTokens)
        expect(read.reasoningTokens ?? 0).toBeLessThanOrEqual(read.completionTokens)
      }),
    )
  })
})
