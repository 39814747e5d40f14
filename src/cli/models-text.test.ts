import { expect, test } from "vitest"
import type { ModelListing } from "./client.ts"
import { modelsText } from "./models-text.ts"

test("what a provider needs is wrapped, never cut", () => {
  const problem = "no server answers at 127.0.0.1:11434; start Ollama or set OLLAMA_HOST"
  const ollama = { name: "ollama", title: "Ollama", local: true, ready: false, problem }
  const openai = { name: "openai", title: "OpenAI", local: false, ready: true }
  const listing = { providers: [ollama, openai], models: [] } as unknown as ModelListing
  expect(modelsText(listing, { colour: false, width: () => 60 })).toBe(`Providers
  ollama  not ready  no server answers at 127.0.0.1:11434;
                     start Ollama or set OLLAMA_HOST
  openai  ready

Models
`)
})
