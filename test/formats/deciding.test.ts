import { buildLedger, conclave, type DiscussionInput, presetNames, protocolNames, type Run, recount } from "conclave"
import { type ScriptedCall, type ScriptedModel, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { block, collectEvents, longWords, ofType, start } from "./support.ts"

const model = "test/member"
const names = ["Ash", "Birch", "Cedar"]
const seats = names.map((name) => ({ name, model }))
const options = ["Wind", "Sun", "Coal"]

/** The choice of each seat; a function gets the round. */
type Wishes = Readonly<Record<string, string | ((call: ScriptedCall) => string)>>

function voter(wishes: Wishes, check: (call: ScriptedCall) => ScriptedReply = () => block("NO")): ScriptedModel {
  return scriptedModel({
    id: model,
    replies: (call) => {
      const { ask, seat } = call.view
      if (ask.kind !== "vote") return longWords
      if (ask.asks === "call" || ask.asks === "confirm") return block("YES")
      if (ask.asks === "consensus") return check(call)
      const marker = { single: "CHOICE", ranking: "RANKING", approval: "APPROVED", scores: "SCORES" }[
        ask.form ?? "single"
      ]
      const wish = wishes[seat.name] ?? "Wind"
      const list = typeof wish === "function" ? wish(call) : wish
      return `[${marker}]\n${list}\n[CONFIDENCE]\n70\n[REASONING]\n${seat.name} has reasons.`
    },
  })
}

async function runToEnd(table: ScriptedModel, input: DiscussionInput): Promise<Run> {
  const run = start([table], input)
  await run.outcome
  return run
}

describe("any format can decide by any protocol [across.protocols]", () => {
  const cases = presetNames.flatMap((format) => protocolNames.map((protocol) => [format, protocol] as const))

  test.each(cases)("%s by %s, with rehearsal models", async (format, protocol) => {
    const run = conclave().discuss({
      format,
      topic: "How should the village heat its school?",
      decision: { protocol, options },
      options: { rounds: 3 },
      seed: 5,
    })
    const outcome = await run.outcome
    if (protocol === "consensus") {
      expect(run.state.ballots.length).toBeGreaterThan(0)
    } else if (protocol === "chair") {
      const synthesis = run.state.turns.find((turn) => turn.purpose === "synthesis")
      expect(outcome.solution).toBe(synthesis?.content)
    } else {
      expect(outcome.stoppingReason).toBe("decided")
      expect(options).toContain(outcome.solution)
      const { result } = run.state.ballots.at(-1)!
      expect(result).toMatchObject({ protocol, passed: true, choice: outcome.solution })
      expect(result?.tally?.map(({ option }) => option)).toEqual(options)
    }
  })

  test("the ballot asks for one option, an order or all acceptable options, as the protocol needs", async () => {
    for (const [protocol, form] of [
      ["plurality", undefined],
      ["approval", "approval"],
      ["borda", "ranking"],
      ["score", "scores"],
    ] as const) {
      const scored = () => "Wind: 7\nSun: 5\nCoal: 1"
      const table = voter(form === "scores" ? { Ash: scored, Birch: scored, Cedar: scored } : {})
      const run = await runToEnd(table, { format: "hive", topic: "Heat", seats, decision: { protocol, options } })
      expect(run.state.ballots.map((ballot) => ballot.form)).toEqual([form, form, form])
      expect(run.state.rounds).toHaveLength(3)
    }
  })

  test("scores are averaged, and an option that all score well can beat the most frequent first choice", async () => {
    const run = await runToEnd(
      voter({
        Ash: "Wind: 10\nSun: 9\nCoal: 0",
        Birch: "Wind: 10\nSun: 9\nCoal: 3",
        Cedar: "Wind: 1\nSun: 9\nCoal: 3",
      }),
      { format: "hive", topic: "Heat", seats, decision: { protocol: "score", options }, options: { rounds: 1 } },
    )
    const { result, votes } = run.state.ballots.at(-1)!
    expect(result).toMatchObject({
      choice: "Sun",
      tally: [
        { option: "Wind", score: 7 },
        { option: "Sun", score: 9 },
        { option: "Coal", score: 2 },
      ],
    })
    expect(votes[0]).toMatchObject({ choice: "Wind", scores: [{ option: "Wind", score: 10 }, {}, {}] })
    expect(recount(run.state, "plurality")).toMatchObject({ winner: "Wind", differs: true, assumed: [] })
    expect(recount(run.state, "borda")).toMatchObject({ assumed: ["scores_as_ranking"] })
    expect(recount(run.state, "approval")).toMatchObject({ winner: "Sun", assumed: ["scores_as_approval"] })
  })

  test("a hive votes after every round and decides after the last, an assembly decides when it calls a vote", async () => {
    const wishes: Wishes = { Ash: "Sun\nWind", Birch: "Coal\nSun", Cedar: "Wind\nSun" }
    const hive = await runToEnd(voter(wishes), {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "borda", options },
    })
    expect(hive.state.outcome).toMatchObject({ stoppingReason: "decided", agreed: false, solution: "Sun", rounds: 3 })
    const assembly = await runToEnd(voter(wishes), {
      format: "assembly",
      topic: "Heat",
      seats,
      decision: { protocol: "borda", options },
    })
    expect(assembly.state.outcome).toMatchObject({ stoppingReason: "decided", solution: "Sun", rounds: 1 })
  })

  test("minRounds is the earliest round in which a ballot may decide, and a unanimous ballot is agreement", async () => {
    const run = await runToEnd(voter({}), {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "plurality", options },
      options: { minRounds: 1 },
    })
    expect(run.state.outcome).toMatchObject({ stoppingReason: "decided", agreed: true, solution: "Wind", rounds: 1 })
    expect(run.state.outcome?.dissent).toEqual([])
  })

  test("a seat's weight counts if votes are weighted", async () => {
    const wishes: Wishes = { Ash: "Sun" }
    const heavy = [{ ...seats[0]!, weight: 2.5 }, ...seats.slice(1)]
    const by = async (protocol: "plurality" | "weighted") =>
      (
        await runToEnd(voter(wishes), {
          format: "panel",
          topic: "Heat",
          seats: heavy,
          decision: { protocol, options, secret: false },
        })
      ).state.outcome
    expect((await by("plurality"))?.solution).toBe("Wind")
    const weighed = await by("weighted")
    expect(weighed?.solution).toBe("Sun")
    expect(weighed?.dissent.map(({ name }) => name)).toEqual(["Birch", "Cedar"])
  })

  test("a tie is broken by confidence, and the result says so", async () => {
    const table = scriptedModel({
      id: model,
      replies: ({ view }) =>
        view.ask.kind === "vote"
          ? `[CHOICE]\n${view.seat.name === "Ash" ? "Wind" : "Sun"}\n[CONFIDENCE]\n${view.seat.name === "Ash" ? 60 : 90}\n[REASONING]\nx`
          : longWords,
    })
    const run = await runToEnd(table, {
      format: "duet",
      topic: "Heat",
      seats: seats.slice(0, 2),
      decision: { protocol: "plurality", options },
      options: { rounds: 1 },
    })
    expect(run.state.ballots.at(-1)?.result).toMatchObject({
      choice: "Sun",
      tie: { between: ["Wind", "Sun"], by: "confidence" },
    })
  })

  test("without a protocol the log has no form, no orders and no tally", async () => {
    const events = await collectEvents(
      start([voter({})], { format: "assembly", topic: "Heat", seats, decision: { options }, seed: 3 }),
    )
    for (const opened of ofType(events, "ballot_started")) {
      expect(opened).not.toHaveProperty("form")
      expect(opened).not.toHaveProperty("orders")
    }
    for (const { result } of ofType(events, "ballot_result")) expect(result).not.toHaveProperty("tally")
    expect(ofType(events, "discussion_completed")[0]?.stoppingReason).toBe("consensus_reached")
  })
})

