import { ConclaveError, conclave, type Model, type ModelPart, writeMarkdown } from "conclave"
import { flushEventLoop, ManualClock, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, longWords, ofType, start, talker } from "./support.ts"

const a = "test/a"
const panel = { format: "panel", record: false, topic: "What first?", seats: [{ name: "Ann", model: a }] } as const
const once = { ...panel, options: { rounds: 1, retries: 0 } } as const
const busy = (retryAfterMs?: number) =>
  new ConclaveError("PROVIDER_ERROR", "too many requests", { recoverable: true, retryAfterMs })

/** Emits a word at each of these intervals. */
function slowModel(clock: ManualClock, waits: readonly number[]): Model {
  return {
    id: a,
    structured: false,
    async *stream(): AsyncGenerator<ModelPart> {
      for (const ms of waits) {
        await new Promise<void>((resolve) => clock.after(ms, resolve))
        yield { type: "text", text: "word " }
      }
      yield { type: "finish", reason: "stop", usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 } }
    },
  }
}

async function skippedBecause(waits: readonly number[], options: object = {}) {
  const clock = new ManualClock()
  const run = conclave({ models: [slowModel(clock, waits)], clock }).discuss({
    ...once,
    options: { ...once.options, ...options },
  })
  const collecting = collectEvents(run)
  const begun = clock.now()
  while (run.state.outcome === null) {
    await flushEventLoop()
    if (run.state.outcome === null) await clock.advance(clock.untilNext ?? 0)
  }
  const [skipped] = ofType(await collecting, "turn_skipped")
  return { error: skipped?.error, afterMs: run.state.updatedAt - begun, turns: run.state.turns }
}

describe("the timeouts of a call", () => {
  test("a call without a first token ends before its total timeout [models.first-token] [models.timeout]", async () => {
    const { error, afterMs } = await skippedBecause([90_000])
    expect(error).toMatchObject({ code: "TURN_TIMEOUT", message: "no first token within 60 s", recoverable: true })
    expect(afterMs).toBe(60_000)
  })

  test("silence in mid-reply ends the call, measured from the last token", async () => {
    const { error, afterMs } = await skippedBecause([20_000, 29_000, 40_000])
    expect(error).toMatchObject({ code: "TURN_TIMEOUT", message: "the answer stalled for 30 s" })
    expect(afterMs).toBe(79_000)
  })

  test("a steady stream is only subject to the total timeout", async () => {
    const { error, afterMs } = await skippedBecause(Array.from({ length: 20 }, () => 10_000))
    expect(error).toMatchObject({ code: "TURN_TIMEOUT", message: "no complete answer within 120 s" })
    expect(afterMs).toBe(120_000)
    const { turns } = await skippedBecause(Array.from({ length: 11 }, () => 10_000))
    expect(turns).toHaveLength(1)
  })

  test("no timer remains after a call has ended", async () => {
    const clock = new ManualClock()
    const run = conclave({ models: [slowModel(clock, [10, 10])], clock }).discuss(once)
    await clock.advance(20)
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
    expect(clock.untilNext).toBeUndefined()
  })

  test("the total timeout applies if it is the shortest", async () => {
    const { error } = await skippedBecause([90_000], { turnTimeoutMs: 5_000 })
    expect(error!.message).toBe("no complete answer within 5 s")
  })

  test("time in a queue counts toward no timeout, and a queued call can be aborted [models.first-token]", async () => {
    const clock = new ManualClock()
    const left: string[] = []
    const queued: Model = {
      ...talker(a, "One."),
      admit: async (_, signal) => {
        await new Promise<void>((resolve, reject) => {
          clock.after(500_000, resolve)
          signal.addEventListener("abort", () => reject(signal.reason))
        })
        return () => void left.push("left")
      },
    }
    const run = conclave({ models: [queued], clock }).discuss(once)
    await clock.advance(500_000)
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
    expect(run.state.turns).toHaveLength(1)
    expect(left).toEqual(["left"])

    const other = conclave({ models: [queued], clock }).discuss(once)
    await flushEventLoop()
    await other.abort()
    expect((await other.outcome).stoppingReason).toBe("user_abort")
    expect(left).toHaveLength(1)
  })
})

