import type { TokenUsage } from "../discussion/usage.ts"
import type { Prompt } from "./seat-view.ts"

export const charactersPerToken = 4

/** A prompt as one text, for whoever takes no other. */
export function promptText({ rules, transcript, ask }: Prompt): string {
  return [rules, ...transcript, ask].join("\n\n")
}

/** Roughly what a call cost, where nobody counted; marked as the guess it is. */
export function estimateUsage({ rules, transcript, ask }: Prompt, answer: string): TokenUsage {
  const length = transcript.reduce((sum, entry) => sum + entry.length, rules.length + ask.length)
  return {
    promptTokens: Math.ceil(length / charactersPerToken),
    cachedTokens: 0,
    completionTokens: Math.ceil(answer.length / charactersPerToken),
    estimated: true,
  }
}
