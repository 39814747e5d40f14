import type { BallotQuestion, PublicEvent } from "conclave"
import { ManualClock, type ScriptedCall, type ScriptedModel, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, longWords, ofType, speakers, start } from "./support.ts"

const model = "test/member"
const names = ["Ash", "Birch", "Cedar", "Elm"]
const seats = names.map((name) => ({ name, model }))
const assembly = { format: "assembly", topic: "Which principle shall we adopt?", seats, seed: 11 } as const
const decision = { options: ["Set a floor", "Maximise the average"] }
const choose = (option: string, amount = "") =>
  `[CHOICE]\n${option}\n${amount && `[AMOUNT]\n${amount}\n`}[CONFIDENCE]\n70\n[REASONING]\nfair`

type Votes = Partial<Record<BallotQuestion, (call: ScriptedCall) => ScriptedReply>>

/** Gives long statements, and votes no by default. */
function member(votes: Votes = {}, speak: (call: ScriptedCall) => ScriptedReply = () => longWords): ScriptedModel {
  return scriptedModel({
    id: model,
    replies: (call) => {
      const { ask } = call.view
      return ask.kind === "vote" ? (votes[ask.asks]?.(call) ?? block("NO")) : speak(call)
    },
  })
}
const yes = () => block("YES")
const orders = (events: readonly PublicEvent[]) => ofType(events, "round_started").map(({ order }) => order.join(" "))

