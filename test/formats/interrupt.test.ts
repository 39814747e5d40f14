import { describe, expect, test } from "vitest"
import { runDiscussion } from "../../src/engine/run-loop/run-discussion.ts"
import { interruptTurn } from "../../src/engine/verbs/steer-discussion.ts"
import { flushEventLoop, type ScriptedCall, type ScriptedReply } from "../../src/testing/index.ts"
import { engine, hanging, id, input, words } from "./steered-engine.ts"

const onlyFirst = (said: ScriptedReply) => (call: ScriptedCall) =>
  call.view.entries.length === 0 && call.view.seat.role === "manager" ? said : words

describe("interrupting the current turn", () => {
  test("its text so far is kept and marked as cut, and the next speaker sees it [across.interrupt]", async () => {
    const own = engine(onlyFirst(hanging))
    await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
    await flushEventLoop()
    await interruptTurn({ context: own.context, input })
    await flushEventLoop()
    const state = await own.state()
    expect(state.turns[0]).toMatchObject({
      id: "t1",
      content: "We should begin with the smallest",
      finishReason: "cut",
      modelId: "test/model",
    })
    expect(state.turns[0]!.tokenUsage.completionTokens).toBeGreaterThan(0)
    expect(state.status).toBe("completed")
    const next = own.model.calls[1]!.prompt.transcript.join("\n")
    expect(next).toContain("We should begin with the smallest\n<<Interrupted here>>")
    expect(own.model.calls).toHaveLength(3)
  })

  test("a seat without any text yet is skipped, and the round continues", async () => {
    const own = engine(onlyFirst({ chunks: [], ends: "hang" }))
    await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
    await flushEventLoop()
    await interruptTurn({ context: own.context, input })
    await flushEventLoop()
    expect(await own.events("turn_skipped")).toMatchObject([{ turnId: "t1", because: "interrupted" }])
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["leader", "specialist"])
  })

  test("repeated interrupts have no effect, nor does one that arrives after its turn", async () => {
    const own = engine(onlyFirst(hanging))
    await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
    await flushEventLoop()
    await Promise.all([1, 2, 3].map(() => interruptTurn({ context: own.context, input: { ...input, turn: "t1" } })))
    await flushEventLoop()
    const { seq } = await own.state()
    await interruptTurn({ context: own.context, input: { ...input, turn: "t1" } })
    await interruptTurn({ context: own.context, input })
    expect((await own.state()).seq).toBe(seq)
    expect(await own.events("turn_interrupted")).toHaveLength(1)
  })

  test("only the addressed turn is cut, however late the interrupt arrives", async () => {
    const own = engine(({ view }) => (view.seat.role === "leader" ? hanging : words))
    await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
    await flushEventLoop()
    await interruptTurn({ context: own.context, input: { ...input, turn: "t1" } })
    await flushEventLoop()
    expect((await own.state()).openCalls).toMatchObject([{ id: "t2" }])
    expect(await own.events("turn_interrupted")).toEqual([])
    await interruptTurn({ context: own.context, input: { ...input, turn: "t2" } })
    await flushEventLoop()
    expect((await own.state()).turns.map((turn) => turn.finishReason)).toEqual(["stop", "cut", "stop"])
  })

  test.each([0, 1, 2, 3, 4, 5, 6])(
    "%i ticks after its start, either the interrupt or the turn's own end is recorded, never both",
    async (ticks) => {
      const own = engine(onlyFirst({ chunks: ["One ", "thing ", "more."] }))
      await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      await interruptTurn({ context: own.context, input: { ...input, turn: "t1" } })
      await flushEventLoop()
      const cut = await own.events("turn_interrupted")
      const [first] = (await own.state()).turns
      const isCut = first?.id !== "t1" || first.finishReason === "cut"
      expect(isCut).toBe(cut.length === 1)
      expect((await own.state()).status).toBe("completed")
      expect(own.crashes).toEqual([])
    },
  )

  test("an interrupted turn whose process died is skipped by the next process, not retried", async () => {
    const own = engine(onlyFirst(hanging))
    await own.begin({ format: "panel", record: false, options: { rounds: 1 } })
    await flushEventLoop()
    own.runner.stop()
    await flushEventLoop()
    await interruptTurn({ context: own.context, input })
    await runDiscussion(own.context, id, { now: new AbortController().signal })
    expect(await own.events("turn_skipped")).toMatchObject([{ turnId: "t1", because: "interrupted" }])
    expect(await own.events("turn_retried")).toEqual([])
  })

  test("an awaited person is skipped", async () => {
    const own = engine()
    await own.begin({
      format: "panel",
      seats: [{ name: "Kim", kind: "human" }, { name: "Ann" }],
      options: { rounds: 1 },
    })
    await flushEventLoop()
    await interruptTurn({ context: own.context, input })
    await flushEventLoop()
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["ann"])
  })

  test("an interrupted synthesis is kept up to the cut", async () => {
    const own = engine(({ view }) => (view.ask.kind === "synthesis" ? hanging : words))
    await own.begin({ format: "hive", options: { rounds: 1 } })
    await flushEventLoop()
    await interruptTurn({ context: own.context, input })
    await flushEventLoop()
    expect((await own.state()).outcome).toMatchObject({ solution: "We should begin with the smallest" })
  })
})
