import type { LanguageModelV4FinishReason } from "@ai-sdk/provider"
import type { FinishReason } from "../../core/discussion/turn.ts"

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
