import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import type { ModelCall } from "../../ports/model.ts"
import { type ModelCapabilities, reasoningTokenAllowance } from "./provider.ts"
import { voteFormat } from "./vote-schema.ts"

/** Seeds are 32-bit integers at some providers, and not negative at others. */
const seedLimit = 2 ** 31

/** A call in the terms of the provider packages, asking no more than the model can do. `provider`: how its package is called. */
export function writeRequest(call: ModelCall, abilities: ModelCapabilities, provider = ""): LanguageModelV4CallOptions {
  // White space is often the first thing a model writes, and some providers refuse it as a stop: we cut there ourselves.
  const stops = call.stop.filter((stop) => stop.trim() !== "").slice(0, abilities.maxStopSequences)
  const effort = abilities.effort ? call.effort : undefined
  const format = abilities.structured ? answerFormat(call) : undefined
  return {
    prompt: writeMessages(call.prompt, abilities),
    temperature: call.temperature,
    maxOutputTokens: call.maxTokens + thinkingTokens(effort, abilities),
    ...(stops.length > 0 && { stopSequences: stops }),
    ...(abilities.seed && { seed: Math.abs(call.seed) % seedLimit }),
    ...(format && { responseFormat: format }),
    ...(effort && { reasoning: effort }),
    ...(call.providerOptions && { providerOptions: { [provider]: call.providerOptions as JSONObject } }),
  }
}

/** Who is asked to think longer gets more room for it, also models that would not think unasked. */
function thinkingTokens(effort: ModelCall["effort"], abilities: ModelCapabilities): number {
  if (effort === undefined || effort === "none") return abilities.thinkingTokens
  return Math.max(abilities.thinkingTokens, effortTokens[effort])
}

const effortTokens = {
  minimal: reasoningTokenAllowance,
  low: reasoningTokenAllowance,
  medium: reasoningTokenAllowance,
  high: 2 * reasoningTokenAllowance,
  xhigh: 4 * reasoningTokenAllowance,
  max: 4 * reasoningTokenAllowance,
} as const

function answerFormat({
  voteForm,
  voteOptions,
  objectSchema,
}: ModelCall): LanguageModelV4CallOptions["responseFormat"] {
  if (voteForm) return voteFormat(voteForm, voteOptions)
  return objectSchema && { type: "json", ...objectSchema }
}

const separator = "\n\n"

/**
 * A prompt as messages: the rules as system text, all else as one user message, which every provider accepts whatever
 * it thinks of who may follow whom. From turn to turn the text grows at its end, so caches keep what came before.
 */
function writeMessages(prompt: Prompt, { cacheBreakpoint }: ModelCapabilities): LanguageModelV4Prompt {
  if (cacheBreakpoint) return cacheableBlocks(prompt, cacheBreakpoint)
  const text = [...prompt.transcript, prompt.ask].join(separator)
  return [
    { role: "system", content: prompt.rules },
    { role: "user", content: [{ type: "text", text }] },
  ]
}

/**
 * Where a cache must be asked for it works by whole blocks: one block an entry, so that those of the last call stand
 * unchanged in this one, and a breakpoint after the rules and after the newest entry. What is the seat's own follows.
 */
function cacheableBlocks(
  { rules, transcript, ask }: Prompt,
  breakpoint: SharedV4ProviderOptions,
): LanguageModelV4Prompt {
  const entries = transcript.map((entry, index): LanguageModelV4TextPart => {
    const block = { type: "text", text: `${entry}${separator}` } as const
    return index === transcript.length - 1 ? { ...block, providerOptions: breakpoint } : block
  })
  return [
    { role: "system", content: rules, providerOptions: breakpoint },
    { role: "user", content: [...entries, { type: "text", text: ask }] },
  ]
}
