import { totalTokens } from "../../core/discussion/usage.ts"
import type { PublicOutcome } from "../../core/public/types.ts"
import type { Deliberation } from "../single-reply/deliberation.ts"

type Usage = PublicOutcome["usage"]

/** The usage of all calls of a discussion, in the shape of chat completions. */
export function chatUsage(usage: Usage) {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens = 0 } = usage
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: totalTokens(usage),
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  }
}

export function responseUsage(usage: Usage) {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens = 0 } = usage
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: totalTokens(usage),
  }
}

/** Facts that OpenAI's shapes have no field for. */
export function aboutOutcome(discussionId: string, { isRehearsal }: Deliberation, outcome: PublicOutcome) {
  const { stoppingReason, sentence, agreed, rounds, usage } = outcome
  return {
    discussion_id: discussionId,
    stopping_reason: stoppingReason,
    sentence,
    agreed,
    rounds,
    rehearsal: isRehearsal,
    ...(usage.cost !== undefined && { cost: usage.cost }),
  }
}
