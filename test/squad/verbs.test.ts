import { describe, expect, test } from "vitest"
import * as squad from "../../src/squad/index.ts"
import { flushEventLoop } from "../../src/testing/index.ts"
import { TestSquad } from "./test-squad.ts"

const at = new TestSquad()

describe("asking and answering", () => {
  test("a prompt needs two answers within half an hour by default [squad.resolves] [squad.times-out]", async () => {
    const prompt = await at.ask()
    expect(prompt).toMatchObject({ required_responses: 2, timeout_minutes: 30 })
    await at.fixture.pass(prompt.id, 29.9)
    expect((await at.get(prompt.id)).prompt.status).toBe("collecting")
    await at.fixture.pass(prompt.id, 0.1)
    expect(await at.get(prompt.id)).toMatchObject({ ready: true, prompt: { status: "timed_out" } })
  })

  test("readiness and collected answers are returned in every state [squad.ready]", async () => {
    const prompt = await at.ask()
    const counts = { requiredResponses: 2, responseCount: 0, collectedContext: [], responses: [] }
    expect(await at.get(prompt.id)).toMatchObject({ ...counts, ready: false })
    await at.answer(prompt.id, "ann")
    await at.answer(prompt.id, "Ann", { message: "on second thoughts" })
    const collecting = await at.get(prompt.id)
    expect(collecting).toMatchObject({ ready: false, responseCount: 1, prompt: { status: "collecting" } })
    expect(collecting.responses).toHaveLength(2)
    expect(collecting.collectedContext).toMatchObject([{ agent: "Ann", message: "on second thoughts" }])
    await at.answer(prompt.id, "bob", { is_human: true })
    expect(await at.get(prompt.id)).toMatchObject({ ready: true, responseCount: 2, prompt: { status: "resolved" } })
    const cancelled = await at.ask()
    await squad.closePrompt({ context: at.context, input: { promptId: cancelled.id, action: "cancel" } })
    expect(await at.get(cancelled.id)).toMatchObject({ ready: true, prompt: { status: "cancelled" } })
  })

  test("a closed prompt refuses answers and says how it was closed [squad.closed]", async () => {
    for (const [action, status] of [
      ["resolve", "resolved"],
      ["cancel", "cancelled"],
    ] as const) {
      const { id } = await at.ask()
      await squad.closePrompt({ context: at.context, input: { promptId: id, action } })
      const refusal = { code: "CONFLICT", details: { status } }
      await expect(at.answer(id, "ann")).rejects.toMatchObject(refusal)
    }
  })

  test("closing by hand is idempotent; closing in another way is a conflict [squad.by-hand]", async () => {
    const { id } = await at.ask()
    const close = (action: "resolve" | "cancel") =>
      squad.closePrompt({ context: at.context, input: { promptId: id, action } })
    const closed = await close("cancel")
    expect(await close("cancel")).toEqual(closed)
    await expect(close("resolve")).rejects.toMatchObject({
      code: "CONFLICT",
      details: { status: "cancelled" },
    })
  })

  test("the same key with another text is refused, with the same text it returns the first answer [squad.same-answer]", async () => {
    const { id } = await at.ask()
    const first = await at.answer(id, "ann", { idempotencyKey: "k" })
    expect(first.repeated).toBe(false)
    expect(await at.answer(id, "ann", { idempotencyKey: "k" })).toMatchObject({ repeated: true, chat: first.chat })
    await expect(at.answer(id, "ann", { idempotencyKey: "k", message: "other" })).rejects.toMatchObject({
      code: "INPUT_INVALID",
      problems: [{ field: "idempotencyKey" }],
    })
  })

  test("agents are addressed in the text [squad.mentions]", async () => {
    const named = await at.ask({ prompt_message: 'For @ann and @"Long Name", not `@bob`.' })
    expect(named.mentions).toEqual(["ann", "Long Name"])
    const openFor = async (agent: string) => (await at.context.squad.list({ agent })).map(({ id }) => id)
    expect(await openFor("Long Name")).toEqual([named.id])
    expect(await openFor("bob")).toEqual([])
  })

  test("text is cleaned on input", async () => {
    const { prompt_message, requester_agent } = await at.ask({
      requester_agent: "  the \u0007 planner ",
      prompt_message: "a\u0000b\ud800\r\nc",
    })
    expect({ prompt_message, requester_agent }).toEqual({
      prompt_message: "ab\ufffd\nc",
      requester_agent: "the planner",
    })
  })

  test("invalid input is refused with the field and the fix", async () => {
    const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ requester_agent: "  " }, "requester_agent"],
      [{ requester_agent: "two\nlines" }, "requester_agent"],
      [{ prompt_message: "x".repeat(50_001) }, "prompt_message"],
      [{ required_responses: 0 }, "required_responses"],
      [{ required_responses: 51 }, "required_responses"],
      [{ timeout_minutes: 0 }, "timeout_minutes"],
      [{ timeout_minutes: 10_081 }, "timeout_minutes"],
      [{ timeout_minutes: Number.NaN }, "timeout_minutes"],
      [{ required_response: 2 }, "required_response"],
    ]
    for (const [input, field] of wrong) {
      await expect(async () => at.ask(input), field).rejects.toMatchObject({
        code: "INPUT_INVALID",
        problems: [{ field }],
      })
    }
    const { id } = await at.ask()
    await expect(at.answer(id, "ann", { message: " " })).rejects.toMatchObject({ problems: [{ field: "message" }] })
    await expect(at.answer("nonsense", "ann")).rejects.toMatchObject({ code: "NOT_FOUND" })
    expect((await at.get(id)).responses).toEqual([])
  })
})