describe("an assembly", () => {
  test("speaks in shuffled orders that are derived from the seed and stored in the events [assembly.shuffle] [assembly.order-event]", async () => {
    const first = await collectEvents(start([member()], assembly))
    const again = await collectEvents(start([member()], assembly))
    const other = await collectEvents(start([member()], { ...assembly, seed: 12 }))
    expect(orders(first)).toEqual(orders(again))
    expect(orders(first)).not.toEqual(orders(other))
    expect(new Set(orders(first)).size).toBeGreaterThan(4)
    expect(
      speakers(first)
        .map((turn) => turn.split(":")[1])
        .join(" "),
    ).toBe(orders(first).join(" "))
  })

  test("no seat speaks last in two consecutive rounds; a fixed order is an option [assembly.finisher] [assembly.fixed-order] [assembly.rounds]", async () => {
    const events = await collectEvents(start([member()], assembly))
    const finishers = orders(events).map((order) => order.split(" ").at(-1))
    expect(finishers).toHaveLength(10)
    for (let round = 1; round < finishers.length; round++) expect(finishers[round]).not.toBe(finishers[round - 1])
    const fixed = await collectEvents(start([member()], { ...assembly, options: { order: "fixed", rounds: 3 } }))
    expect(new Set(orders(fixed))).toEqual(new Set(["ash birch cedar elm"]))
  })

  test("a briefing is only in the prompts of its own seat [assembly.briefing]", async () => {
    const table = member({ call: yes })
    const briefed = [{ ...seats[0]!, briefing: "You ranked the floor first." }, ...seats.slice(1)]
    await start([table], { ...assembly, seats: briefed, options: { rounds: 2 } }).outcome
    for (const { prompt, view } of table.calls) {
      const text = [prompt.rules, ...prompt.transcript, prompt.ask].join("\n")
      expect(text.includes("You ranked the floor first.")).toBe(view.seat.name === "Ash")
    }
  })

  test("prompts state the round and the manner of speaking [assembly.manner]", async () => {
    const table = member()
    await start([table], { ...assembly, options: { rounds: 3 } }).outcome
    const asked = table.calls.find((call) => call.view.round === 2 && call.view.ask.kind === "turn")!
    expect(asked.prompt.ask).toMatch(/Round 2 of 3, no agreement yet/)
    expect(asked.prompt.rules).toMatch(/50 to 200 words/)
  })

  test("history lines are at most 300 characters [assembly.history-lines]", async () => {
    const table = member({}, () => "word ".repeat(200))
    await start([table], { ...assembly, options: { rounds: 2 } }).outcome
    const lines = table.calls.at(-1)!.prompt.transcript
    expect(lines.length).toBeGreaterThan(4)
    for (const line of lines) expect(line.slice(line.indexOf("\n") + 1).length).toBeLessThanOrEqual(300)
  })

  test("a short statement is retried up to three times; then the best attempt counts and is marked [assembly.min-length] [assembly.best-attempt] [traps.retry-text]", async () => {
    const tries = ["I agree.", "I do agree, yes.", "Yes.", "Right."]
    const table = member({}, ({ view }) => (view.seat.name === "Ash" ? tries[view.attempt - 1]! : longWords))
    const run = start([table], { ...assembly, options: { rounds: 1 } })
    const events = await collectEvents(run)
    expect(ofType(events, "turn_retried").map(({ reason, attempt }) => `${reason} ${attempt}`)).toEqual([
      "too_short 2",
      "too_short 3",
      "too_short 4",
    ])
    const asked = table.calls.filter((call) => call.view.seat.name === "Ash" && call.view.ask.kind === "turn")
    expect(asked[1]!.prompt.ask).toMatch(/too short.*50 characters/s)
    const turn = run.state.turns.find(({ seat }) => seat === "ash")!
    expect(turn).toMatchObject({ content: "I do agree, yes.", belowMinimum: true, attempt: 4 })
  })

  test("the minimum length depends on the language [assembly.min-length-language]", async () => {
    const chinese = "我认为我们应该先设定一个最低保障，然后再讨论平均水平。"
    const zh = start([member({}, () => chinese)], { ...assembly, language: "zh", options: { rounds: 1 } })
    expect(ofType(await collectEvents(zh), "turn_retried")).toHaveLength(0)
    const en = start([member({}, () => chinese)], { ...assembly, options: { rounds: 1 } })
    expect(ofType(await collectEvents(en), "turn_retried")).toHaveLength(12)
  })

  test.each(["narrative", "structured"] as const)(
    "each seat keeps a private %s memory of its own statements, one line each [assembly.memory] [assembly.memory-styles]",
    async (memoryStyle) => {
      const table = member({}, () => "reason ".repeat(100))
      await start([table], { ...assembly, options: { rounds: 3, memoryStyle } }).outcome
      const last = table.calls.findLast((call) => call.view.ask.kind === "turn")!
      expect(last.view.memory).toHaveLength(2)
      for (const line of last.view.memory) {
        expect(line.length).toBeLessThanOrEqual(300)
        expect(last.prompt.ask).toContain(line)
        expect([last.prompt.rules, ...last.prompt.transcript].join()).not.toContain(line)
      }
      expect(last.view.memory[0]).toMatch(memoryStyle === "narrative" ? /^In round 1 I said/ : /^Round: 1 \|/)
    },
  )

  test("a memory over its budget drops its oldest half, with a warning [assembly.memory-overflow]", async () => {
    const table = member({}, () => "reason ".repeat(100))
    const run = start([table], { ...assembly, options: { rounds: 8, memoryMaxLength: 1_000 } })
    const events = await collectEvents(run)
    const trimmed = ofType(events, "memory_trimmed").filter(({ role }) => role === "ash")
    expect(trimmed[0]).toMatchObject({ linesDropped: 2, linesKept: 2 })
    for (const call of table.calls) expect(call.view.memory.join("").length).toBeLessThanOrEqual(1_000)
    const kept = start([member({}, () => "reason ".repeat(100))], {
      ...assembly,
      options: { rounds: 8, memoryMaxLength: 1_000, memoryTruncation: false },
    })
    expect(ofType(await collectEvents(kept), "memory_trimmed")).toHaveLength(0)
  })

  test("a history over its limit is trimmed in steps, oldest first, with an event [assembly.history-limit] [traps.stable-prompts]", async () => {
    const table = member({}, ({ view }) => `${view.seat.name} ${view.round} ${"reason ".repeat(40)}`)
    const run = start([table], { ...assembly, options: { rounds: 10, historyMaxLength: 4_000 } })
    const events = await collectEvents(run)
    const trims = ofType(events, "history_trimmed").length
    expect(trims).toBeGreaterThan(1)
    const beginnings = table.calls.map((call) => call.prompt.transcript[0]).filter((first) => first !== undefined)
    const changes = beginnings.filter((first, index) => index > 0 && first !== beginnings[index - 1]).length
    expect(changes).toBe(trims)
    for (const call of table.calls) expect(call.prompt.transcript.join("").length).toBeLessThanOrEqual(4_000)
  })

  test("a call times out after 30, 45 and 67.5 s, then the seat is skipped [assembly.timeouts] [assembly.on-failure]", async () => {
    const clock = new ManualClock()
    const table = member({}, ({ view }) => (view.seat.name === "Ash" ? { chunks: ["Well"], ends: "hang" } : longWords))
    const options = { rounds: 1, order: "fixed", retryDelayMs: 0 } as const
    const run = start([table], { ...assembly, options }, { clock })
    const calls = () =>
      table.calls.filter((call) => call.view.seat.name === "Ash" && call.view.ask.kind === "turn").length
    await clock.advance(29_999)
    expect(calls()).toBe(1)
    await clock.advance(1)
    expect(calls()).toBe(2)
    await clock.advance(44_999)
    expect(calls()).toBe(2)
    await clock.advance(1)
    expect(calls()).toBe(3)
    await clock.advance(67_499)
    expect(run.state.round!.skips).toBe(0)
    await clock.advance(1)
    await run.outcome
    expect(run.state.rounds[0]).toMatchObject({ skips: 1, contributions: 3 })
  })

  test("or the round is aborted, if configured [assembly.on-failure]", async () => {
    const table = member({ call: yes }, ({ view }) =>
      view.seat.name === "Birch" && view.round === 1 ? { chunks: [], ends: "cut" } : longWords,
    )
    const options = { rounds: 2, order: "fixed", retries: 0, onFailure: "abort-round" } as const
    const run = start([table], { ...assembly, options })
    const events = await collectEvents(run)
    expect(run.state.rounds[0]).toMatchObject({ aborted: true, contributions: 1, skips: 1 })
    expect(speakers(events)).toEqual(["1:ash", "1:birch", "2:ash", "2:birch", "2:cedar", "2:elm"])
    expect(ofType(events, "ballot_started")[0]!.roundNumber).toBe(2)
  })

  test("there is no vote before the last round unless a seat calls for one and all confirm [assembly.call] [assembly.confirm]", async () => {
    const asked = async (votes: Votes) =>
      ofType(
        await collectEvents(start([member(votes)], { ...assembly, decision, options: { rounds: 2 } })),
        "ballot_started",
      ).flatMap(({ asks, roundNumber }) => (roundNumber === 1 ? [asks] : []))
    expect(await asked({})).toEqual(["call"])
    const one = ({ view }: ScriptedCall) => block(view.seat.name === "Elm" ? "YES" : "NO")
    expect(await asked({ call: one })).toEqual(["call", "confirm"])
    expect(await asked({ call: one, confirm: one })).toEqual(["call", "confirm"])
    expect(await asked({ call: one, confirm: yes })).toEqual(["call", "confirm", "choice"])
  })

  test("the ballot is secret: no prompt shows another seat's vote [assembly.secret]", async () => {
    const table = member({
      call: yes,
      confirm: yes,
      choice: ({ view }) => choose(view.seat.name === "Ash" ? "1" : "2"),
    })
    const run = start([table], { ...assembly, decision, options: { rounds: 2 } })
    await run.outcome
    const shown = table.calls.flatMap((call) => call.prompt.transcript).join("\n")
    expect(shown).not.toMatch(/fair|Set a floor|70/)
    expect(run.state.ballots.at(-1)!.votes.map(({ choice }) => choice)).toContain("Set a floor")
  })

  test("the same option with the same amount is agreement, with another amount it is not [assembly.agreement] [assembly.numbers]", async () => {
    const votes = (amount: (call: ScriptedCall) => string): Votes => ({
      call: yes,
      confirm: yes,
      choice: (call) => choose("Set a floor", amount(call)),
    })
    const agreed = start([member(votes(({ view }) => (view.seat.name === "Ash" ? "15,000" : "$15000")))], {
      ...assembly,
      decision,
    })
    expect(await agreed.outcome).toMatchObject({
      stoppingReason: "consensus_reached",
      solution: "Set a floor",
      amount: 15_000,
      rounds: 1,
    })
    const apart = start([member(votes(({ view }) => (view.seat.name === "Ash" ? "15,000" : "12,000")))], {
      ...assembly,
      decision,
      options: { rounds: 2 },
    })
    expect(await apart.outcome).toMatchObject({ stoppingReason: "max_rounds", agreed: false, rounds: 2 })
  })

  test("without options the last ballot asks for consensus", async () => {
    const run = start([member({ call: yes, confirm: yes, consensus: () => block("YES", 90, "a floor") })], assembly)
    expect(await run.outcome).toMatchObject({ agreed: true, solution: "a floor" })
  })

  test("supports each of its languages [assembly.languages]", async () => {
    const asks: string[] = []
    for (const language of ["en", "es", "zh"]) {
      const table = member()
      await start([table], { ...assembly, language, options: { rounds: 1 } }).outcome
      asks.push(table.calls[0]!.prompt.rules)
    }
    expect(asks[1]).toMatch(/asamblea/i)
    expect(asks[2]).toMatch(/[\u4e00-\u9fff]{10}/)
  })
})
