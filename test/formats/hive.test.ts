import { type DiscussionInput, presets } from "conclave"
import { describe, expect, test } from "vitest"
import { ConclaveError } from "../../src/core/errors.ts"
import { collectEvents, longWords, ofType, speakers, start, talker } from "./support.ts"

const model = "test/talker"
const seats = ["divergent", "convergent", "critical", "queen"].map((role) => ({ role, name: role, model }))
const hive = { format: "hive", topic: "How should we name our releases?", seats } as const

let words = 0
/** Says something new in every turn. */
const fresh = () => `idea${words++} branch${words} reason${words} example${words} weight${words}`

describe("a hive", () => {
  test("three specialists speak for three rounds, then the queen writes the synthesis [hive.rounds] [hive.queen]", async () => {
    const run = start(
      [talker(model, (call) => (call.view.ask.kind === "synthesis" ? "All in all: by date." : fresh()))],
      hive,
    )
    const events = await collectEvents(run)
    const rounds = [1, 2, 3].flatMap((round) =>
      ["divergent", "convergent", "critical"].map((seat) => `${round}:${seat}`),
    )
    expect(speakers(events)).toEqual([...rounds, "3:queen"])
    expect(run.state.turns.at(-1)).toMatchObject({ seat: "queen", purpose: "synthesis" })
    expect(await run.outcome).toMatchObject({ stoppingReason: "max_rounds", solution: "All in all: by date." })
  })

  test("each specialist is asked for its own view first, and later only for what is new [hive.roles]", async () => {
    const talking = talker(model, fresh)
    await start([talking], { ...hive, options: { rounds: 2 } }).outcome
    const asks = talking.calls.map((call) => call.prompt.ask)
    expect(new Set(asks.slice(0, 6).map((ask) => ask.replace(/Round \d of \d[^.]*\./, ""))).size).toBe(6)
    expect(asks[3]).toMatch(/only/i)
  })

  test("every seat sees the whole discussion, labelled with round and name [hive.sees-all]", async () => {
    const talking = talker(model, fresh)
    const run = start([talking], { ...hive, options: { rounds: 2 } })
    await run.outcome
    const last = talking.calls.findLast((call) => call.view.ask.kind === "turn")!
    expect(last.prompt.transcript).toHaveLength(5)
    expect(last.prompt.transcript[1]).toBe(`<<Round 1 · convergent>>\n${run.state.turns[1]!.content}`)
    expect(last.prompt.transcript[3]).toBe(`<<Round 2 · divergent>>\n${run.state.turns[3]!.content}`)
  })

  test("a pass is recorded as a pass, a pass after other text is cut off, and both are shown as such [hive.pass] [hive.pass-tail] [hive.pass-prose]", async () => {
    const said: Record<string, string> = {
      divergent: "[PASS] Nothing from me.",
      convergent: "Dates sort well.\n[PASS]",
      critical: "I have nothing to add.",
    }
    const run = start([talker(model, (call) => said[call.view.seat.role] ?? "By date.")], {
      ...hive,
      options: { rounds: 1 },
    })
    const events = await collectEvents(run)
    expect(ofType(events, "turn_passed").map(({ turn }) => turn.role)).toEqual(["divergent", "critical"])
    expect(ofType(events, "turn_completed")[0]!.turn).toMatchObject({ role: "convergent", content: "Dates sort well." })
    expect(ofType(events, "round_completed")[0]!.round).toMatchObject({ contributions: 1, passes: 2 })
  })

  test("ends after a round of passes only [hive.all-passed]", async () => {
    const run = start([talker(model, (call) => (call.view.round >= 2 ? "[PASS]" : fresh()))], hive)
    const events = await collectEvents(run)
    expect(await run.outcome).toMatchObject({ stoppingReason: "all_passed", rounds: 2 })
    expect(ofType(events, "closing_started")).toHaveLength(1)
  })

  test("does not end as passed after a round in which nobody was asked to speak [hive.all-passed]", async () => {
    const stages = [
      { kind: "speak" as const, rounds: { to: 1 } },
      { kind: "ballot" as const, asks: "consensus" as const },
    ]
    const input = { ...hive, format: { ...presets.hive, stages }, options: { rounds: 3, smartTermination: false } }
    const run = start([talker(model, () => fresh())], input as DiscussionInput)
    expect(await run.outcome).toMatchObject({ stoppingReason: "max_rounds", rounds: 3 })
  })

  test("ends after a round that brought nothing new, unless that check is off [hive.nothing-new]", async () => {
    const repeat = () => talker(model, (call) => `Release names should sort by ${call.view.seat.role} preferences.`)
    const run = start([repeat()], hive)
    expect(await run.outcome).toMatchObject({ stoppingReason: "nothing_new", rounds: 2 })
    expect(run.state.rounds[1]!.novelty).toBe(0)
    const off = start([repeat()], { ...hive, options: { smartTermination: false } })
    expect((await off.outcome).stoppingReason).toBe("max_rounds")
    const patient = start([repeat()], { ...hive, options: { minRounds: 3 } })
    expect((await patient.outcome).rounds).toBe(3)
  })

  test("domain specialists join the three; without seats it uses its default seats [hive.extra-seats]", async () => {
    const lawyer = { name: "Lawyer", role: "specialist", model }
    const events = await collectEvents(
      start([talker(model, fresh)], { ...hive, seats: [...seats, lawyer], options: { rounds: 1 } }),
    )
    expect(speakers(events)).toEqual(["1:divergent", "1:convergent", "1:critical", "1:lawyer", "1:queen"])
    const unnamed = start([talker(model, fresh)], { ...hive, seats: [{ model }, { model }, { model }] })
    expect(unnamed.state.seats.map(({ name }) => name)).toEqual(["Divergent", "Convergent", "Critical", "Queen"])
    await unnamed.outcome
  })

  test("a seat named like a role gets that role", async () => {
    const named = [{ name: "Critical" }, { name: "queen" }, { name: "Lawyer" }].map((seat) => ({ ...seat, model }))
    const run = start([talker(model, fresh)], { ...hive, seats: named })
    expect(run.state.seats.map(({ role }) => role)).toEqual(["critical", "queen", "specialist"])
    await run.outcome
  })

  test("an unavailable queen does not lose the discussion", async () => {
    const failing = talker(model, (call) =>
      call.view.ask.kind === "synthesis" ? { chunks: [], ends: "cut" } : fresh(),
    )
    const run = start([failing], { ...hive, options: { rounds: 1, retries: 0 } })
    const outcome = await run.outcome
    expect(outcome).toMatchObject({ stoppingReason: "max_rounds" })
    expect(outcome).not.toHaveProperty("solution")
    expect(run.state.turns).toHaveLength(3)
  })
})

describe("the queen's model", () => {
  test("if it is unavailable, the queen writes with another seat's model, and the outcome says so [outcome.sentence]", async () => {
    const gone = talker("test/gone", { chunks: [], ends: new ConclaveError("MODEL_UNAVAILABLE", "it is gone") })
    const seats = [
      { name: "Ann", model: "test/there" },
      { name: "Bo", model: "test/there" },
      { name: "Queen", role: "queen", model: "test/gone" },
    ]
    const run = start([gone, talker("test/there", longWords)], { format: "hive", topic: "Heat", seats })
    expect(await run.outcome).toMatchObject({
      solution: longWords,
      decidedBy: { kind: "chair", writer: "queen", writerModel: "test/there" },
      sentence: "Queen (test/there) wrote the result; it was not put to a vote.",
    })
  })
})
