import type { LanguageModelV4CallOptions } from "@ai-sdk/provider"
import type { ModelCall } from "../../ports/model.ts"
import type { ModelCapabilities } from "./provider.ts"
import { voteFormat } from "./vote-schema.ts"
import { writeMessages } from "./write-messages.ts"

/** Seeds are 32-bit integers at some providers, and not negative at others. */
const seedLimit = 2 ** 31

/** A call in the terms of the provider packages, asking no more than the model can do. */
export function writeRequest(call: ModelCall, abilities: ModelCapabilities): LanguageModelV4CallOptions {
  // White space is often the first thing a model writes, and some providers refuse it as a stop: we cut there ourselves.
  const stops = call.stop.filter((stop) => stop.trim() !== "").slice(0, abilities.maxStopSequences)
  const format = abilities.structured && call.voteForm ? voteFormat(call.voteForm) : undefined
  return {
    prompt: writeMessages(call.prompt, abilities),
    temperature: call.temperature,
    maxOutputTokens: call.maxTokens + abilities.thinkingTokens,
    ...(stops.length > 0 && { stopSequences: stops }),
    ...(abilities.seed && { seed: Math.abs(call.seed) % seedLimit }),
    ...(format && { responseFormat: format }),
  }
}