describe("options [across.options]", () => {
  const proposing = (proposals: Readonly<Record<string, string>>) => (call: ScriptedCall) =>
    block("NO", 70, proposals[call.view.seat.name])

  test("are given, or taken from the proposals without repeating paraphrases", async () => {
    const table = voter(
      { Ash: "1", Birch: "1", Cedar: "2" },
      proposing({
        Ash: "Put solar panels on the roof of the school",
        Birch: "Put solar panels on the school's roof.",
        Cedar: "Insulate the walls before anything else",
      }),
    )
    const run = await runToEnd(table, {
      format: "duet",
      topic: "Heat",
      seats: seats.slice(0, 2),
      decision: { protocol: "plurality" },
      options: { rounds: 1 },
    })
    // Two equal proposals leave nothing to choose between.
    expect(run.state.ballots.map((ballot) => ballot.asks)).toEqual(["consensus"])
    const hive = await runToEnd(table, {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "plurality", options: "proposals" },
      options: { rounds: 1 },
    })
    const [check, choice] = hive.state.ballots
    expect([check?.asks, choice?.asks]).toEqual(["consensus", "choice"])
    expect(choice?.options).toEqual([
      "Put solar panels on the roof of the school",
      "Insulate the walls before anything else",
    ])
    expect(hive.state.outcome).toMatchObject({ stoppingReason: "decided", solution: choice?.options[0] })
  })

  test("a proposal that all seats agree on is the decision", async () => {
    const table = voter({}, () => block("YES", 80, "Insulate the walls"))
    const run = await runToEnd(table, {
      format: "panel",
      topic: "Heat",
      seats,
      decision: { protocol: "plurality", options: "proposals" },
      options: { rounds: 2, minRounds: 1 },
    })
    expect(run.state.outcome).toMatchObject({ stoppingReason: "consensus_reached", solution: "Insulate the walls" })
  })

  test("a long proposal is shortened on the ballot and complete in the decision", async () => {
    const long = `Insulate the walls. ${"Begin with the north side, where most is lost. ".repeat(20)}`.trim()
    const table = voter({ Ash: "1", Birch: "1", Cedar: "1" }, ({ view }) =>
      block("NO", 70, view.seat.name === "Ash" ? long : "Buy coal"),
    )
    const run = await runToEnd(table, {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "plurality" },
      options: { rounds: 1 },
    })
    expect(run.state.ballots.at(-1)?.options[0]?.length).toBeLessThanOrEqual(500)
    expect(run.state.outcome?.solution).toBe(long)
  })

  test("can be shown to each voter in a separate order, which the log stores and by which votes are read", async () => {
    const table = voter({ Ash: "1", Birch: "1", Cedar: "1" })
    const many = ["Wind", "Sun", "Coal", "Gas", "Wood"]
    const input: DiscussionInput = {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "plurality", options: many, optionOrder: "shuffled" },
      options: { rounds: 1 },
      seed: 4,
    }
    const run = await runToEnd(table, input)
    const ballot = run.state.ballots.at(-1)!
    expect(ballot.options).toEqual(many)
    const shown = ballot.voters.map((voter) => ballot.orders?.[voter]?.map((place) => many[place]))
    expect(new Set(shown.map((order) => order?.join())).size).toBeGreaterThan(1)
    for (const [index, vote] of ballot.votes.entries()) expect(vote.choice).toBe(shown[index]?.[0])
    for (const call of table.calls.filter(({ view }) => view.ask.kind === "vote")) {
      const order = shown[ballot.voters.indexOf(call.view.seat.id)]!
      expect(call.prompt.ask).toContain(order.map((option, index) => `${index + 1}. ${option}`).join("\n"))
    }
    const again = await runToEnd(voter({ Ash: "1", Birch: "1", Cedar: "1" }), input)
    expect(again.state.ballots.at(-1)?.orders).toEqual(ballot.orders)
  })

  test("invalid settings are refused with the field and the fix", () => {
    const ask = (decision: object) => () => conclave().discuss({ format: "hive", topic: "Heat", decision })
    expect(ask({ protocol: "dice", options })).toThrow(/decision\.protocol/)
    expect(ask({ options: "proposals" })).toThrow(/hive has no ballot; set decision\.protocol/)
    expect(ask({ protocol: "borda", options: ["Wind", "Wind"] })).toThrow(/contains an option twice/)
  })
})

