import { describe, expect, test } from "vitest"
import { ConclaveError } from "../../core/errors.ts"
import type { ModelPart } from "../../ports/model.ts"
import { rehearsalModel, rehearsalModelsInfo, rehearsalNames } from "./index.ts"
import { answer, call, seat, view } from "./rehearse.test-helper.ts"

async function partsOf(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const all: ModelPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

describe("rehearsal models as models [models.rehearsal]", () => {
  test("are found by name, with both kinds of votes among them, and other names are not", () => {
    expect(rehearsalNames).toContain("rehearsal/auto")
    expect(new Set(rehearsalModelsInfo.map((info) => info.structured)).size).toBe(2)
    for (const name of rehearsalNames) expect(rehearsalModel(name)?.id).toBe(name)
    expect(rehearsalModel("rehearsal/nobody")).toBeUndefined()
    expect(rehearsalModel("openai/steady")).toBeUndefined()
  })

  test("the same view gives the same bytes, chunk by chunk", async () => {
    const model = rehearsalModel("rehearsal/curious")!
    const signal = new AbortController().signal
    expect(await partsOf(model.stream(call(view()), signal))).toEqual(await partsOf(model.stream(call(view()), signal)))
  })

  test("stream small chunks and finish with an estimate of their tokens", async () => {
    const parts = await partsOf(rehearsalModel("rehearsal/steady")!.stream(call(view()), new AbortController().signal))
    const chunks = parts.flatMap((part) => (part.type === "text" ? [part.text] : []))
    expect(chunks.length).toBeGreaterThan(5)
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(30)
    const text = chunks.join("")
    expect(parts.at(-1)).toEqual({
      type: "finish",
      reason: "stop",
      usage: { promptTokens: 4, cachedTokens: 0, completionTokens: Math.ceil(text.length / 4), estimated: true },
    })
  })

  test("respect the token limit, and report it as the finish reason", async () => {
    const model = rehearsalModel("rehearsal/steady")!
    const whole = await answer(view())
    const end = async (changes: { maxTokens?: number }) => {
      const parts = await partsOf(model.stream(call(view(), changes), new AbortController().signal))
      const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("")
      const last = parts.at(-1)
      return { text, reason: last?.type === "finish" ? last.reason : undefined }
    }
    expect(await end({ maxTokens: 10 })).toEqual({ text: whole.slice(0, 40), reason: "length" })
  })

  test("pause before every chunk if a pace is set, always for the same time", async () => {
    const paces: number[][] = []
    for (const _ of [1, 2]) {
      const waits: number[] = []
      const model = rehearsalModel("rehearsal/warm", { pause: async (ms) => void waits.push(ms) })!
      const parts = await partsOf(model.stream(call(view()), new AbortController().signal))
      expect(waits).toHaveLength(parts.length - 1)
      paces.push(waits)
    }
    expect(paces[0]).toEqual(paces[1])
    expect(Math.min(...paces.flat())).toBeGreaterThanOrEqual(15)
    expect(Math.max(...paces.flat())).toBeLessThanOrEqual(45)
  })

  test("stop in mid-word when they are aborted", async () => {
    const controller = new AbortController()
    const heard: string[] = []
    const listening = async () => {
      for await (const part of rehearsalModel("rehearsal/bold")!.stream(call(view()), controller.signal)) {
        if (part.type === "text") heard.push(part.text)
        if (heard.length === 2) controller.abort()
      }
    }
    await expect(listening()).rejects.toSatisfy((error) => error instanceof ConclaveError && error.code === "ABORTED")
    expect(heard).toHaveLength(2)
  })

  test("auto chooses a temperament by seat and seed", async () => {
    const texts = new Set<string>()
    for (let seed = 0; seed < 12; seed += 1) {
      const auto = seat("a", "Ada", { model: "rehearsal/auto" })
      texts.add(await answer(view({ seed, seat: auto, seats: [auto, seat("b", "Lin")] })))
    }
    expect(texts.size).toBeGreaterThan(8)
  })
})
