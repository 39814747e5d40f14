import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import type { LiveEvent } from "../../core/discussion/event.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import type { ConclaveError } from "../../core/errors.ts"
import { sourceOf } from "../../core/prompting/seat-view.ts"
import { seededRandom } from "../../core/random.ts"
import { resolveTable } from "../../core/tables/resolve-table.ts"
import type { ModelCall } from "../../ports/model.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import {
  flushEventLoop,
  ManualClock,
  type ScriptedCall,
  type ScriptedReply,
  scriptedModel,
} from "../../testing/index.ts"
import { type EngineContext, loadState } from "../context.ts"
import { follow } from "../live/follower.ts"
import { LiveTurns } from "../live/live-turns.ts"
import { createWithTable } from "../verbs/create-with-table.ts"
import { interject } from "../verbs/interject.ts"
import {
  abortDiscussion,
  interruptTurn,
  joinDiscussion,
  leaveDiscussion,
  pauseDiscussion,
  resumeDiscussion,
} from "../verbs/steer-discussion.ts"
import { runDiscussion } from "./run-discussion.ts"

const id = "d1"
const never = { now: new AbortController().signal }

function engine(reply: (call: ScriptedCall) => ScriptedReply) {
  const model = scriptedModel({ id: "test/model", replies: reply })
  const clock = new ManualClock()
  const context: EngineContext = {
    store: new MemoryDiscussionStore(),
    live: new LiveTurns(),
    models: { find: () => model },
    clock,
  }
  return { context, model, clock }
}

function table(rounds = 3, format = "panel") {
  const defaults = { model: "test/model", seed: 1, language: "en", settings: {} }
  return resolveTable({ format, topic: "What first?", options: { rounds }, record: false }, defaults)
}

/** A join or leave may be refused at some moments. */
async function unlessRefused(act: Promise<unknown>): Promise<void> {
  await act.catch((error: ConclaveError) => expect(error.code).toMatch(/STATE_INVALID|INPUT_INVALID|NOT_FOUND/))
}

