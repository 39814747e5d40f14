import { describe, expect, test } from "vitest"
import type { DiscussionEvent, LiveEvent } from "../../core/discussion/event.ts"
import { ConclaveError } from "../../core/errors.ts"
import { resolveTable } from "../../core/tables/resolve-table.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import { flushEventLoop, ManualClock, type ScriptedReply, scriptedModel } from "../../testing/index.ts"
import type { EngineContext } from "../context.ts"
import { runDiscussion } from "../run-loop/run-discussion.ts"
import { createWithTable } from "../verbs/create-with-table.ts"
import { interject } from "../verbs/interject.ts"
import { type FollowedEvent, Follower, type FollowerOptions } from "./follower.ts"
import { LiveTurns } from "./live-turns.ts"
import { formatStreamCursor } from "./stream-cursor.ts"

const discussionId = "d1"
const defaults = { model: "test/talker", seed: 1, language: "en", settings: {} }

/** A discussion whose speaker emits one word at a time, on request. */
function table(words: readonly string[], input: object = {}) {
  const waiting: (() => void)[] = []
  const script = scriptedModel({ id: "test/talker", replies: () => ({ chunks: words }) satisfies ScriptedReply })
  const model = {
    ...script,
    async *stream(...call: Parameters<typeof script.stream>) {
      for await (const part of script.stream(...call)) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        yield part
      }
    },
  }
  const context: EngineContext = {
    store: new MemoryDiscussionStore(),
    live: new LiveTurns(),
    models: { find: () => model },
    clock: new ManualClock(),
  }
  const asked = { format: "panel", topic: "What first?", seats: [{ name: "Ann" }, { name: "Bob" }], ...input }
  return {
    context,
    async begin() {
      await createWithTable({ context, input: { discussionId, table: resolveTable(asked, defaults) } })
      void runDiscussion(context, discussionId, { now: new AbortController().signal })
      await flushEventLoop()
    },
    /** Lets every speaker emit one more word; false if no seat is speaking. */
    async oneWord() {
      for (let tries = 0; tries < 3 && waiting.length === 0; tries++) await flushEventLoop()
      if (waiting.length === 0) return false
      for (const goOn of waiting.splice(0)) goOn()
      await flushEventLoop()
      await flushEventLoop()
      return true
    },
  }
}

async function all(context: EngineContext, options: Partial<FollowerOptions> = {}): Promise<FollowedEvent[]> {
  const follower = new Follower(context, { discussionId, ...options })
  const steps: FollowedEvent[] = []
  for (let next = await follower.next(); next; next = await follower.next()) steps.push(...next)
  return steps
}

/** All words of each attempt by offset; fails if words overlap or leave a gap. */
function textByAttempt(events: readonly LiveEvent[]): Map<string, string> {
  const texts = new Map<string, string>()
  for (const event of events) {
    if (event.type !== "turn_chunk") continue
    const { turnId, attempt, offset, chunk } = event.data
    const key = `${turnId}/${attempt}`
    const text = texts.get(key) ?? ""
    expect(offset).toBe(text.length)
    texts.set(key, text + chunk)
  }
  return texts
}

const words = ["We ", "should ", "begin ", "small."]

