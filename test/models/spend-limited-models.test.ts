import { describe, expect, test } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { spendLimitedModels } from "../../src/models/spend-limited-models.ts"
import type { ModelCall, ModelPart, Models } from "../../src/ports/model.ts"
import { ManualClock } from "../../src/testing/manual-clock.ts"
import { type ScriptedReply, scriptedModel } from "../../src/testing/scripted-model.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"

const organisationId = "organisation"
const key = { organisationId, keyId: "key" }
const usage = (tokens: number) => ({ promptTokens: tokens, cachedTokens: 0, completionTokens: 0 })

function set(reply: ScriptedReply, id = "test/model") {
  const ledger = new MemorySpendLedger(new ManualClock())
  const model = scriptedModel({ id, replies: [reply] })
  const models: Models = { find: () => model }
  const faults: unknown[] = []
  const limited = spendLimitedModels(models, ledger, {
    ...{ organisationId, clock: new ManualClock(), onFault: (error: unknown) => faults.push(error) },
  })
  return { ledger, model, limited: limited.find("test/model"), faults }
}

/** A prompt of 300 bytes: at most 100 tokens, 75 by estimate. */
const call = {
  prompt: { rules: "r".repeat(100), transcript: ["t".repeat(100)], ask: "a".repeat(100) },
  maxTokens: 400,
  startedBy: "key",
} as unknown as ModelCall

const signal = new AbortController().signal

async function collectChunks(answer: AsyncIterable<ModelPart>): Promise<string[]> {
  const parts: string[] = []
  for await (const part of answer) parts.push(part.type === "finish" ? part.reason : part.text)
  return parts
}

