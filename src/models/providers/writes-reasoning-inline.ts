const modelNamePattern = /(^|[^a-z])(r1|qwq|qwen-?3|gpt-oss|magistral|deepseek)|think|reason/i

/**
 * Whether an open model likely thinks in the same text that it answers in. Its server would apply stop sequences to
 * the thoughts too and cut it off before it has said a word, so such models are sent none.
 */
export function writesReasoningInline(model: string): boolean {
  return modelNamePattern.test(model)
}
