import type { LanguageModelV4FinishReason } from "@ai-sdk/provider"
import { expect, test } from "vitest"
import { readFinish } from "./finish-part.ts"

test.each<[LanguageModelV4FinishReason["unified"], string | undefined, string | undefined]>([
  ["stop", "stop", "stop"],
  ["stop", "end_turn", "stop"],
  ["stop", "STOP", "stop"],
  ["stop", "stop_sequence", "stop_sequence"],
  ["length", "max_tokens", "length"],
  ["content-filter", "SAFETY", "content_filter"],
  ["content-filter", "content_filter", "content_filter"],
  ["content-filter", "refusal", "refusal"],
  ["content-filter", "stop", "refusal"],
  ["other", "compaction", "other"],
  ["tool-calls", "tool_calls", "other"],
  ["interrupted", undefined, undefined],
  ["other", undefined, undefined],
  ["stop", undefined, undefined],
  ["error", "MALFORMED_FUNCTION_CALL", undefined],
])("%s with %s is %s [models.cut-stream]", (unified, raw, expected) => {
  expect(readFinish({ unified, raw })).toBe(expected)
})