describe("counting again [across.recount]", () => {
  const wishes: Wishes = { Ash: "Wind\nSun", Birch: "Wind\nSun", Cedar: "Coal\nSun" }

  test("other protocols give other results for the same ballots, and the outcome says which", async () => {
    const cast: Wishes = { Ash: "Coal\nSun", Birch: "Wind\nSun", Cedar: "Sun\nCoal" }
    const run = await runToEnd(voter(cast), {
      format: "hive",
      topic: "Heat",
      seats,
      decision: { protocol: "borda", options },
    })
    expect(run.state.outcome?.solution).toBe("Sun")
    const notes = run.state.outcome?.recounts ?? []
    expect(notes.map(({ protocol }) => protocol)).toEqual([
      ...["consensus", "plurality", "approval", "borda", "run-off", "confidence"],
    ])
    expect(notes.find(({ protocol }) => protocol === "borda")).toEqual({
      ...{ protocol: "borda", winner: "Sun", differs: false },
    })
    expect(notes.find(({ protocol }) => protocol === "consensus")).toMatchObject({ winner: null, differs: true })
    expect(notes.find(({ protocol }) => protocol === "plurality")).toMatchObject({ winner: "Wind", differs: true })
    for (const { protocol, winner } of notes) expect(recount(run.state, protocol).winner ?? null).toBe(winner)
    const ofTwo = { protocol: "plurality", options: ["Wind", "Sun"] } as const
    const two = await runToEnd(voter({ Ash: "Sun" }), { format: "hive", topic: "Heat", seats, decision: ofTwo })
    expect(two.state.outcome?.recounts?.find(({ differs }) => differs)).toMatchObject({ protocol: "consensus" })
  })

  test("states its assumptions", async () => {
    const by = async (protocol: "plurality" | "approval" | "borda") =>
      (await runToEnd(voter(wishes), { format: "hive", topic: "Heat", seats, decision: { protocol, options } })).state
    const [single, approved, ranked] = [await by("plurality"), await by("approval"), await by("borda")]
    expect(recount(single, "plurality").assumed).toEqual([])
    expect(recount(single, "borda").assumed).toEqual(["choice_as_ranking"])
    expect(recount(single, "approval").assumed).toEqual(["choice_as_approval"])
    expect(recount(approved, "run-off").assumed).toEqual(["approval_as_ranking"])
    expect(recount(approved, "plurality").assumed).toEqual(["first_of_approved"])
    expect(recount(ranked, "approval").assumed).toEqual(["ranking_as_approval"])
    expect(recount(ranked, "approval").winner).toBe("Sun")
  })

  test("a consensus check is counted over the proposals", async () => {
    const table = voter({}, ({ view }) =>
      view.seat.name === "Cedar" ? block("NO", 95, "Buy coal") : block("NO", 40, "Insulate the walls"),
    )
    const run = await runToEnd(table, {
      format: "panel",
      topic: "Heat",
      seats,
      decision: { protocol: "consensus" },
      options: { rounds: 1 },
    })
    expect(run.state.outcome).toMatchObject({ agreed: false })
    expect(recount(run.state, "plurality")).toMatchObject({
      winner: "Insulate the walls",
      differs: true,
      assumed: ["proposals_as_options"],
    })
    expect(recount(run.state, "confidence").winner).toBe("Buy coal")
  })

  test("votes for a consensus count for the agreed solution, even if each voter words it differently", async () => {
    const own: Wishes = { Ash: "Insulate the walls", Birch: "Seal the windows", Cedar: "Buy coal" }
    const table = voter({}, ({ view }) => {
      const { name } = view.seat
      return block(name === "Cedar" ? "NO" : "YES", name === "Ash" ? 90 : 60, own[name] as string)
    })
    const run = await runToEnd(table, {
      format: "panel",
      topic: "Heat",
      seats,
      decision: { protocol: "consensus", agreement: 0.6 },
      options: { rounds: 1 },
    })
    expect(run.state.outcome).toMatchObject({ agreed: true, solution: "Insulate the walls" })
    const count = recount(run.state, "plurality")
    expect(count).toMatchObject({ winner: "Insulate the walls", differs: false })
    expect(count.tally.map(({ score }) => score)).toEqual([2, 1])
  })

  test("a single vote gives the same result under every protocol, so the outcome does not mention it", async () => {
    const one = {
      format: "hive",
      topic: "Heat",
      seats: [seats[0]!],
      decision: { protocol: "plurality", options },
    } as const
    const run = await runToEnd(voter({ Ash: "Coal" }), one)
    expect(run.state.outcome?.solution).toBe("Coal")
    expect(run.state.outcome).not.toHaveProperty("recounts")
  })

  test("is refused if there was no vote on the topic", async () => {
    const run = await runToEnd(voter({}), { format: "panel", topic: "Heat", seats, options: { rounds: 1 } })
    expect(() => recount(run.state, "plurality")).toThrow(/no vote on the topic to recount/)
    expect(run.state.outcome).not.toHaveProperty("recounts")
  })
})

