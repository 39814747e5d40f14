import { conclave, type DiscussionInput, readRecording, replay } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import type { OpenCall } from "../../src/core/discussion/state.ts"
import { activeMs } from "../../src/core/steps/stop-rules.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { Player, type Script } from "../logs/player.ts"

const words = (name: string, round: number) => `In round ${round} ${name} would begin with the smallest step.`

/** Writes a record that cites the last turn of its prompt, so that a fork's record differs from its parent's. */
function recorder() {
  return scriptedModel({
    id: "test/a",
    replies: ({ view }) => {
      if (view.ask.kind === "turn") return words(view.seat.name, view.round)
      if (view.ask.kind !== "record") return "no"
      const last = view.ask.turns.at(-1)!
      const why = [{ text: "It is small", citations: [{ turn: last.id, quote: "the smallest step" }] }]
      return JSON.stringify({ answer: `After ${view.ask.turns.length} turns: begin small`, why })
    },
  })
}

const input: DiscussionInput = {
  format: "panel",
  topic: "How shall we heat the school?",
  seats: ["Ann", "Bo"].map((name) => ({ name, model: "test/a" })),
  options: { rounds: 2, stances: false },
}

describe("a record is part of its discussion [record.event]", () => {
  test("a fork writes its own record, of its parent's turns and its own", async () => {
    const table = conclave({ models: [recorder()] })
    const run = table.discuss(input)
    await run.outcome
    expect(run.state.record).toMatchObject({ answer: "After 4 turns: begin small" })
    const longer = await table.fork(run, { atTurn: "t4", changes: { options: { rounds: 3 } } })
    await longer.outcome
    expect(longer.state.record).toMatchObject({
      answer: "After 6 turns: begin small",
      why: [{ citations: [{ turn: "t6", seat: "bo" }] }],
    })
    const same = await table.fork(run, { atTurn: "t2" })
    await same.outcome
    expect(same.state.record).toEqual(run.state.record)
    expect(run.state.record).toMatchObject({ answer: "After 4 turns: begin small" })
  })

  test.each([
    ["a record", {}],
    ["a ranking of answers", { format: undefined, table: "council", seats: undefined, options: { rounds: 1 } }],
    [
      "a baseline",
      { format: "assembly", decision: { options: ["Sea", "Land"], protocol: "plurality" }, baseline: "Ann" } as const,
    ],
  ])("a replay has the same record, with %s", async (_, more) => {
    const lines: string[] = []
    const models = "table" in more ? [] : [recorder()]
    const asked = { ...input, ...more } as DiscussionInput
    const run = conclave({ models, env: {}, record: (line) => void lines.push(line) }).discuss(asked)
    const outcome = await run.outcome
    const again = replay(readRecording(lines))
    expect(await again.outcome).toEqual(outcome)
    expect(run.state.record).not.toBeNull()
    expect(again.state.record).toEqual(run.state.record)
    expect(again.state.ballots.map(({ result }) => result)).toEqual(run.state.ballots.map(({ result }) => result))
  })
})

test.each([
  ["a budget of seconds", { budget: { seconds: 20 } }, "budget"],
  ["a time limit", { options: { totalTimeoutMs: 20_000, stances: false, rounds: 50 } }, "timeout"],
] as const)("%s reserves a part of itself for the record [record.reserve]", (_, more, reason) => {
  const defaults = { model: "test/a", seed: 7, language: "en", settings: {} }
  const options = { rounds: 50, turnsPerRun: 0, stances: false }
  const request = { ...input, options, ...more }
  const play = (record: boolean) =>
    Player.begin("d", resolveTable({ ...request, record }, defaults)).play({
      answer: (state, call) => {
        if (call.purpose === "turn") return words(call.seat, state.round!.number)
        return JSON.stringify({ answer: "Begin small", why: [{ text: "So", citations: [{ turn: "t1" }] }] })
      },
    })
  const recorded = play(true)
  const { outcome, record, turns } = recorded.state
  expect(outcome?.stoppingReason).toBe(reason)
  expect(outcome?.decidedBy).toMatchObject({ kind: "limit", limit: "time" })
  expect(record?.answer).toBe("Begin small")
  expect(outcome?.solutionFrom).toBe("record")
  expect(activeMs(recorded.state, recorded.state.updatedAt)).toBeLessThanOrEqual(20_000)
  const without = play(false).state
  expect(without.record).toBeNull()
  expect(without.turns.length).toBeGreaterThan(turns.length)
})

describe("a record that the time limit cuts off [record.reserve]", () => {
  const decision = { options: ["Sea", "Land"], protocol: "plurality" }
  const table = resolveTable(
    { ...input, options: { rounds: 1, stances: false }, decision, budget: { seconds: 60 }, record: true },
    { model: "test/a", seed: 7, language: "en", settings: {} },
  )
  const answer: Script["answer"] = (_, call) => {
    if (call.purpose === "vote") return "[CHOICE]\nSea\n[CONFIDENCE]\n80\n[REASONING]\nNear."
    if (call.purpose !== "record") return words(call.seat, 1)
    const why = [{ turn: "t1" }, { turn: "t99" }].map((citation) => ({ text: "So", citations: [citation] }))
    return JSON.stringify({ answer: "Go by sea", why })
  }
  /** Plays until this attempt at the record, which then gets no reply before the time limit. */
  const cutAt = (attempt: number) => {
    const isAsked = (call: OpenCall) => call.purpose === "record" && call.attempt === attempt
    const player = Player.begin("d", table).play({ answer, stop: ({ openCalls }) => openCalls.some(isAsked) })
    player.now += 3_600_000
    return player.play({ answer }).state
  }

  test("does not change the decision, and the reason is reported", () => {
    const { outcome, record, failedClosingCalls } = cutAt(1)
    expect(record).toBeNull()
    expect(failedClosingCalls).toMatchObject([{ message: "the time limit was reached before it was written" }])
    expect(outcome).toMatchObject({ stoppingReason: "decided", decidedBy: { kind: "agreement" }, solution: "Sea" })
  })

  test("is kept as far as it passed its check", () => {
    const { outcome, record } = cutAt(2)
    expect(record).toMatchObject({ answer: "Go by sea", why: [{ citations: [{ turn: "t1" }] }] })
    expect(record!.leftOut).toHaveLength(1)
    expect(outcome).toMatchObject({ stoppingReason: "decided", decidedBy: { kind: "agreement" } })
  })
})
