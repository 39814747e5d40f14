import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider"
import type { FinishReason } from "../../core/discussion/turn.ts"
import type { TokenUsage } from "../../core/discussion/usage.ts"
import type { Prompt } from "../../core/prompting/seat-view.ts"
import { charactersPerToken, estimateUsage } from "../../core/prompting/seat-view.ts"

/** Larger than any context window: such a figure is an error and must not use up a budget. */
const maxTokenCount = 10_000_000

interface CallText {
  readonly prompt: Prompt
  /** Length of the answer, including reasoning. */
  readonly characters: number
}

/** The tokens of a call. Missing or impossible figures are replaced by estimates and marked as such. */
export function readUsage({ inputTokens, outputTokens, raw }: LanguageModelV4Usage, call: CallText): TokenUsage {
  const estimated = Math.ceil(call.characters / charactersPerToken)
  const prompt = validTokenCount(inputTokens.total)
  // Packages report 0 for missing figures. A prompt is never empty, but an answer may be.
  const hasPrompt = prompt !== undefined && prompt > 0
  const completion = wholeCompletion(outputTokens, prompt, raw)
  const hasCompletion = completion !== undefined && (completion > 0 || call.characters === 0)
  const promptTokens = hasPrompt ? prompt : estimateUsage(call.prompt, "").promptTokens
  const completionTokens = hasCompletion ? completion : estimated
  const cached = validShare(inputTokens.cacheRead, promptTokens, hasPrompt)
  const cacheWrite = validShare(inputTokens.cacheWrite, promptTokens - (cached ?? 0), hasPrompt)
  const reasoning = validShare(outputTokens.reasoning, completionTokens, hasCompletion)
  // Reasoning tokens were added, and no total confirms the sum.
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

/** xAI counts reasoning tokens separately, others include them. Detected by size or by the total. */
function wholeCompletion(
  { total, reasoning }: LanguageModelV4Usage["outputTokens"],
  prompt: number | undefined,
  raw: LanguageModelV4Usage["raw"],
): number | undefined {
  const completion = validTokenCount(total)
  const reasoningTokens = validTokenCount(reasoning)
  if (completion === undefined || reasoningTokens === undefined) return completion
  const isSeparate =
    reasoningTokens > completion || raw?.total_tokens === (prompt ?? Number.NaN) + completion + reasoningTokens
  return isSeparate && reasoningTokens > 0 ? validTokenCount(completion + reasoningTokens) : completion
}

export function validTokenCount(value: number | undefined): number | undefined {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= maxTokenCount ? value : undefined
}

/** Part of a whole: 0 if not given, undefined if impossible. */
function validShare(value: number | undefined, whole: number, isKnown: boolean): number | undefined {
  if (value === undefined || !isKnown) return 0
  const share = validTokenCount(value)
  return share !== undefined && share <= whole ? share : undefined
}

/**
 * How an answer ended; undefined without a finish reason from the provider. The packages report a normal end also for a
 * cut stream, a web page or an error; only the provider's raw reason tells them apart.
 */
export function readFinish({ unified, raw }: LanguageModelV4FinishReason): FinishReason | undefined {
  if (raw === undefined || unified === "interrupted" || unified === "error") return undefined
  switch (unified) {
    case "stop":
      return raw === "stop_sequence" ? "stop_sequence" : "stop"
    case "length":
      return "length"
    case "content-filter":
      // OpenAI ends a refusal with "stop"; the package maps it to content-filter.
      return raw === "refusal" || raw === "stop" ? "refusal" : "content_filter"
    default:
      return "other"
  }
}

const xaiTicksPerDollar = 1e10

/** The cost in US dollars as reported by the provider (OpenRouter and xAI only). */
export function reportedCost(finish: Extract<LanguageModelV4StreamPart, { type: "finish" }>): number | undefined {
  const { openrouter, xai } = finish.providerMetadata ?? {}
  const usage = openrouter?.usage
  const ticks = xai?.costInUsdTicks
  const dollars = typeof usage === "object" && usage !== null && "cost" in usage ? usage.cost : undefined
  const cost = typeof ticks === "number" ? ticks / xaiTicksPerDollar : dollars
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined
}
