import { expect, test, vi } from "vitest"
import { confirmStart } from "./confirm-start.ts"
import type { Terminal } from "./terminal.ts"

const large = {
  rounds: 10,
  seats: [{ name: "Ann", model: "openai/gpt-5.5", calls: 200 }],
  calls: 200,
  promptTokens: 400_000,
  completionTokens: 80_000,
  dollars: 3.2,
  materials: [],
  window: null,
}

function terminalWith(answer: string, interactive = true) {
  const note = vi.fn()
  const ask = vi.fn(async () => answer)
  const terminal = { note, interactive, lines: () => ({ ask, close() {} }) } as unknown as Terminal
  return { note, ask, terminal }
}

test("a large table needs confirmation, with its calls and cost, and only a yes starts it", async () => {
  const no = terminalWith("")
  expect(await confirmStart(large, no.terminal, {})).toBe(false)
  expect(no.note).toHaveBeenCalledWith("up to 200 calls, about 480,000 tokens in total, about $3.20\n")
  expect(await confirmStart(large, terminalWith("y").terminal, {})).toBe(true)
})

test("there is no confirmation with --yes, without a terminal, for small tables, or for rehearsal models", async () => {
  for (const [estimate, options, interactive] of [
    [large, { yes: true }, true],
    [large, {}, false],
    [{ ...large, calls: 8, dollars: 0.02 }, {}, true],
    [{ ...large, seats: [{ name: "Ann", model: "rehearsal/auto", calls: 200 }] }, {}, true],
  ] as const) {
    const { ask, terminal } = terminalWith("n", interactive)
    expect(await confirmStart(estimate, terminal, options)).toBe(true)
    expect(ask).not.toHaveBeenCalled()
  }
})
