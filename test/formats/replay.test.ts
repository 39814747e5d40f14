import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  ConclaveError,
  conclave,
  type DiscussionInput,
  openRecording,
  type PublicEvent,
  type Run,
  readRecording,
  replay,
  replayModels,
} from "conclave"
import { ManualClock, type ScriptedModel, type ScriptedReply } from "conclave/testing"
import { afterAll, describe, expect, test } from "vitest"
import { sourceOf } from "../../src/core/prompting/seat-view.ts"
import { block, collectEvents, ofType, talker } from "./support.ts"

/** Fields in which a replayed discussion may differ. */
const times = new Set(["at", "timestamp", "durationMs"])

async function logged(run: Run): Promise<PublicEvent[]> {
  const events = (await collectEvents(run)).filter(({ type }) => type !== "turn_chunk")
  return events.map((event) => JSON.parse(JSON.stringify(event, (key, value) => (times.has(key) ? undefined : value))))
}

async function runAndRecord(models: readonly ScriptedModel[], input: DiscussionInput) {
  const lines: string[] = []
  const run = conclave({ models, record: (line) => lines.push(line) }).discuss(input)
  return { events: await logged(run), lines, run }
}

const [a, b] = ["test/a", "test/b"]
const busy = new ConclaveError("PROVIDER_ERROR", "too many requests", { recoverable: true, retryAfterMs: 3 })
const options = { rounds: 3, retries: 1, retryDelayMs: 2 } as const

/** Fails, is cut off, refuses, reasons and streams odd chunks, deterministically. */
function faultyModel(id: string): ScriptedModel {
  let asked = 0
  return talker(
    id,
    ({ view }) => {
      const replies: ScriptedReply[] = [
        { chunks: ["half of "], ends: "cut" },
        { chunks: ["One 😀 thing\r", "\nand ano", `ther, said by ${view.seat.name} in round ${view.round}.`] },
        { chunks: [], ends: busy },
        { chunks: [], ends: busy },
        { chunks: ["A reason that is long enough to stand as a statement."], reasoning: "hm", finishReason: "length" },
        { chunks: ["short"] },
        { chunks: [], finishReason: "refusal" },
        { chunks: ["One more thing, \ud83d", "\ude00 which nobody had said before now. [PASS]"] },
      ]
      return replies[asked++ % replies.length]!
    },
    { chunks: [block("YES", 70).slice(0, 40), block("YES", 70).slice(40)] },
  )
}

const discussions: Readonly<Record<string, DiscussionInput>> = {
  panel: { format: "panel", topic: "What first?", seats: ["Ann", "Bo", "Cy"].map((name) => ({ name, model: [a, b] })) },
  hive: { format: "hive", topic: "What first?", seats: ["Ann", "Bo"].map((name) => ({ name, model: [a, b] })) },
  assembly: {
    format: "assembly",
    topic: "What first?",
    seats: ["Ann", "Bo", "Cy"].map((name) => ({ name, model: [a, b] })),
  },
  duet: { format: "duet", topic: "What first?", seats: [{ model: [a, b] }, { model: [a, b] }] },
  "a parallel panel": {
    format: "panel",
    topic: "What first?",
    seats: ["Ann", "Bo", "Cy"].map((name) => ({ name, model: [a, b] })),
    options: { order: "parallel" },
  },
}

