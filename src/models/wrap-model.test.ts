import { expect, test } from "vitest"
import type { Model, ModelPart } from "../ports/model.ts"
import { Semaphore, withConcurrency } from "./semaphore.ts"
import { wrapModel } from "./wrap-model.ts"

class Private implements Model {
  readonly id = "own/private"
  structured = true
  readonly #words = "kept"

  async describe() {
    return { contextTokens: this.#words.length }
  }

  async check() {
    return this.#words
  }

  async *stream(): AsyncGenerator<ModelPart> {
    yield { type: "text", text: this.#words }
  }
}

test("members that are not replaced are the model's own, including private fields", async () => {
  const wrapped = wrapModel(new Private(), { check: async () => "replaced" })
  expect(await wrapped.describe?.()).toEqual({ contextTokens: 4 })
  expect(await wrapped.check?.()).toBe("replaced")
  const call = {} as Parameters<Model["stream"]>[0]
  const parts: ModelPart[] = []
  for await (const part of wrapped.stream(call, new AbortController().signal)) parts.push(part)
  expect(parts).toEqual([{ type: "text", text: "kept" }])
  expect(wrapped).not.toHaveProperty("embed")
})

test("schema support is queried from the model each time, since it can change", () => {
  const model = new Private()
  const wrapped = withConcurrency(wrapModel(model, {}), new Semaphore(1))
  expect(wrapped.structured).toBe(true)
  model.structured = false
  expect(wrapped.structured).toBe(false)
})