describe("waiting for a prompt", () => {
  const wait = (promptId: string, seconds: number, signal?: AbortSignal) =>
    squad.waitForPrompt({ context: at.context, input: { promptId, seconds, ...(signal && { signal }) } })

  test("ends as soon as it is ready", async () => {
    const { id } = await at.ask()
    const waiting = wait(id, 30)
    await at.answer(id, "ann")
    await at.answer(id, "bob")
    expect(await waiting).toMatchObject({ ready: true, responseCount: 2 })
  })

  test("ends at its timeout, with the current state", async () => {
    const { id } = await at.ask()
    await at.answer(id, "ann")
    const waiting = wait(id, 30)
    expect(await advanceUntilSettled(waiting)).toMatchObject({ ready: false, responseCount: 1 })
    expect(await wait(id, 0)).toMatchObject({ ready: false })
  })

  test("ends at the prompt's timeout, even without a sweep", async () => {
    const { id } = await at.ask({ timeout_minutes: 0.005 })
    at.context = { ...at.context, clock: { now: Date.now, after: realTimer } }
    expect(await wait(id, 30)).toMatchObject({ ready: true, prompt: { status: "timed_out" } })
  })

  test("ends when it is aborted, and releases all resources", async () => {
    const { id } = await at.ask()
    const controller = new AbortController()
    const waiting = wait(id, 60, controller.signal)
    controller.abort()
    expect(await waiting).toMatchObject({ ready: false })
    expect(at.clock.untilNext).toBeUndefined()
    expect(await wait(id, 60, controller.signal)).toMatchObject({ ready: false })
  })

  test("is refused beyond its limit and for missing prompts", async () => {
    const { id } = await at.ask()
    for (const seconds of [-1, 61, Number.NaN]) {
      await expect(wait(id, seconds)).rejects.toMatchObject({ code: "INPUT_INVALID", problems: [{ field: "wait" }] })
    }
    await expect(wait("nonsense", 1)).rejects.toMatchObject({ code: "NOT_FOUND" })
  })

  /** Advances the clock until the wait has ended. */
  async function advanceUntilSettled<T>(waiting: Promise<T>): Promise<T> {
    let over = false
    void waiting.finally(() => {
      over = true
    })
    while (!over) {
      if (at.clock.untilNext === undefined) await flushEventLoop()
      else await at.clock.advance(at.clock.untilNext)
    }
    return waiting
  }
})

describe("following the chat", () => {
  const say = (message: string) => squad.postMessage({ context: at.context, input: { agent_name: "ann", message } })

  test("yields every message and change once and in order, and resumes after any of them", async () => {
    const controller = new AbortController()
    const heard: string[] = []
    const seqs: number[] = []
    const following = (async () => {
      for await (const event of squad.followChat({
        context: at.context,
        input: { after: 0, signal: controller.signal },
      })) {
        seqs.push(event.seq)
        heard.push(event.type === "message" ? event.message.message : event.prompt.status)
        if (heard.at(-1) === "the end") return
      }
    })()
    await say("one")
    const { id } = await at.ask({ required_responses: 1 })
    await at.answer(id, "bob")
    await say("the end")
    await following
    expect(heard.filter((text) => text !== "collecting")).toEqual([
      "one",
      "Should we drop Node 20?",
      "bob agrees",
      "resolved",
      "the end",
    ])
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))

    const rest = squad.followChat({ context: at.context, input: { after: seqs.at(-2)!, signal: controller.signal } })
    expect((await rest.next()).value).toMatchObject({ message: { message: "the end" } })
    const nothing = rest.next()
    controller.abort()
    expect(await nothing).toEqual({ value: undefined, done: true })
  })

  test("starts with the next message by default", async () => {
    await say("before")
    const following = squad.followChat({ context: at.context, input: {} })
    const first = following.next()
    // One connection serves both in turn, so the stream has read the end of the chat before this message is posted.
    await say("after")
    expect((await first).value).toMatchObject({ message: { message: "after" } })
    await following.return()
  })
})

function realTimer(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