describe("the run loop", () => {
  test("two loops on one discussion never commit a turn twice", async () => {
    const { context, model } = engine(() => "One thing.")
    await createWithTable({ context, input: { discussionId: id, table: table() } })
    await Promise.all([
      runDiscussion(context, id, never),
      runDiscussion(context, id, never),
      runDiscussion(context, id, never),
    ])
    const state = await loadState(context.store, id)
    expect(state.status).toBe("completed")
    expect(state.turns.map(({ id }) => id)).toEqual(["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"])
    expect(model.calls.length).toBeLessThanOrEqual(27)
  })

  test("a loop that is the only writer of a log reads it once", async () => {
    const { context } = engine(() => "One thing.")
    await createWithTable({ context, input: { discussionId: id, table: table() } })
    const read = vi.spyOn(context.store, "read")
    await runDiscussion(context, id, never)
    expect(read).toHaveBeenCalledTimes(1)
    expect((await loadState(context.store, id)).turns).toHaveLength(9)
  })

  test("a reply that arrives while another one is being committed is not requested again", async () => {
    const { context, model } = engine(() => "One thing.")
    const store = new MemoryDiscussionStore()
    const models = {
      find: () => ({
        ...model,
        async *stream(...given: Parameters<typeof model.stream>) {
          const answer = model.stream(...given)
          for (let turn = 0; turn < model.calls.length % 3; turn++) await flushEventLoop()
          yield* answer
        },
      }),
    }
    const append = store.append.bind(store)
    store.append = async (...given) => {
      for (let turn = 0; turn < 5; turn++) await flushEventLoop()
      await append(...given)
    }
    const slow = { ...context, store, models }
    const options = { rounds: 2, order: "parallel" }
    const parallel = { format: "panel", topic: "What first?", record: false, options }
    const input = resolveTable(parallel, { model: "test/model", seed: 1, language: "en", settings: {} })
    await createWithTable({ context: slow, input: { discussionId: id, table: input } })
    await runDiscussion(slow, id, never)
    expect((await loadState(store, id)).turns).toHaveLength(6)
    expect(model.calls).toHaveLength(6)
  })

  test("calls in flight when a process died are retried as the next attempt; committed turns stay", async () => {
    const { context, model } = engine(({ view }) =>
      view.round === 2 && view.seat.role === "manager" && view.attempt === 1
        ? { chunks: ["half"], ends: "hang" }
        : "One thing.",
    )
    await createWithTable({ context, input: { discussionId: id, table: table(2) } })
    const dying = new AbortController()
    const first = runDiscussion(context, id, { now: dying.signal })
    await flushEventLoop()
    expect((await loadState(context.store, id)).openCalls).toMatchObject([{ id: "t4", attempt: 1 }])
    dying.abort()
    await first
    await runDiscussion(context, id, never)
    const state = await loadState(context.store, id)
    const turns = state.turns.map(({ id, attempt }) => `${id} ${attempt}`)
    expect(turns).toEqual(["t1 1", "t2 1", "t3 1", "t4 2", "t5 1", "t6 1"])
    expect(state.turns[3]!.content).toBe("One thing.")
    expect(model.calls).toHaveLength(7)
  })

  test("a reply that arrives after another loop started the next attempt is dropped", async () => {
    const { context } = engine(() => "")
    let answerFirst = () => {}
    const first = new Promise<void>((resolve) => {
      answerFirst = resolve
    })
    const model = {
      id: "test/slow",
      structured: false,
      async *stream({ prompt }: ModelCall) {
        const view = sourceOf(prompt)!
        if (view.attempt === 1 && view.entries.length === 0) await first
        yield { type: "text" as const, text: view.attempt === 1 ? "old words" : "new words" }
        yield { type: "finish" as const, reason: "stop" as const, usage: noUsage }
      },
    }
    const { store } = context
    // Reads take a while, as with a database, so that the old reply arrives before the new attempt is read.
    const distant: EngineContext["store"] = {
      append: async (discussionId, events) => {
        await store.append(discussionId, events)
        if (events.some(({ type }) => type === "turn_retried")) answerFirst()
      },
      read: async (...range) => {
        await flushEventLoop()
        return store.read(...range)
      },
      watch: (...watching) => store.watch(...watching),
    }
    const both = { ...context, store: distant, models: { find: () => model } }
    await createWithTable({ context: both, input: { discussionId: id, table: table(1) } })
    const loops = [runDiscussion(both, id, never)]
    for (let tick = 0; tick < 5; tick++) await flushEventLoop()
    loops.push(runDiscussion(both, id, never))
    await Promise.all(loops)
    const [turn] = (await loadState(store, id)).turns
    expect(turn).toMatchObject({ id: "t1", attempt: 2, content: "new words" })
  })

  test("a loop that is asked to leave finishes the current turn and starts no other", async () => {
    const soon = new AbortController()
    let calls = 0
    const { context, model } = engine(() => {
      if (++calls === 3) soon.abort()
      return "One thing."
    })
    await createWithTable({ context, input: { discussionId: id, table: table(2) } })
    const { seq } = await runDiscussion(context, id, { ...never, soon: soon.signal })
    const left = await loadState(context.store, id)
    expect(left).toMatchObject({ seq, turns: { length: 3 }, status: "running" })
    expect(model.calls).toHaveLength(3)
    await runDiscussion(context, id, never)
    expect((await loadState(context.store, id)).status).toBe("completed")
    expect(model.calls).toHaveLength(6)
  })

  test("an abort cancels the call in flight, and keeps its text so far, marked as cut", async () => {
    let called: AbortSignal | undefined
    const { context } = engine(() => ({ chunks: ["Hm"], ends: "hang" }))
    const find = context.models.find("test/model")
    const spied = {
      ...find,
      stream: (call: ModelCall, signal: AbortSignal) => {
        called = signal
        return find.stream(call, signal)
      },
    }
    const watched = { ...context, models: { find: () => spied } }
    await createWithTable({ context: watched, input: { discussionId: id, table: table() } })
    const running = runDiscussion(watched, id, never)
    await flushEventLoop()
    expect(called?.aborted).toBe(false)
    await abortDiscussion({ context: watched, input: { discussionId: id } })
    await running
    expect(called?.aborted).toBe(true)
    const { turns, outcome } = await loadState(context.store, id)
    const usage = { completionTokens: 1, estimated: true }
    expect(turns).toMatchObject([{ content: "Hm", finishReason: "cut", modelId: "test/model", tokenUsage: usage }])
    expect(outcome?.usage).toMatchObject(usage)
  })

  test("a model that ignores its abort signal does not block the loop", async () => {
    const { context, clock } = engine(() => "One thing.")
    const deaf = {
      id: "test/deaf",
      structured: false,
      stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) }),
    }
    const context2 = { ...context, models: { find: () => deaf } }
    await createWithTable({
      context: context2,
      input: { discussionId: id, table: { ...table(1), budget: { milliseconds: 1_000 } } },
    })
    const running = runDiscussion(context2, id, never)
    await clock.advance(1_100)
    await running
    expect((await loadState(context.store, id)).outcome?.stoppingReason).toBe("budget")
  })

  test("a watcher that joins late, or during a turn, gets the rest without repetition", async () => {
    const { context, clock } = engine(() => "")
    const slow = {
      id: "test/slow",
      structured: false,
      async *stream() {
        for (const text of ["We ", "should ", "wait."]) {
          await new Promise<void>((resolve) => clock.after(100, resolve))
          yield { type: "text" as const, text }
        }
        yield {
          type: "finish" as const,
          reason: "stop" as const,
          usage: { promptTokens: 1, cachedTokens: 0, completionTokens: 1 },
        }
      },
    }
    const context2 = { ...context, models: { find: () => slow } }
    await createWithTable({ context: context2, input: { discussionId: id, table: table(1) } })
    const running = runDiscussion(context2, id, never)
    await clock.advance(250)
    const heard: LiveEvent[] = []
    const listening = (async () => {
      for await (const event of follow(context2, { discussionId: id })) heard.push(event)
    })()
    await clock.advance(5_000)
    await Promise.all([running, listening])
    const words = heard.flatMap((event) =>
      event.type === "turn_chunk" && event.data.turnId === "t1" ? [event.data] : [],
    )
    expect(words[0]).toMatchObject({ offset: 0, chunk: "We should " })
    expect(words.map(({ chunk }) => chunk).join("")).toBe("We should wait.")
    const numbers = heard.filter(({ type }) => type !== "turn_chunk").map(({ seq }) => seq)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    const rest: LiveEvent[] = []
    for await (const event of follow(context2, { discussionId: id, after: 7 })) rest.push(event)
    expect(rest.map(({ seq }) => seq)).toEqual(numbers.slice(7))
  })

  test("crashed loops, pauses, comments, interrupts, joins, leaves and rival loops in any order lose nothing and duplicate nothing", async () => {
    const formats = fc.constantFrom("panel", "hive", "assembly", "duet")
    const deeds = fc.array(
      fc.constantFrom("run", "rival", "die", "pause", "resume", "interject", "interrupt", "join", "leave", "wait"),
      {
        maxLength: 14,
      },
    )
    await fc.assert(
      fc.asyncProperty(formats, deeds, fc.nat(), async (format, plan, seed) => {
        const random = seededRandom(seed, "faults")
        const { context, clock } = engine(({ view }) => {
          if (random() < 0.1) return { chunks: ["half "], ends: "cut" }
          if (random() < 0.05) return { chunks: ["never "], ends: "hang" }
          return view.ask.kind === "vote"
            ? "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES"
            : `${view.seat.name} has a reason of some length in round ${view.round}.`
        })
        await createWithTable({ context, input: { discussionId: id, table: table(2, format) } })
        const running: Promise<unknown>[] = []
        const dying: AbortController[] = []
        for (const deed of [...plan, "resume", "run"] as const) {
          const input = { discussionId: id }
          const over = (await loadState(context.store, id)).outcome !== null
          if (deed === "run" || deed === "rival") {
            const controller = new AbortController()
            dying.push(controller)
            running.push(runDiscussion(context, id, { now: controller.signal }))
          }
          if (deed === "die") dying.splice(0).forEach((controller) => void controller.abort())
          if (deed === "pause" && !over) await pauseDiscussion({ context, input })
          if (deed === "resume" && !over) await resumeDiscussion({ context, input })
          if (deed === "interject" && !over)
            await interject({ context, input: { ...input, author: "Kim", content: "Mind the cost." } })
          if (deed === "interrupt") await interruptTurn({ context, input })
          if (deed === "join")
            await unlessRefused(joinDiscussion({ context, input: { ...input, seat: { name: `G${seed}` } } }))
          if (deed === "leave") await unlessRefused(leaveDiscussion({ context, input: { ...input, seat: "Leader" } }))
          await clock.advance(seed % 700)
        }
        for (let tries = 0; (await loadState(context.store, id)).outcome === null; tries++) {
          expect(tries).toBeLessThan(200)
          await clock.advance(60_000)
        }
        for (const controller of dying) controller.abort()
        await Promise.all(running)
        const state = await loadState(context.store, id)
        const ids = state.turns.map((turn) => turn.id)
        expect(new Set(ids).size).toBe(ids.length)
        const uncut = state.turns.filter(({ finishReason }) => finishReason !== "cut")
        expect(uncut.every(({ content }) => !/half|never/.test(content))).toBe(true)
      }),
      { numRuns: 150, seed: 7 },
    )
  }, 60_000)
})
