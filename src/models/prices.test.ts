import { expect, test, vi } from "vitest"
import { costOf, pricePerMillion } from "./prices.ts"

const usage = { promptTokens: 1_000_000, cachedTokens: 0, completionTokens: 100_000 }

test("a call is priced by its tokens, and cached tokens cost less", async () => {
  const cost = await costOf({ provider: "anthropic", model: "claude-sonnet-4-5", usage })
  const cached = await costOf({
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    usage: { ...usage, cachedTokens: 900_000 },
  })
  expect(cost).toBeGreaterThan(0)
  expect(cached).toBeLessThan(cost!)
})

test("a dated model name has the price of its model", async () => {
  const dated = await costOf({ provider: "openai", model: "gpt-4.1-nano-2025-04-14", usage })
  expect(dated).toBe(await costOf({ provider: "openai", model: "gpt-4.1-nano", usage }))
})

test("local models cost nothing; an unknown price is not guessed", async () => {
  expect(await costOf({ provider: "ollama", model: "llama3", usage })).toBe(0)
  expect(await costOf({ provider: "openai", model: "no-such-model", usage })).toBeUndefined()
  expect(await costOf({ provider: "compatible", model: "gpt-4.1-nano", usage })).toBeUndefined()
})

test("usage that the price table rejects makes the price unknown, but does not fail the turn", async () => {
  const odd = { promptTokens: 10, cachedTokens: 20, completionTokens: 1 }
  expect(await costOf({ provider: "openai", model: "gpt-4.1-nano", usage: odd })).toBeUndefined()
})

test("prices are looked up without the network", async () => {
  const fetched = vi.spyOn(globalThis, "fetch")
  await costOf({ provider: "google", model: "gemini-2.5-flash", usage })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

test("the price of a million tokens equals the price of such a call, for prompts of usual length", async () => {
  const price = await pricePerMillion("openai", "gpt-4.1-nano")
  const cost = await costOf({ provider: "openai", model: "gpt-4.1-nano", usage: { ...usage, promptTokens: 0 } })
  expect(price!.output).toBeCloseTo(cost! * 10)
  expect(price!.input).toBeGreaterThan(0)
  expect(await pricePerMillion("ollama", "llama3")).toEqual({ input: 0, output: 0 })
  expect(await pricePerMillion("compatible", "gpt-4.1-nano")).toBeUndefined()
})
