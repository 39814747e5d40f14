import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { emptyAgent, toAgentDraft, toNewAgent } from "./agent-draft.ts"

const times = { createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-01T00:00:00.000Z" }

const character = fc.constantFrom("\\", "n", "t", "r", "\n", "\t", "\r", "[", " ")
const sequence = fc.string({ minLength: 1, maxLength: 6, unit: character })

describe("an agent draft", () => {
  test("keeps any stop sequences in a round trip", () => {
    fc.assert(
      fc.property(fc.array(sequence, { minLength: 1, maxLength: 4 }), (stop) => {
        const agent = toNewAgent({ ...emptyAgent, name: "Ann", systemPrompt: "Speak.", model: "rehearsal/bold" })
        const kept = { ...agent, description: null, squadMember: false, modelConfig: { ...agent.modelConfig, stop } }
        expect(toNewAgent(toAgentDraft({ id: "a", ...times, ...kept })).modelConfig.stop).toEqual(stop)
      }),
    )
  })

  test("omits empty fields, so that the format's defaults apply", () => {
    const { modelConfig, description } = toNewAgent({ ...emptyAgent, model: " ollama/llama3.2 ", description: " " })
    expect(modelConfig).toEqual({ model: "ollama/llama3.2" })
    expect(description).toBeNull()
  })

  test("accepts numbers with a decimal comma", () => {
    const { modelConfig } = toNewAgent({ ...emptyAgent, temperature: "0,4", maxTokens: "400", stop: "[\n\\n\\n" })
    expect(modelConfig).toEqual({ model: "", temperature: 0.4, maxTokens: 400, stop: ["[", "\n\n"] })
  })
})
