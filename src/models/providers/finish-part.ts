import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider"
import type { FinishReason } from "../../core/discussion/turn.ts"
import type { TokenUsage } from "../../core/discussion/usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { charactersPerToken, estimateUsage } from "../../core/prompting/seat-view.ts"

/** No context window comes near; a larger figure is an error, and budgets must not be spent by one. */
const maxTokenCount = 10_000_000

interface CallText {
  readonly prompt: Prompt
  /** Of the answer, thoughts included. */
  readonly characters: number
}

/** A call's tokens. Figures that are missing or cannot be are replaced by ours, and the usage is marked as estimated. */
export function readUsage({ inputTokens, outputTokens, raw }: LanguageModelV4Usage, call: CallText): TokenUsage {
  const estimated = Math.ceil(call.characters / charactersPerToken)
  const prompt = validTokenCount(inputTokens.total)
  // A package gives zero where the provider gave nothing; a prompt is never empty, an answer may be.
  const hasPrompt = prompt !== undefined && prompt > 0
  const completion = wholeCompletion(outputTokens, prompt, raw)
  const hasCompletion = completion !== undefined && (completion > 0 || call.characters === 0)
  const promptTokens = hasPrompt ? prompt : estimateUsage(call.prompt, "").promptTokens
  const completionTokens = hasCompletion ? completion : estimated
  const cached = validShare(inputTokens.cacheRead, promptTokens, hasPrompt)
  const cacheWrite = validShare(inputTokens.cacheWrite, promptTokens - (cached ?? 0), hasPrompt)
  const reasoning = validShare(outputTokens.reasoning, completionTokens, hasCompletion)
  // Thoughts that were added without a total that confirms it.
  const isGuessed =
    completion !== validTokenCount(outputTokens.total) && raw?.total_tokens !== promptTokens + completionTokens
  const isWhole = hasPrompt && hasCompletion && !isGuessed && ![cached, cacheWrite, reasoning].includes(undefined)
  return {
    promptTokens,
    cachedTokens: cached ?? 0,
    completionTokens,
    ...(cacheWrite && { cacheWriteTokens: cacheWrite }),
    ...(reasoning && { reasoningTokens: reasoning }),
    ...(!isWhole && { estimated: true }),
  }
}

/** xAI counts thoughts beside the answer, others within it: what cannot be a part of it, or adds up beside it, is beside it. */
function wholeCompletion(
  { total, reasoning }: LanguageModelV4Usage["outputTokens"],
  prompt: number | undefined,
  raw: LanguageModelV4Usage["raw"],
): number | undefined {
  const completion = validTokenCount(total)
  const thoughts = validTokenCount(reasoning)
  if (completion === undefined || thoughts === undefined) return completion
  const isBeside = thoughts > completion || raw?.total_tokens === (prompt ?? Number.NaN) + completion + thoughts
  return isBeside && thoughts > 0 ? validTokenCount(completion + thoughts) : completion
}

function validTokenCount(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= maxTokenCount ? value : undefined
}

/** A share of a whole: none where it was not given, undefined where it cannot be. */
function validShare(value: number | undefined, whole: number, isKnown: boolean): number | undefined {
  if (value === undefined || !isKnown) return 0
  const share = validTokenCount(value)
  return share !== undefined && share <= whole ? share : undefined
}

/**
 * How an answer ended, or undefined where the provider never said so: a stream that was cut, a web page or an error in
 * place of one look like an end to the packages, and only the provider's own word for it tells them apart.
 */
export function readFinish({ unified, raw }: LanguageModelV4FinishReason): FinishReason | undefined {
  if (raw === undefined || unified === "interrupted" || unified === "error") return undefined
  switch (unified) {
    case "stop":
      return raw === "stop_sequence" ? "stop_sequence" : "stop"
    case "length":
      return "length"
    case "content-filter":
      // OpenAI ends a refusal with "stop"; the package tells it by the field that the words came in.
      return raw === "refusal" || raw === "stop" ? "refusal" : "content_filter"
    default:
      return "other"
  }
}

const xaiTicksPerDollar = 1e10

/** What the provider itself says the call cost, in US dollars. Only OpenRouter and xAI do. */
export function reportedCost(finish: Extract<LanguageModelV4StreamPart, { type: "finish" }>): number | undefined {
  const { openrouter, xai } = finish.providerMetadata ?? {}
  const usage = openrouter?.usage
  const ticks = xai?.costInUsdTicks
  const dollars = typeof usage === "object" && usage !== null && "cost" in usage ? usage.cost : undefined
  const cost = typeof ticks === "number" ? ticks / xaiTicksPerDollar : dollars
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined
}