describe("retries", () => {
  const delays = async (seed: number) => {
    const run = start([talker(a, { chunks: [], ends: busy() })], {
      ...panel,
      seed,
      options: { rounds: 1, retries: 4, retryDelayMs: 8 },
    })
    return ofType(await collectEvents(run), "turn_retried").map(({ delayMs }) => delayMs)
  }

  test("double their delay each time, with jitter that is derived from the seed [models.retries]", async () => {
    const first = await delays(1)
    expect(first).toHaveLength(4)
    first.forEach((ms, index) => {
      expect(ms).toBeGreaterThanOrEqual(8 * 2 ** index)
      expect(ms).toBeLessThanOrEqual(10 * 2 ** index)
    })
    expect(await delays(1)).toEqual(first)
    const spread = new Set((await Promise.all([2, 3, 4, 5].map(delays))).map(String))
    expect(spread.size).toBeGreaterThan(1)
  })

  test("a delay above the maximum fails at once, with the reason [models.retry-after]", async () => {
    const run = start([talker(a, { chunks: [], ends: busy(61_000) })], { ...panel, options: { rounds: 1 } })
    const events = await collectEvents(run)
    expect(ofType(events, "turn_retried")).toEqual([])
    expect(ofType(events, "turn_skipped")[0]!.error.message).toBe(
      "too many requests; the requested wait of 61 s is longer than the maximum of 60 s",
    )
  })

  test("so does a delay beyond the end of the discussion's time [models.retry-after]", async () => {
    const run = start([talker(a, { chunks: [], ends: busy(20_000) })], {
      ...panel,
      budget: { seconds: 10 },
      options: { rounds: 1 },
    })
    expect(ofType(await collectEvents(run), "turn_skipped")[0]!.error.message).toMatch(
      /wait of 20 s .* maximum of 10 s$/,
    )
  })

  test("tokens of a failed attempt are counted, and marked as an estimate", async () => {
    const replies: ScriptedReply[] = [{ chunks: ["x".repeat(400)], ends: "cut" }]
    const usage = { promptTokens: 10, cachedTokens: 0, completionTokens: 5 }
    const run = start([talker(a, () => replies.shift() ?? { chunks: ["One."], usage })], {
      ...panel,
      options: { rounds: 1, retryDelayMs: 0 },
    })
    const [retried] = ofType(await collectEvents(run), "turn_retried")
    expect(retried!.tokenUsage).toMatchObject({ completionTokens: 100, estimated: true })
    expect(run.state.usage.ann).toMatchObject({ completionTokens: 105, estimated: true })
    const silent = start([talker(a, { chunks: [], ends: "cut" })], once)
    expect(ofType(await collectEvents(silent), "turn_skipped")[0]!.tokenUsage.promptTokens).toBe(0)
  })
})