describe("following", () => {
  test.each([{}, { options: { order: "parallel", rounds: 1 } }])(
    "a reader that leaves at any position and returns later gets exactly the rest, %j [events.resume]",
    async (input) => {
      const { context, begin, oneWord } = table(words, { options: { rounds: 2 }, ...input })
      await begin()
      const whole: FollowedEvent[] = []
      const watching = (async () => {
        const follower = new Follower(context, { discussionId })
        for (let next = await follower.next(); next; next = await follower.next()) whole.push(...next)
      })()
      for (let index = 0; await oneWord(); index++) {
        if (index === 2)
          await interject({ context, input: { discussionId, author: "Kim", content: "Mind the budget." } })
      }
      await watching
      expect(whole.filter(({ event }) => event.type === "turn_chunk").length).toBeGreaterThanOrEqual(8)
      const ids = whole.map(({ cursor: place }) => formatStreamCursor(place))
      expect(new Set(ids).size).toBe(ids.length)
      for (let left = 0; left < whole.length - 1; left++) {
        const { seq, turnOffsets: places } = whole[left]!.cursor
        const rest = await all(context, { after: seq, turnOffsets: places })
        const events = [...whole.slice(0, left + 1), ...rest].map(({ event }) => event)
        expect(events.flatMap((event) => (event.type === "turn_chunk" ? [] : [event.seq]))).toEqual(
          whole.flatMap(({ event }) => (event.type === "turn_chunk" ? [] : [event.seq])),
        )
        for (const text of textByAttempt(events).values()) expect(text).toBe(words.join(""))
      }
    },
  )

  test("a reader that returns during a turn continues from its offset", async () => {
    const { context, begin, oneWord } = table(words)
    await begin()
    await oneWord()
    const first = new Follower(context, { discussionId })
    const before = (await first.next())!
    first.close()
    expect(formatStreamCursor(before.at(-1)!.cursor)).toMatch(/^\d+:t1:1:3$/)
    await oneWord()
    const { seq, turnOffsets: places } = before.at(-1)!.cursor
    const second = new Follower(context, { discussionId, after: seq, turnOffsets: places })
    const [more] = (await second.next())!
    expect(more!.event).toMatchObject({ type: "turn_chunk", data: { offset: 3, chunk: "should " } })
    second.close()
  })

  test("if a new attempt has started, the reader gets it from its start", async () => {
    let asked = 0
    const { context, begin } = table(words)
    const failing = scriptedModel({
      id: "test/talker",
      replies: () => {
        const broken = { chunks: ["I beg"], ends: new ConclaveError("PROVIDER_ERROR", "gone", { recoverable: true }) }
        return asked++ === 0 ? broken : words.join("")
      },
    })
    context.models.find = () => failing
    await begin()
    const clock = context.clock as ManualClock
    const follower = all(context, { after: 4, turnOffsets: [{ turnId: "t1", attempt: 1, offset: 4 }] })
    await clock.advance(60_000)
    const events = (await follower).map(({ event }) => event)
    const chunks = events.flatMap((event) =>
      event.type === "turn_chunk" && event.data.turnId === "t1" ? [event.data] : [],
    )
    for (const { attempt, offset } of chunks) if (attempt === 2) expect(offset).toBe(0)
    expect(events.some((event) => event.type === "turn_retried")).toBe(true)
  })

  test.each([
    { name: "resumes after the end of the turn", after: 5 },
    { name: "resumes before its end", after: 3 },
    { name: "resumes before its next attempt", after: 2 },
    { name: "connects for the first time", after: 0 },
  ])(
    "a reader that $name (after $after) gets no live text of a process that died [events.resume]",
    async ({ after }) => {
      const { context } = table([])
      const start = (turnId: string) => ({
        seat: "ann",
        name: "Ann",
        modelId: null,
        roundNumber: 1,
        turnId,
        attempt: 1,
      })
      const started = (turnId: string) =>
        ({ type: "turn_started", data: { ...start(turnId), purpose: "turn" } }) as const
      const retried = { turnId: "t1", seat: "ann", attempt: 2, delayMs: 0, reason: "interrupted" }
      const facts = [
        { type: "discussion_resumed", data: {} },
        started("t1"),
        { type: "turn_retried", data: retried },
        { type: "turn_skipped", data: { turnId: "t1", seat: "ann" } },
        started("t2"),
      ]
      const events = facts.map((fact, index) => ({ ...fact, seq: index + 1, at: 0 }) as unknown as DiscussionEvent)
      await context.store.append(discussionId, events)
      const follower = new Follower(context, { discussionId, after })
      for (const [turnId, attempt] of [
        ["t1", 1],
        ["t1", 2],
        ["t2", 1],
      ] as const)
        context.live.receive(discussionId, { seat: "ann", turnId, attempt, offset: 0, words: "Words." })
      const chunks: string[] = []
      while (!chunks.includes("t2/1")) {
        for (const { event } of (await follower.next())!) {
          if (event.type === "turn_chunk") chunks.push(`${event.data.turnId}/${event.data.attempt}`)
        }
      }
      expect(chunks).toEqual(["t2/1"])
      follower.close()
    },
  )

  test("a long turn arrives in small chunks [events.slow-reader]", async () => {
    const { context } = table([])
    const long = "a".repeat(65_535) + "😀".repeat(100_000)
    await createWithTable({
      context,
      input: { discussionId, table: resolveTable({ format: "panel", topic: "x", seats: [{}, {}] }, defaults) },
    })
    context.live.begin(discussionId, { seat: "ann", turnId: "t1", attempt: 1 }).push(long)
    const follower = new Follower(context, { discussionId })
    let text = ""
    while (text.length < long.length) {
      for (const { event } of (await follower.next())!) {
        if (event.type !== "turn_chunk") continue
        expect(event.data.chunk.length).toBeLessThanOrEqual(65_536)
        expect(event.data.chunk.isWellFormed()).toBe(true)
        text += event.data.chunk
      }
    }
    expect(text).toBe(long)
    follower.close()
  })
})
