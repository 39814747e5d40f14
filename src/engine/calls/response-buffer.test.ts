import { expect, test } from "vitest"
import type { ModelCall } from "../../ports/model.ts"
import { ResponseBuffer } from "./response-buffer.ts"

function buffer(maxTokens: number) {
  const heard: string[] = []
  const modelCall = { prompt: { system: "", messages: [] }, maxTokens } as unknown as ModelCall
  return { buffer: new ResponseBuffer({ modelCall, stopTexts: [] }, (words) => heard.push(words)), heard }
}

test("a reply far beyond its token limit is cut, and the streamed text equals the stored text", () => {
  const { buffer: answer, heard } = buffer(10)
  for (let piece = 0; piece < 100; piece++) answer.push("x".repeat(1_000))
  expect(answer.isTooLong).toBe(true)
  expect(answer.text).toHaveLength(10 * 16 + 4_000)
  expect(heard.join("")).toBe(answer.text)
})

test("a reply within its token limit is not cut", () => {
  const { buffer: answer } = buffer(1_000)
  answer.push("word ".repeat(1_000))
  expect(answer.isTooLong).toBe(false)
})
