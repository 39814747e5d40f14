import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import type { ModelCall, VoteForm } from "../../ports/model.ts"
import { type ModelCapabilities, reasoningTokenAllowance } from "./provider.ts"

/** Some providers take 32-bit seeds only, others no negative ones. */
const seedLimit = 2 ** 31

/** Translates a call for the provider packages, within the model's capabilities. `provider` is the key of its options. */
export function writeRequest(call: ModelCall, abilities: ModelCapabilities, provider = ""): LanguageModelV4CallOptions {
  // Models often start with white space, and some providers reject it as a stop: we cut there ourselves.
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

/** A higher effort gets more tokens, also for models that do not reason by default. */
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

function answerFormat({ voteForm, voteOptions, objectSchema }: ModelCall): ResponseFormat | undefined {
  if (voteForm) return voteFormat(voteForm, voteOptions)
  return objectSchema && { type: "json", ...objectSchema }
}

type ResponseFormat = NonNullable<LanguageModelV4CallOptions["responseFormat"]>
type Schema = NonNullable<Extract<ResponseFormat, { type: "json" }>["schema"]>

/** Reasoning comes first: models decide better after writing down their reasons. */
const reasoningFields: Record<string, Schema> = {
  reasoning: { type: "string" },
  confidence: { type: "integer", description: "0 to 100" },
}

const amount: Record<string, Schema> = { amount: { type: ["number", "null"] } }

/** The schema of a vote, with the field names of the prompts. Given options are enforced as an enum. */
function voteFormat(form: VoteForm, options: readonly string[] = []): ResponseFormat {
  return { type: "json", name: "vote", schema: strictObject({ ...reasoningFields, ...answerFields(form, options) }) }
}

function answerFields(form: VoteForm, options: readonly string[]): Record<string, Schema> {
  const option = optionSchema(options)
  switch (form) {
    case "yes-no":
      return { proposedSolution: { type: "string" }, hasConsensus: { type: "boolean" } }
    case "single":
      return { ...amount, choice: option }
    case "ranking":
      return { ...amount, ranking: { type: "array", items: option } }
    case "approval":
      return { ...amount, approved: { type: "array", items: option } }
    case "scores": {
      const score = strictObject({ option, score: { type: "number", description: "0 to 10" } })
      return { ...amount, scores: { type: "array", items: score } }
    }
  }
}

/** Limits of strict providers for enums; larger sets are only listed in the prompt. */
const maxOptions = 50
const maxCharacters = 5_000

function optionSchema(options: readonly string[]): Schema {
  const fits = options.length <= maxOptions && options.join("").length <= maxCharacters
  return { type: "string", ...(options.length > 0 && fits && { enum: [...new Set(options)] }) }
}

/** All keys required and no others: strict providers demand it. */
function strictObject(properties: Record<string, Schema>): Schema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}

const separator = "\n\n"

/**
 * The rules as system message, the rest as one user message: every provider accepts this order of roles. From turn to
 * turn the text only grows at its end, so prompt caches keep the beginning.
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
 * For explicit caches, which work on whole blocks: one block per entry, so that earlier blocks stay unchanged, with
 * breakpoints after the rules and the newest entry. The seat's own part follows.
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
