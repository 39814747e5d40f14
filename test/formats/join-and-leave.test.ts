import { describe, expect, test } from "vitest"
import { runDiscussion } from "../../src/engine/run-loop/run-discussion.ts"
import { answerForSeat } from "../../src/engine/verbs/answer-for-seat.ts"
import { joinDiscussion, leaveDiscussion } from "../../src/engine/verbs/steer-discussion.ts"
import type { Model } from "../../src/ports/model.ts"
import { flushEventLoop } from "../../src/testing/index.ts"
import { engine, hanging, id, input, words } from "./steered-engine.ts"

describe("joining and leaving", () => {
  test("a specialist added during the discussion speaks from the next round on [hive.join]", async () => {
    const own = engine(
      ({ view }) => `${view.seat.name} adds another thought in round ${view.round} about step ${view.entries.length}.`,
    )
    const seats = [{ name: "Divergent" }, { name: "Kim", kind: "human" }, { name: "Critical" }]
    await own.begin({ format: "hive", seats, options: { rounds: 2, smartTermination: false } })
    await flushEventLoop()
    await joinDiscussion({
      context: own.context,
      input: { ...input, seat: { name: "Lawyer", persona: "You know the law." } },
    })
    expect(await own.events("seat_joined")).toMatchObject([
      { seat: { id: "lawyer", model: "test/model" }, fromRound: 2 },
    ])
    for (let round = 1; round <= 2; round++) {
      await answerForSeat({ context: own.context, input: { ...input, content: "Go on." } })
      await flushEventLoop()
    }
    const state = await own.state()
    const spoken = state.turns.map((turn) => `${turn.roundNumber}:${turn.seat}`)
    expect(spoken).toEqual([
      "1:divergent",
      "1:kim",
      "1:critical",
      "2:divergent",
      "2:kim",
      "2:critical",
      "2:lawyer",
      "2:queen",
    ])
    expect(state.outcome?.contributions.map(({ name, turns }) => `${name} ${turns}`)).toContain("Lawyer 1")
  })

  test("a seat that leaves is no longer awaited, and its turns keep its name", async () => {
    const own = engine()
    const seats = [{ name: "Kim", kind: "human" }, { name: "Ann" }, { name: "Bo" }]
    await own.begin({ format: "panel", seats, options: { rounds: 2 } })
    await flushEventLoop()
    await answerForSeat({ context: own.context, input: { ...input, content: "Tea." } })
    await flushEventLoop()
    expect((await own.state()).openCalls).toMatchObject([{ seat: "kim" }])
    await leaveDiscussion({ context: own.context, input: { ...input, seat: "Kim" } })
    await leaveDiscussion({ context: own.context, input: { ...input, seat: "kim" } })
    await flushEventLoop()
    const state = await own.state()
    expect(await own.events("turn_skipped")).toMatchObject([{ seat: "kim", because: "left" }])
    expect(state.turns.map((turn) => `${turn.roundNumber}:${turn.seat}`)).toEqual([
      "1:kim",
      "1:ann",
      "1:bo",
      "2:ann",
      "2:bo",
    ])
    expect(state.outcome?.contributions).toMatchObject([{ name: "Kim", turns: 1 }, {}, {}])
    expect(state.status).toBe("completed")
  })

  test("a seat that has left can say nothing more, even right away", async () => {
    const own = engine()
    await own.begin({
      format: "panel",
      seats: [{ name: "Kim", kind: "human" }, { name: "Ann" }],
      options: { rounds: 1 },
    })
    await flushEventLoop()
    own.runner.stop()
    await leaveDiscussion({ context: own.context, input: { ...input, seat: "kim" } })
    const late = answerForSeat({ context: own.context, input: { ...input, content: "One more thing." } })
    await expect(late).rejects.toMatchObject({ code: "STATE_INVALID" })
  })

  test("a reply that arrives after its seat has left is ignored", async () => {
    const own = engine()
    const { promise: left, resolve: goOn } = Promise.withResolvers<void>()
    const late: Model = {
      ...own.model,
      async *stream(...asked) {
        await left
        yield* own.model.stream(...asked)
      },
    }
    const context = { ...own.context, models: { find: () => late } }
    const seats = [{ name: "Ann" }, { name: "Bo" }]
    own.runner.stop()
    await own.begin({ format: "panel", seats, options: { rounds: 1 } })
    const running = runDiscussion(context, id, { now: new AbortController().signal })
    await flushEventLoop()
    const leaving = leaveDiscussion({ context, input: { ...input, seat: "ann" } })
    goOn()
    await Promise.all([leaving, running])
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["bo"])
  })

  test("the turn of a leaving seat is cut, and its vote does not count", async () => {
    const own = engine(({ view }) =>
      view.seat.name === "Ash" ? hanging : view.ask.kind === "vote" ? "[CONSENSUS_CHECK]\nHAS_CONSENSUS: NO" : words,
    )
    const seats = [{ name: "Ash" }, { name: "Birch" }, { name: "Cedar" }]
    await own.begin({ format: "assembly", seats, options: { rounds: 1, order: "fixed" } })
    await flushEventLoop()
    expect((await own.state()).openCalls).toMatchObject([{ seat: "ash" }])
    await leaveDiscussion({ context: own.context, input: { ...input, seat: "ash" } })
    await flushEventLoop()
    const state = await own.state()
    expect(state.ballots[0]!.voters).toEqual(["birch", "cedar"])
    expect(state.status).toBe("completed")
  })

  test("the format's minimum and maximum of seats apply, names stay taken, and nobody can join in the last round", async () => {
    const own = engine(() => ({ chunks: [], ends: "hang" }))
    await own.begin({ format: "duet", seats: [{ name: "Ann" }, { name: "Bo" }] })
    const refused = (act: Promise<unknown>) => act.then(String, (error) => `${error.code} ${error.message}`)
    expect(await refused(leaveDiscussion({ context: own.context, input: { ...input, seat: "Ann" } }))).toMatch(
      /^STATE_INVALID.*exactly 2/,
    )
    expect(await refused(joinDiscussion({ context: own.context, input: { ...input, seat: { name: "Cy" } } }))).toMatch(
      /^INPUT_INVALID.*exactly 2/,
    )
    expect(await refused(leaveDiscussion({ context: own.context, input: { ...input, seat: "Cy" } }))).toMatch(
      /^NOT_FOUND.*Ann, Bo/,
    )
    expect(await refused(joinDiscussion({ context: own.context, input: { ...input, seat: { nme: "Cy" } } }))).toMatch(
      /seat\.nme.*"name"/,
    )

    const panel = engine(() => ({ chunks: [], ends: "hang" }))
    await panel.begin({ format: "panel", seats: [{ name: "Ann" }, { name: "Bo" }], options: { rounds: 2 } })
    expect(
      await refused(joinDiscussion({ context: panel.context, input: { ...input, seat: { name: "ann" } } })),
    ).toMatch(/is taken/)
    const last = engine(() => ({ chunks: [], ends: "hang" }))
    await last.begin({ format: "panel", seats: [{ name: "Ann" }, { name: "Bo" }], options: { rounds: 1 } })
    await flushEventLoop()
    expect(await refused(joinDiscussion({ context: last.context, input: { ...input, seat: { name: "Cy" } } }))).toMatch(
      /^STATE_INVALID.*last round/,
    )
  })
})