describe("a replayed discussion", () => {
  test.each(Object.entries(discussions))(
    "of %s has the same events except for ids and times [models.replay]",
    async (_, input) => {
      const first = talker(b, "The other model speaks here, and at some length too.", block("NO", 40))
      const asked = { ...input, options: { ...options, ...input.options } }
      const { events, lines } = await runAndRecord([faultyModel(a), first], asked)
      const again = replay(readRecording(lines))
      expect(await logged(again)).toEqual(events)
      // A recording without failures would prove little.
      const reasons = ofType(events, "turn_retried").map(({ reason }) => reason)
      expect(reasons).toEqual(expect.arrayContaining(["failed", "fallback"]))
    },
  )

  test("can be read in its first version, and is refused if its version is newer", async () => {
    const decision = { protocol: "plurality", options: ["tea", "coffee"] } as const
    const asked = { ...discussions.assembly!, decision, options: { ...options, rounds: 1 } }
    const { events, lines } = await runAndRecord(
      [talker(a, "One thing that nobody had said before now, and why."), talker(b, "")],
      asked,
    )
    const rewritten = (rewrite: (line: { version: number; table: Record<string, unknown> }) => object) =>
      lines.map((line) => (line.startsWith('{"kind":"discussion"') ? JSON.stringify(rewrite(JSON.parse(line))) : line))
    const first = rewritten(({ table: { choices, ...table }, ...line }) => ({
      ...line,
      version: 1,
      table: { ...table, options: choices },
    }))
    expect(await logged(replay(readRecording(first)))).toEqual(events)
    const newer = rewritten((line) => ({ ...line, version: line.version + 1 }))
    expect(() => readRecording(newer)).toThrow("recording.line 1.version: is of a newer version; upgrade to replay it")
  })

  test.each(["panel", "hive", "assembly", "duet"] as const)(
    "of rehearsal models in a %s, from a file [models.replay]",
    async (format) => {
      const folder = mkdtempSync(join(tmpdir(), "conclave-replay-"))
      folders.push(folder)
      const record = join(folder, "talk.jsonl")
      const events = await logged(conclave({ record }).discuss({ format, topic: "Tea or coffee?", seed: 5 }))
      expect(await logged(replay(openRecording(record)))).toEqual(events)
      expect(readFileSync(record, "utf8").split("\n").length).toBeGreaterThan(5)
    },
  )

  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  test("keeps the order in which the replies of a parallel round arrived", async () => {
    const clock = new ManualClock()
    const waits: Record<string, number> = { Ann: 300, Bo: 100, Cy: 200 }
    const table = talker(a, ({ view }) => `${view.seat.name} in ${view.round}`)
    const slow: ScriptedModel = {
      ...table,
      async *stream(...args) {
        await new Promise<void>((resolve) => clock.after(waits[sourceOf(args[0].prompt)!.seat.name]!, resolve))
        yield* table.stream(...args)
      },
    }
    const lines: string[] = []
    const run = conclave({ models: [slow, talker(b, "One.")], clock, record: (line) => lines.push(line) }).discuss({
      ...discussions["a parallel panel"]!,
      options: { ...options, order: "parallel" },
    })
    const logging = logged(run)
    await clock.advance(5_000)
    const events = await logging
    const again = replay(readRecording(lines))
    const order = ofType(await collectEvents(again), "turn_completed").map(({ turn }) => turn.role)
    expect(order.slice(0, 3)).toEqual(["bo", "cy", "ann"])
    expect(await logged(replay(readRecording(lines)))).toEqual(events)
  })

  test("includes timeouts, without waiting for them", async () => {
    const clock = new ManualClock()
    const lines: string[] = []
    const replies: ScriptedReply[] = [{ chunks: ["half "], ends: "hang" }]
    const hanging = talker(a, () => replies.shift() ?? "Whole.")
    const run = conclave({ models: [hanging, talker(b, "One.")], clock, record: (line) => lines.push(line) }).discuss({
      ...discussions.panel!,
      options,
    })
    const logging = logged(run)
    await clock.advance(60_000)
    const events = await logging
    expect(events).toContainEqual(
      expect.objectContaining({ type: "turn_retried", data: expect.objectContaining({ reason: "timeout" }) }),
    )
    expect(await logged(replay(readRecording(lines)))).toEqual(events)
  })

  test("reports a model's unexpected failure by its kind, never by its message", async () => {
    const leaking: ScriptedModel = {
      ...talker(a, ""),
      stream: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new TypeError("key sk-canary refused")) }),
      }),
    }
    const { events, lines } = await runAndRecord([leaking, talker(b, "One.")], { ...discussions.panel!, options })
    expect(lines.join("")).not.toContain("sk-canary")
    expect(await logged(replay(readRecording(lines)))).toEqual(events)
  })

  test("whose recording lacks a call says which one", async () => {
    const { lines } = await runAndRecord([talker(a, "One."), talker(b, "Two.")], {
      ...discussions.panel!,
      options: { rounds: 1 },
    })
    const without = lines.toSpliced(2, 1)
    const events = await collectEvents(replay(readRecording(without)))
    expect(ofType(events, "turn_skipped")[0]!.error).toMatchObject({
      code: "MODEL_UNAVAILABLE",
      message: "the recording has no such call of test/b: Bo's turn in round 1, attempt 2",
    })
  })
})

