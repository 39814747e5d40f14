import { describe, expect, test } from "vitest"
import { answerForSeat } from "../../src/engine/verbs/answer-for-seat.ts"
import { interject } from "../../src/engine/verbs/interject.ts"
import { pauseDiscussion, resumeDiscussion } from "../../src/engine/verbs/steer-discussion.ts"
import { flushEventLoop } from "../../src/testing/index.ts"
import { engine, input } from "./steered-engine.ts"

const withKim = [{ name: "Kim", kind: "human" }, { name: "Ann" }]

describe("waiting for people", () => {
  test.each([
    ["skip", "turn_skipped", "no_answer"],
    ["pass", "turn_passed", undefined],
  ] as const)("a wait that times out ends in a %s, and blocks no other seat", async (afterWait, type, because) => {
    const own = engine()
    await own.begin({ format: "panel", seats: withKim, options: { rounds: 1, waitMs: 60_000, afterWait } })
    await own.clock.advance(59_999)
    expect((await own.state()).status).toBe("waiting")
    expect(own.clock.untilNext).toBe(1)
    await own.clock.advance(1)
    expect((await own.events(type))[0]).toMatchObject(because ? { because } : { turn: { seat: "kim", passed: true } })
    const state = await own.state()
    expect(state).toMatchObject({ status: "completed", idleMs: 60_000 })
    expect(state.turns.at(-1)).toMatchObject({ seat: "ann" })
    expect(own.clock.untilNext).toBeUndefined()
  })

  test("or in a pause, after which the wait starts over", async () => {
    const own = engine()
    await own.begin({
      format: "panel",
      seats: withKim,
      options: { rounds: 1, waitMs: 60_000, afterWait: "pause", totalTimeoutMs: 1_000 },
    })
    await own.clock.advance(60_000)
    expect(await own.state()).toMatchObject({ status: "paused", openCalls: [{ awaiting: true }] })
    await own.clock.advance(600_000)
    await resumeDiscussion({ context: own.context, input })
    await own.clock.advance(59_000)
    expect((await own.state()).status).toBe("waiting")
    await own.clock.advance(1_000)
    expect((await own.state()).status).toBe("paused")
    await resumeDiscussion({ context: own.context, input })
    await answerForSeat({ context: own.context, input: { ...input, content: "I am here now." } })
    await flushEventLoop()
    expect(await own.state()).toMatchObject({ status: "completed", turns: [{ content: "I am here now." }, {}] })
  })

  test("a person who answers in time is heard, and a comment does not extend the wait", async () => {
    const own = engine()
    await own.begin({ format: "panel", seats: withKim, options: { rounds: 2, waitMs: 60_000 } })
    await own.clock.advance(30_000)
    await answerForSeat({ context: own.context, input: { ...input, content: "In time." } })
    await own.clock.advance(45_000)
    await interject({ context: own.context, input: { ...input, author: "Lee", content: "Mind the cost." } })
    await own.clock.advance(14_999)
    expect((await own.state()).status).toBe("waiting")
    await own.clock.advance(1)
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["kim", "ann", "ann"])
  })

  test("a pause stops the clock of the wait", async () => {
    const own = engine()
    await own.begin({ format: "panel", seats: withKim, options: { rounds: 1, waitMs: 60_000 } })
    await own.clock.advance(59_000)
    await pauseDiscussion({ context: own.context, input })
    await own.clock.advance(3_600_000)
    expect((await own.state()).status).toBe("paused")
    await resumeDiscussion({ context: own.context, input })
    await own.clock.advance(59_000)
    expect((await own.state()).status).toBe("waiting")
  })

  test("in a parallel round a person's wait can time out while a model is still speaking", async () => {
    const own = engine(() => ({ chunks: ["slowly"], ends: "hang" }))
    await own.begin({
      format: "panel",
      seats: withKim,
      options: { rounds: 1, order: "parallel", waitMs: 5_000, turnTimeoutMs: 20_000, retries: 0 },
    })
    await own.clock.advance(5_000)
    expect(await own.events("turn_skipped")).toMatchObject([{ seat: "kim", because: "no_answer" }])
    expect((await own.state()).openCalls).toMatchObject([{ seat: "ann" }])
  })

  test("several people vote and speak at one table, and an absent one does not block the ballot", async () => {
    const own = engine(() => "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[CONFIDENCE]\n90")
    const seats = [
      { name: "Kim", kind: "human" },
      { name: "Lee", kind: "external" },
    ]
    await own.begin({ format: "duet", seats, options: { rounds: 1, waitMs: 60_000 } })
    await flushEventLoop()
    for (const content of ["Tea.", "Tea as well.", "I agree."]) {
      await answerForSeat({ context: own.context, input: { ...input, content } })
      await flushEventLoop()
    }
    await own.clock.advance(60_000)
    const state = await own.state()
    expect(state.turns.map((turn) => turn.content)).toEqual(["Tea.", "Tea as well."])
    expect(state.ballots[0]!.votes).toMatchObject([
      { hasConsensus: true },
      { reading: "unreadable", reasoning: "Lee gave no answer in time" },
    ])
    expect(state.status).toBe("completed")
    expect(own.crashes).toEqual([])
  })

  test("a person may pass on a vote: a pass is offered, is not retried, and does not count", async () => {
    const own = engine()
    const seats = [
      { name: "Kim", kind: "human" },
      { name: "Lee", kind: "external" },
    ]
    await own.begin({ format: "duet", seats, options: { rounds: 1 } })
    await flushEventLoop()
    for (const content of ["Tea.", "Tea as well.", "I agree."]) {
      await answerForSeat({ context: own.context, input: { ...input, content } })
      await flushEventLoop()
    }
    expect((await own.events("awaiting_input")).at(-1)).toMatchObject({ purpose: "vote", mayPass: true })
    await answerForSeat({ context: own.context, input: { ...input, content: "[PASS]" } })
    await flushEventLoop()
    const state = await own.state()
    expect(state.ballots[0]!.votes).toMatchObject([
      { hasConsensus: true },
      { reading: "unreadable", attempt: 1, reasoning: "Lee passed" },
    ])
    expect(state.status).toBe("completed")
  })

  test("a person may be the chair and choose the next speaker", async () => {
    const own = engine()
    const seats = [{ name: "Kim", kind: "human", role: "chair" }, { name: "Ann" }, { name: "Bo" }]
    await own.begin({ format: "panel", seats, options: { rounds: 1, order: "chosen" } })
    await flushEventLoop()
    expect(await own.events("awaiting_input")).toMatchObject([{ seat: "kim", purpose: "choose" }])
    await answerForSeat({ context: own.context, input: { ...input, content: "Bo, please." } })
    await flushEventLoop()
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["bo"])
    await answerForSeat({ context: own.context, input: { ...input, content: "Ann" } })
    await flushEventLoop()
    await answerForSeat({ context: own.context, input: { ...input, content: "And I say: tea." } })
    await flushEventLoop()
    expect((await own.state()).turns.map((turn) => turn.seat)).toEqual(["bo", "ann", "kim"])
  })
})