describe("other finish reasons", () => {
  test.each([
    ["length", "cut at the token limit"],
    ["refusal", "a refusal"],
    ["content_filter", "cut by a content filter"],
  ] as const)("%s with text is stored as a turn with that reason", async (finishReason, note) => {
    const run = start([talker(a, { chunks: ["I had begun"], finishReason })], once)
    const events = await collectEvents(run)
    expect(ofType(events, "turn_completed")[0]!.turn).toMatchObject({ content: "I had begun", finishReason })
    expect(writeMarkdown(run.state)).toContain(`**Ann** · t1\n\nI had begun\n\n*(${note})*\n`)
  })

  test.each(["refusal", "content_filter"] as const)("%s without text fails, and is not retried", async (reason) => {
    const model = talker(a, { chunks: [], finishReason: reason })
    const events = await collectEvents(start([model], { ...panel, options: { rounds: 1 } }))
    expect(ofType(events, "turn_skipped")[0]!.error).toMatchObject({ code: "TURN_FAILED", recoverable: false })
    expect(model.calls).toHaveLength(1)
  })

  test("a refusal is not a pass, and is not retried for being short", async () => {
    const refusing = { chunks: ["[PASS]"], finishReason: "refusal" } as const
    const hive = start([talker(a, refusing)], { ...once, format: "hive", options: { rounds: 1 } })
    await hive.outcome
    expect(hive.state.turns.filter(({ purpose }) => purpose === "turn")).toMatchObject([{ passed: false }])
    const member = talker(a, refusing)
    const seats = ["Ann", "Bo"].map((name) => ({ name, model: a }))
    await start([member], { ...panel, seats, format: "assembly", options: { rounds: 1 } }).outcome
    expect(member.calls.filter(({ view }) => view.ask.kind === "turn")).toHaveLength(2)
  })

  test("a vote that ended in a refusal is unreadable, whatever its text", async () => {
    const vote = { chunks: [block("YES", 90)], finishReason: "refusal" } as const
    const seats = ["Ann", "Bo"].map((name) => ({ name, model: a }))
    const run = start([talker(a, "One.", vote)], { ...panel, format: "duet", seats, options: { rounds: 1 } })
    const events = await collectEvents(run)
    const votes = ofType(events, "consensus_vote").map(({ vote }) => vote)
    expect(votes).toMatchObject([{ reading: "unreadable" }, { reading: "unreadable" }])
    expect(votes[0]!.reasoning).toMatch(/^the model refused to answer: /)
    expect(ofType(events, "ballot_retried")).toEqual([])
  })
})

test("an exhausted spend limit skips no seat: the discussion ends and says why", async () => {
  const error = new ConclaveError("SPEND_LIMIT", "the organisation's spend limit leaves nothing")
  const model = scriptedModel({ id: a, replies: () => ({ chunks: [], ends: error }) })
  const events = await collectEvents(start([model], { ...panel, options: { rounds: 3 } }))
  expect(ofType(events, "turn_skipped")).toEqual([])
  expect(ofType(events, "discussion_error")[0]).toMatchObject({
    stoppingReason: "budget",
    error: { code: "SPEND_LIMIT" },
  })
  expect(model.calls).toHaveLength(1)
})

test("the reasoning of a model is stored with its turn and not shown to other seats", async () => {
  const table = talker(a, { chunks: ["One."], reasoning: `secret\u0000 thought ${"x".repeat(60_000)}` })
  const run = start([table], { ...panel, options: { rounds: 2 } })
  const events = await collectEvents(run)
  const turn = run.state.turns[0]!
  expect(turn.content).toBe("One.")
  expect(turn.reasoning).toMatch(/^secret thought x/)
  expect(turn.reasoning!.length).toBeLessThanOrEqual(50_000)
  expect(JSON.stringify(table.calls.map(({ prompt }) => prompt))).not.toContain("secret")
  expect(JSON.stringify(events)).not.toContain("secret")
  expect(writeMarkdown(run.state)).not.toContain("secret")
})