test("a replay that diverges from its recording continues without the recorded order", async () => {
  const { lines } = await runAndRecord([talker(a, "One."), talker(b, "Two.")], {
    ...discussions["a parallel panel"]!,
    options: { rounds: 1, order: "parallel" },
  })
  // The call that ended first is still in the file, so others wait for it, but its prompt was a different one.
  const other = lines.map((line, index) => (index === 1 ? line.replace('"key":"', '"key":"not ') : line))
  const again = replay(readRecording(other))
  const events = await collectEvents(again)
  expect(ofType(events, "turn_skipped")).toHaveLength(1)
  expect(again.state.turns).toHaveLength(2)
})

describe("replay models", () => {
  test("reply byte for byte under replay/…, in any number of discussions [models.replay] [models.naming]", async () => {
    const input = { format: "panel", topic: "What first?", seats: [{ name: "Ann", model: a }], seed: 4 } as const
    const { lines } = await runAndRecord([faultyModel(a)], { ...input, options })
    const models = replayModels(readRecording(lines))
    expect(models.map(({ id }) => id)).toEqual(["replay/test/a"])
    const table = conclave({ models })
    const asked = { ...input, seats: [{ name: "Ann", model: "replay/test/a" }], options }
    const first = table.discuss(asked)
    const second = table.discuss(asked)
    await Promise.all([first.outcome, second.outcome])
    expect(first.state.turns[0]).toMatchObject({ modelId: "replay/test/a", attempt: 2 })
    expect(first.state.turns[0]!.content).toBe("One 😀 thing\nand another, said by Ann in round 1.")
    expect(second.state.turns.map(({ content }) => content)).toEqual(first.state.turns.map(({ content }) => content))
    await expect(table.discuss({ ...asked, topic: "Else?" }).outcome).resolves.toMatchObject({
      stoppingReason: "model_unavailable",
    })
  })

  test("stream the recorded chunks [models.replay]", async () => {
    const chunks = ["Yes \ud83d", "\ude00 one\r", "\ntwo", "", "\u0000"]
    const usage = { promptTokens: 3, cachedTokens: 1, completionTokens: 2, cost: 0.000001 }
    const input = { format: "panel", topic: "t", seats: [{ model: a }], options: { rounds: 1 } } as const
    const { lines } = await runAndRecord([talker(a, { chunks, reasoning: "hm", usage })], input)
    const call = readRecording(lines).calls[0]!
    expect(call.parts).toEqual([
      { type: "reasoning", text: "hm" },
      ...chunks.map((text) => ({ type: "text", text })),
      { type: "finish", reason: "stop", usage },
    ])
  })
})

describe("a recording", () => {
  test("with an invalid line is refused with the line number", () => {
    expect(() => readRecording(["", "{}"])).toThrow(/recording\.line 2/)
    expect(() => readRecording(["not json"])).toThrow(/recording\.line 1/)
  })

  test("of several discussions needs an id", async () => {
    const lines: string[] = []
    const table = conclave({ record: (line) => lines.push(line) })
    const runs = [1, 2].map((seed) => table.discuss({ format: "duet", topic: "Tea?", seed }))
    await Promise.all(runs.map((run) => run.outcome))
    const recording = readRecording(lines)
    expect(() => replay(recording)).toThrow(/several discussions/)
    expect(() => replay(recording, { discussion: "x" })).toThrow(/no such discussion/)
    const again = replay(recording, { discussion: runs[1]!.id })
    expect(await again.outcome).toEqual(await runs[1]!.outcome)
  })

  test("that cannot be written is refused before the first turn", () => {
    expect(() => conclave({ record: "/nowhere/at/all/talk.jsonl" })).toThrow(
      /record: cannot write \/nowhere\/at\/all\/talk.jsonl/,
    )
  })
})
