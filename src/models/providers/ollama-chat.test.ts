import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ollamaChat } from "./ollama-chat.ts"

interface Sent {
  readonly url: string
  readonly body: { readonly options: Record<string, unknown>; readonly format?: unknown; readonly messages: unknown }
}

/** Ollama's reply in these chunks, and the request it got. */
async function ask(pieces: readonly Uint8Array[], options: Partial<LanguageModelV4CallOptions> = {}) {
  const sent: Sent[] = []
  const chat = ollamaChat({
    model: "llama3",
    apiKey: "",
    baseUrl: "http://ollama",
    headers: {},
    fetch: async (url, init) => {
      sent.push({ url: String(url), body: JSON.parse(String(init?.body)) })
      return new Response(ReadableStream.from(pieces))
    },
  })
  const { stream } = await chat.doStream({ prompt: [{ role: "system", content: "Rules" }], ...options })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return { parts, sent: sent[0]! }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const lines = [
  { message: { thinking: "Erwägung" }, done: false },
  { message: { content: "Grüße, 世界 👋🏽\n" }, done: false },
  { message: { content: "" }, done: true, done_reason: "stop", prompt_eval_count: 12, eval_count: 5 },
]
const answer = bytes(`\uFEFF${lines.map((line) => `${JSON.stringify(line)}\r\n`).join("\n")}`)

describe("a reply of Ollama", () => {
  test("is read the same for any chunks", async () => {
    const whole = await ask([answer])
    expect(whole.parts).toMatchObject([
      { type: "reasoning-delta", delta: "Erwägung" },
      { type: "text-delta", delta: "Grüße, 世界 👋🏽\n" },
      { type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: { inputTokens: { total: 12 } } },
    ])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(answer.length), { maxLength: 40 }), async (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), answer.length]
        const pieces = places.slice(1).map((place, index) => answer.subarray(places[index], place))
        expect((await ask(pieces)).parts).toEqual(whole.parts)
      }),
    )
  })

  test("without a finish reason is incomplete", async () => {
    const { parts } = await ask([bytes('{"message":{"content":"x"},"done":true}')])
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "other", raw: undefined } })
  })

  test.each(["<html>", "null", "7", '{"message":'])("%j is unreadable, and is not quoted", async (line) => {
    await expect(ask([bytes(`${line}\n`)])).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      recoverable: true,
      message: "Ollama sent an unreadable answer",
    })
  })

  test("fields of unexpected types are ignored", async () => {
    const { parts } = await ask([bytes('{"message":{"content":7,"thinking":null},"done":"yes","eval_count":"5"}\n')])
    expect(parts).toEqual([])
  })
})

describe("a request to Ollama", () => {
  test("has the options under Ollama's names, and a schema as its format", async () => {
    const schema = { type: "object" } as const
    const { sent } = await ask([answer], {
      temperature: 0.3,
      maxOutputTokens: 100,
      stopSequences: ["["],
      seed: 7,
      responseFormat: { type: "json", schema },
    })
    expect(sent.url).toBe("http://ollama/api/chat")
    expect(sent.body).toMatchObject({ model: "llama3", stream: true, format: schema })
    expect(sent.body.options).toEqual({ temperature: 0.3, num_predict: 100, stop: ["["], seed: 7 })
    expect(sent.body.messages).toEqual([{ role: "system", content: "Rules" }])
  })

  test("doubles the context size until the prompt fits", async () => {
    const room = async (length: number) =>
      (await ask([answer], { prompt: [{ role: "system", content: "x".repeat(length) }], maxOutputTokens: 1_000 })).sent
        .body.options.num_ctx
    expect(await room(6_000)).toBeUndefined()
    expect(await room(12_000)).toBe(8_192)
    expect(await room(20_000)).toBe(8_192)
    expect(await room(60_000)).toBe(32_768)
  })
})