describe("fallback models", () => {
  const [b, c] = ["test/b", "test/c"]
  const fails = (id: string, error: ConclaveError) =>
    talker(id, { chunks: ["half "], ends: error }, { chunks: [], ends: error })
  const withModels = (...model: string[]) => ({
    ...panel,
    seats: [{ name: "Ann", model }],
    options: { rounds: 2, retries: 1, retryDelayMs: 0 },
  })

  test("are called in order, each with its own retries, and the events say so [models.fallbacks]", async () => {
    const first = fails(a, busy())
    const second = talker(b, { chunks: [], ends: "cut" })
    const run = start([first, second, talker(c, "Third.")], withModels(a, b, c))
    const events = await collectEvents(run)
    const retries = ofType(events, "turn_retried").filter(({ roundNumber }) => roundNumber === 1)
    expect(retries.map(({ reason, modelId, attempt }) => [reason, modelId, attempt])).toEqual([
      ["failed", undefined, 2],
      ["fallback", b, 3],
      ["failed", undefined, 4],
      ["fallback", c, 5],
    ])
    expect(retries[1]).toMatchObject({ error: { code: "PROVIDER_ERROR", message: "too many requests" }, delayMs: 0 })
    expect(run.state.turns[0]).toMatchObject({ content: "Third.", modelId: c, attempt: 5 })
    // After a temporary failure, the next turn starts with the seat's own model again.
    expect(ofType(events, "turn_started").map(({ modelId }) => modelId)).toEqual([a, a])
    expect(first.calls).toHaveLength(4)
  })

  test("a model that is unavailable is not called again in this discussion", async () => {
    const gone = fails(a, new ConclaveError("MODEL_UNAVAILABLE", "no such model"))
    const events = await collectEvents(start([gone, talker(b, "Second.")], withModels(a, b)))
    expect(ofType(events, "turn_retried")).toMatchObject([{ reason: "fallback", modelId: b, lasting: true }])
    expect(ofType(events, "turn_started").map(({ modelId }) => modelId)).toEqual([a, b])
    expect(gone.calls).toHaveLength(1)
  })

  test("replace the model once after a refusal or too long a delay", async () => {
    const replies: ScriptedReply[] = [
      { chunks: [], finishReason: "refusal" },
      { chunks: [], ends: busy(3_600_000) },
    ]
    const first = talker(a, () => replies.shift() ?? "First.")
    const run = start([first, talker(b, "Second.")], { ...withModels(a, b), options: { rounds: 3 } })
    const events = await collectEvents(run)
    expect(run.state.turns.map(({ modelId }) => modelId)).toEqual([b, b, a])
    expect(ofType(events, "turn_retried").map(({ lasting }) => lasting)).toEqual([undefined, undefined])
  })

  test("do not get the retry instructions for the previous model's reply", async () => {
    const silent = talker(a, "")
    const other = talker(b, "Second.")
    await start([silent, other], { ...withModels(a, b), options: { rounds: 1, retries: 1 } }).outcome
    const reproaches = [...silent.calls, ...other.calls].map(({ view }) => "clarify" in view.ask)
    expect(reproaches).toEqual([false, true, false])
  })

  test("vote if the first model refuses", async () => {
    const refusing = talker(a, "One.", { chunks: ["No."], finishReason: "refusal" })
    const voting = talker(b, "Two.", block("YES", 80))
    const seats = ["Ann", "Bo"].map((name) => ({ name, model: [a, b] }))
    const run = start([refusing, voting], { ...panel, format: "duet", seats })
    const events = await collectEvents(run)
    expect((await run.outcome).agreed).toBe(true)
    expect(ofType(events, "ballot_retried")).toMatchObject([
      { reason: "fallback", modelId: b },
      { reason: "fallback", modelId: b },
    ])
  })

  test("an accepted attempt is stored with the name of the model that wrote it", async () => {
    const replies: ScriptedReply[] = ["Somewhat longer."]
    const first = talker(a, () => replies.shift() ?? { chunks: [], finishReason: "refusal" })
    const seats = [
      { name: "Ann", model: [a, b] },
      { name: "Bo", model: c },
    ]
    const run = start([first, talker(b, "Short."), talker(c, longWords)], {
      ...panel,
      seats,
      format: "assembly",
      options: { rounds: 1, order: "fixed" },
    })
    await run.outcome
    expect(run.state.turns[0]).toMatchObject({ content: "Somewhat longer.", modelId: a, belowMinimum: true })
  })

  test("are all checked before the discussion starts [models.naming]", () => {
    const model = scriptedModel({ id: a, replies: ["One."] })
    expect(() => conclave({ models: [model] }).discuss(withModels(a, "test/nobody"))).toThrow(
      /seats\[0\]\.model.*test\/nobody/,
    )
    expect(() => conclave({ models: [model] }).discuss(withModels(a, a))).toThrow(/names a model twice/)
    expect(() => conclave({ models: [model] }).discuss({ ...panel, seats: [{ model: [] }] })).toThrow(
      /seats\[0\].model/,
    )
  })
})