describe("models of an organisation with limits", () => {
  test("keep the properties of a model, which estimates and material checks use", async () => {
    const known = { contextTokens: 8_000, price: { input: 1, output: 2 } }
    const model = { ...scriptedModel({ id: "test/model", replies: ["x"] }), describe: async () => known }
    const options = { organisationId, clock: new ManualClock(), onFault: () => {} }
    const limited = spendLimitedModels({ find: () => model }, new MemorySpendLedger(new ManualClock()), options)
    expect(await limited.find("test/model").describe?.()).toEqual(known)
  })

  test("reserve the maximum cost of a call, and settle the actual one [access.limits]", async () => {
    const { ledger, limited } = set({ chunks: ["Hel", "lo"], usage: usage(42) })
    await ledger.setLimits(key, { tokens: 1_000 })
    const answer = limited.stream(call, signal)[Symbol.asyncIterator]()
    await answer.next()
    expect((await ledger.state(key))!.reserved.tokens).toBe(500)
    expect(await collectChunks({ [Symbol.asyncIterator]: () => answer })).toEqual(["lo", "stop"])
    expect(await ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens: 42 } })
  })

  test("never call a model without enough budget [access.limits]", async () => {
    const { ledger, limited, model } = set("Hello")
    await ledger.setLimits({ organisationId }, { tokens: 499 })
    await expect(collectChunks(limited.stream(call, signal))).rejects.toMatchObject({
      code: "SPEND_LIMIT",
      recoverable: false,
    })
    expect(model.calls).toEqual([])
  })

  test("wait while calls in flight have reserved the rest, and then call [access.limits]", async () => {
    const clock = new ManualClock()
    const ledger = new MemorySpendLedger(clock)
    const model = scriptedModel({ id: "test/model", replies: () => ({ chunks: ["Hello"], usage: usage(10) }) })
    const options = { organisationId, clock, onFault: () => {} }
    const limited = spendLimitedModels({ find: () => model }, ledger, options).find("test/model")
    await ledger.setLimits(key, { tokens: 1_200 })
    const asked = Promise.all(
      Array.from({ length: 50 }, async () => {
        const own = { ...call }
        const release = await limited.admit!(own, signal)
        try {
          return await collectChunks(limited.stream(own, signal))
        } finally {
          release()
        }
      }),
    )
    for (let time = 0; time < 100; time++) await clock.advance(1_000)
    expect(await asked).toEqual(Array.from({ length: 50 }, () => ["Hello", "stop"]))
    expect(await ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens: 500 } })
  })

  test("an aborted wait leaves no reservation", async () => {
    const { ledger, limited } = set("Hello")
    await ledger.setLimits(key, { tokens: 600 })
    const release = await limited.admit!(call, signal)
    const gone = new AbortController()
    const second = limited.admit!({ ...call }, gone.signal)
    gone.abort(new Error("gone"))
    await expect(second).rejects.toThrow("gone")
    release()
    await expect.poll(async () => (await ledger.state(key))!.reserved.tokens).toBe(0)
  })

  test("have prices", async () => {
    const { ledger, limited } = set({ chunks: ["Hello"], usage: usage(1_000) }, "openai/gpt-4o")
    await ledger.setLimits(key, { usd: 1 })
    const answer = limited.stream(call, signal)[Symbol.asyncIterator]()
    await answer.next()
    const { reserved } = (await ledger.state(key))!
    expect(reserved.usd).toBeGreaterThan(0)
    await collectChunks({ [Symbol.asyncIterator]: () => answer })
    const { spent } = (await ledger.state(key))!
    expect(spent.usd).toBeGreaterThan(0)
    expect(spent.usd).toBeLessThan(reserved.usd)
  })

  test("without a limit pass on every chunk and store nothing", async () => {
    const { ledger, limited } = set({ chunks: ["a", "b"], reasoning: "hm" })
    expect(await collectChunks(limited.stream(call, signal))).toEqual(["hm", "a", "b", "stop"])
    expect(await ledger.state(key)).toBeUndefined()
  })

  test.each<[string, ScriptedReply, number]>([
    [
      "a failure before the first token costs nothing",
      { chunks: [], ends: new ConclaveError("PROVIDER_ERROR", "") },
      0,
    ],
    [
      "a failure in mid-reply costs the text so far",
      { chunks: ["x".repeat(40)], ends: new ConclaveError("UNKNOWN", "") },
      85,
    ],
    ["a truncated reply costs its text", { chunks: ["x".repeat(40)], ends: "cut" }, 85],
  ])("%s", async (_, reply, tokens) => {
    const { ledger, limited } = set(reply)
    await ledger.setLimits(key, { tokens: 1_000 })
    await collectChunks(limited.stream(call, signal)).catch(() => {})
    expect(await ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens } })
  })

  test("settle when the reader stops, in mid-reply or before it", async () => {
    const { ledger, limited, model } = set({ chunks: ["x".repeat(40), "y"] })
    await ledger.setLimits(key, { tokens: 1_000 })
    for await (const _ of limited.stream(call, signal)) break
    expect(await ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens: 85 } })
    const release = await limited.admit!(call, signal)
    expect(await ledger.state(key)).toMatchObject({ reserved: { tokens: 500 } })
    release()
    await expect.poll(() => ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens: 85 } })
    expect(model.calls).toHaveLength(1)
  })

  test("settle when the caller gives up on a model that ignores the signal", async () => {
    const silent = { id: "test/model", structured: false, stream: () => neverEnding }
    const neverEnding = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }
    const ledger = new MemorySpendLedger(new ManualClock())
    const options = { organisationId, clock: new ManualClock(), onFault: () => {} }
    const limited = spendLimitedModels({ find: () => silent }, ledger, options).find("test/model")
    await ledger.setLimits(key, { tokens: 1_000 })
    const release = await limited.admit!(call, signal)
    const answer = limited.stream(call, signal)[Symbol.asyncIterator]()
    answer.next()
    answer.return!()
    release()
    await expect.poll(() => ledger.state(key)).toMatchObject({ reserved: { tokens: 0 }, spent: { tokens: 0 } })
  })

  test("a reply is not lost if the ledger cannot be written", async () => {
    const { model, faults } = set("Hello")
    const broken = new Error("away")
    const ledger = { reserve: async () => ({ settle: () => Promise.reject(broken) }) } as never
    const options = { organisationId, clock: new ManualClock(), onFault: (error: unknown) => void faults.push(error) }
    const limited = spendLimitedModels({ find: () => model }, ledger, options).find("test/model")
    expect(await collectChunks(limited.stream(call, signal))).toEqual(["Hello", "stop"])
    expect(faults).toEqual([broken])
  })
})