describe("the ledger", () => {
  const moving: Wishes = {
    Ash: "Wind",
    Birch: ({ view }) => (view.round < 2 ? "Sun" : "Wind"),
    Cedar: ({ view }) => (view.round < 3 ? "Coal" : "Wind"),
  }
  const input: DiscussionInput = {
    format: "hive",
    topic: "Heat",
    seats,
    decision: { protocol: "plurality", options, secret: false },
  }

  test("shows each seat's position by round, when it changed and after whose turn [across.ledger]", async () => {
    const { state } = await runToEnd(voter(moving), input)
    const ledger = buildLedger(state)
    expect(ledger.seats.map(({ name, positions }) => [name, positions.map((position) => position.stance)])).toEqual([
      ["Ash", ["Wind", "Wind", "Wind"]],
      ["Birch", ["Sun", "Wind", "Wind"]],
      ["Cedar", ["Coal", "Coal", "Wind"]],
    ])
    const [, birch, cedar] = ledger.seats
    expect(birch?.positions.map((position) => position.changed)).toEqual([false, true, false])
    // Cedar spoke last in round 2, so Birch's change follows Cedar's turn.
    expect(birch?.positions[1]?.after).toMatchObject({ seat: "cedar", name: "Cedar" })
    expect(cedar?.positions[2]?.after).toMatchObject({ seat: "birch" })
    expect(cedar?.positions[2]?.after?.turnId).toBe(
      state.turns.find((turn) => turn.roundNumber === 3 && turn.seat === "birch")?.id,
    )
    expect(state.outcome?.votes).toMatchObject({
      first: { roundNumber: 1, positions: [{ seats: ["ash"] }, { seats: ["birch"] }, { seats: ["cedar"] }] },
      final: { roundNumber: 3, positions: [{ position: "Wind", seats: ["ash", "birch", "cedar"], confidence: 70 }] },
    })
  })

  test("the same option with another amount is another position [across.ledger]", async () => {
    const amount: Wishes[string] = ({ view }) => `Wind\n[AMOUNT]\n${Math.min(view.round, 2)}`
    const { state } = await runToEnd(voter({ Ash: amount }), input)
    const { positions } = buildLedger(state).seats[0]!
    expect(positions.map(({ amount: held, changed }) => [held, changed])).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ])
  })

  test("warns of a seat that moved to a position without supporters, and of a result without initial supporters", async () => {
    const later: Wishes[string] = ({ view }) => (view.round < 2 ? "Sun" : "Coal")
    const toCoal: Wishes = { Ash: "Wind", Birch: later, Cedar: later }
    const { alerts } = buildLedger((await runToEnd(voter(toCoal), input)).state)
    expect(alerts.filter(({ kind }) => kind === "new_position")).toHaveLength(2)
    expect(alerts.at(-1)).toEqual({ kind: "new_winner", roundNumber: 3, stance: "Coal" })
    expect(buildLedger((await runToEnd(voter(moving), input)).state).alerts).toEqual([])
  })

  test("the outcome names the dissenters and their reasons [across.dissent]", async () => {
    const { state } = await runToEnd(voter({ Cedar: "Coal" }), input)
    expect(state.outcome?.dissent).toEqual([
      {
        ...{ seat: "cedar", name: "Cedar", reading: "markers", confidence: 70 },
        ...{ reasoning: "Cedar has reasons.", choice: "Coal" },
      },
    ])
  })

  test("an unreadable vote is not dissent, another amount for the same option is [across.dissent]", async () => {
    const wishes: Wishes = { Ash: "Wind\n[AMOUNT]\n5", Birch: "Wind\n[AMOUNT]\n7", Cedar: "…" }
    const byAgreement: DiscussionInput = {
      ...{ format: "panel", topic: "Heat", seats, options: { rounds: 1, agreement: 0.5, voteRetries: 0 } },
      decision: { protocol: "consensus", options, secret: false },
    }
    const { state } = await runToEnd(voter(wishes), byAgreement)
    expect(state.ballots.at(-1)!.votes.map(({ amount, reading }) => amount ?? reading)).toEqual([5, 7, "unreadable"])
    expect(state.outcome?.dissent.map(({ name }) => name)).toEqual(["Birch"])
  })

  test("a voter who approves the decision does not dissent", async () => {
    const wishes: Wishes = { Ash: "Wind\nSun", Birch: "Sun", Cedar: "Coal" }
    const approval: DiscussionInput = { ...input, decision: { protocol: "approval", options, secret: false } }
    const { state } = await runToEnd(voter(wishes), approval)
    expect(state.outcome?.solution).toBe("Sun")
    expect(state.outcome?.dissent.map(({ name }) => name)).toEqual(["Cedar"])
  })
})
