import {
  buildLedger,
  conclave,
  type DiscussionInput,
  presetNames,
  protocolNames,
  type Run,
  recount,
  writeMarkdown,
} from "conclave"
import { type ScriptedCall, type ScriptedModel, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { writeAdr } from "../../src/core/reporting/write-adr.ts"
import { writeHtml } from "../../src/server/present/write-html.ts"
import { block, collectEvents, ofType, start } from "./support.ts"

const model = "test/member"
const names = ["Ash", "Birch", "Cedar"]
const seats = names.map((name) => ({ name, model }))
const options = ["Wind", "Sun", "Coal"]

interface Said {
  readonly choice: string
  readonly confidence?: number
}

/** Says new words in every turn, so that a change of mind follows an argument; repeats them if `stale`. */
function words({ view }: ScriptedCall, stale: boolean): string {
  const fresh = ["one", "two", "three", "four", "five"].map((word) => `${word}${view.seat.name}${view.round}`)
  const argument = stale ? "the same plain reason as ever" : fresh.join(" ")
  return `${view.seat.name} thinks that ${argument} should settle this question for everyone here.`
}

/** Each seat's vote and confidence by round; the last one applies to all later rounds. */
function table(votes: Readonly<Record<string, readonly (string | Said)[]>>, stale = false): ScriptedModel {
  return scriptedModel({
    id: model,
    replies: (call) => {
      const { ask, seat, round } = call.view
      if (ask.kind !== "vote") return words(call, stale)
      const own = votes[seat.name] ?? ["Wind"]
      const vote = own[Math.min(round, own.length) - 1]!
      const { choice, confidence = 70 } = typeof vote === "string" ? { choice: vote } : vote
      if (ask.asks === "consensus")
        return block(choice === "yes" ? "YES" : "NO", confidence, choice === "yes" ? "Both" : choice)
      const marker = { single: "CHOICE", ranking: "RANKING", approval: "APPROVED", scores: "SCORES" }[
        ask.form ?? "single"
      ]
      return `[${marker}]\n${choice}\n[CONFIDENCE]\n${confidence}\n[REASONING]\n${seat.name} has reasons.`
    },
  })
}

const base = {
  format: "panel",
  topic: "Heat",
  seats,
  decision: { decide: "vote-first", talk: "differences", counts: "last", options },
} as const

async function runToEnd(members: ScriptedModel, input: DiscussionInput = base): Promise<Run> {
  const run = start([members], input)
  await run.outcome
  return run
}

describe("votes come first [across.vote-first]", () => {
  test.each(presetNames)("seats that agree in a %s are done after one round", async (format) => {
    const members = table({})
    const pair = format === "duet" ? seats.slice(0, 2) : seats
    const run = await runToEnd(members, { ...base, format, seats: pair })
    expect(run.state.outcome).toMatchObject({
      stoppingReason: "consensus_reached",
      agreed: true,
      solution: "Wind",
      rounds: 1,
    })
    expect(run.state.ballots.map(({ asks, roundNumber }) => [asks, roundNumber])).toEqual([["choice", 1]])
    // One turn and one vote each, and the queen's synthesis.
    expect(members.calls).toHaveLength(pair.length * 2 + (format === "hive" ? 1 : 0))
  })

  test.each(
    presetNames.flatMap((format) =>
      protocolNames.filter((one) => one !== "chair").map((one) => [format, one] as const),
    ),
  )(
    "%s by %s with rehearsal models votes after every round, and shows the first vote beside the last",
    async (format, protocol) => {
      const run = conclave().discuss({
        format,
        topic: "How should the village heat its school?",
        decision: { decide: "vote-first", protocol, options },
        options: { rounds: 4 },
        seed: 3,
      })
      const outcome = await run.outcome
      const { ballots, rounds } = run.state
      expect(ballots.map(({ roundNumber }) => roundNumber)).toEqual(rounds.map(({ number }) => number))
      expect(outcome.votes?.first.roundNumber).toBe(1)
      expect(outcome.votes?.final.roundNumber).toBe(rounds.length)
      if (protocol !== "consensus") expect(options).toContain(outcome.solution)
    },
  )

  test("the first answers and the first votes are independent, later ones are not", async () => {
    const members = table({ Ash: ["Sun"] })
    const run = start([members], { ...base, options: { rounds: 2 } })
    let told = false
    // A comment before and after the answers: every seat sees it, but not the answers of others.
    run.on("turn_started", () => {
      if (!told) void run.interject("Kim", "Mind the cost.")
      told = true
    })
    run.on("ballot_started", ({ data }) => data.roundNumber === 1 && void run.interject("Kim", "And the noise."))
    await run.outcome
    const seen = (call: ScriptedCall) =>
      names.filter((name) => call.prompt.transcript.join("\n").includes(`${name} thinks`))
    const inRound = (round: number, kind: string) =>
      members.calls.filter(({ view }) => view.round === round && view.ask.kind === kind)
    for (const call of inRound(1, "turn")) expect(seen(call)).toEqual([])
    for (const call of inRound(1, "vote")) expect(seen(call)).toEqual([call.view.seat.name])
    expect(inRound(1, "vote")).toHaveLength(3)
    for (const call of inRound(2, "vote")) expect(seen(call)).toEqual(names)
    expect(inRound(1, "turn")[0]?.prompt.ask).toContain("without seeing the other answers")
  })

  test("prompts name the contested options, and those without supporters", async () => {
    const members = table({ Ash: ["Sun"] })
    await runToEnd(members, { ...base, options: { rounds: 2 } })
    const ask = members.calls.find(({ view }) => view.round === 2 && view.ask.kind === "turn")!.prompt.ask
    expect(ask).toContain("- Wind (2)\n- Sun (1)")
    expect(ask).toContain("Nobody supports: Coal")
    expect(ask.slice(ask.indexOf("The table has voted"))).not.toMatch(/Ash|Birch|Cedar/)
  })

  test("the same option with another amount is contested too; without options, the proposals are", async () => {
    const amounts = scriptedModel({
      id: model,
      replies: (call) =>
        call.view.ask.kind === "vote"
          ? `[CHOICE]\nWind\n[AMOUNT]\n${call.view.seat.name === "Ash" ? 900 : 800}\n[CONFIDENCE]\n70\n[REASONING]\nx`
          : words(call, false),
    })
    await runToEnd(amounts, { ...base, options: { rounds: 2 } })
    const second = (members: ScriptedModel) =>
      members.calls.find(({ view }) => view.round === 2 && view.ask.kind === "turn")!.prompt.ask
    expect(second(amounts)).toContain("- Wind (800) (2)\n- Wind (900) (1)")
    const proposing = table({ Ash: ["Insulate the walls"], Birch: ["Buy a heat pump"], Cedar: ["Buy a heat pump."] })
    await runToEnd(proposing, { ...base, decision: { decide: "vote-first" }, options: { rounds: 2 } })
    expect(second(proposing)).toMatch(/- Buy a heat pump\.? \(2\)\n- Insulate the walls \(1\)/)
  })

  test("an assembly votes without a call for it, and its rules say so", async () => {
    const members = table({ Ash: ["Sun"] })
    const run = await runToEnd(members, { ...base, format: "assembly", options: { rounds: 2 } })
    expect(run.state.ballots.map(({ asks }) => asks)).toEqual(["choice", "choice"])
    expect(members.calls[0]?.prompt.rules).toContain("After each round all vote, in secret.")
    expect(members.calls[0]?.prompt.rules).not.toContain("call a vote")
  })

  test("a ballot that always decides ends it early only with enough support for the required agreement", async () => {
    const by = async (agreement: "all" | "any" | number) => {
      const run = await runToEnd(table({ Ash: ["Sun"] }), {
        ...base,
        decision: { ...base.decision, protocol: "plurality", agreement },
        options: { rounds: 3 },
      })
      const { stoppingReason, rounds, solution } = run.state.outcome!
      return { stoppingReason, rounds, solution }
    }
    expect(await by("any")).toEqual({ stoppingReason: "decided", rounds: 1, solution: "Wind" })
    expect(await by(0.6)).toEqual({ stoppingReason: "decided", rounds: 1, solution: "Wind" })
    expect(await by("all")).toEqual({ stoppingReason: "positions_settled", rounds: 2, solution: "Wind" })
  })
})

describe("the discussion continues while it improves the votes [across.vote-first]", () => {
  const ends = async (members: ScriptedModel, input: DiscussionInput = base) => {
    const { state } = await runToEnd(members, { ...input, options: { rounds: 6, ...input.options } })
    return `${state.outcome!.stoppingReason} ${state.rounds.length}`
  }

  test.each([
    ["no seat changes position", { Ash: ["Sun"] }, "positions_settled 2"],
    [
      "seats only swap positions",
      { Ash: ["Sun", "Wind"], Birch: ["Wind", "Sun"], Cedar: ["Coal"] },
      "positions_settled 2",
    ],
    [
      "one option gains support",
      { Ash: ["Sun", "Wind"], Birch: ["Wind"], Cedar: ["Coal", "Coal", "Wind"] },
      "consensus_reached 3",
    ],
    [
      "same support, but clearly more confident",
      {
        Ash: ["Sun"],
        Birch: [60, 66, 66].map((confidence) => ({ choice: "Wind", confidence })),
        Cedar: [60, 66, 66].map((confidence) => ({ choice: "Wind", confidence })),
      },
      "positions_settled 3",
    ],
    [
      "hardly more confident",
      {
        Ash: ["Sun"],
        Birch: [60, 63].map((confidence) => ({ choice: "Wind", confidence })),
        Cedar: [60, 63].map((confidence) => ({ choice: "Wind", confidence })),
      },
      "positions_settled 2",
    ],
    [
      "a seat that changes sides is less confident than before",
      {
        Ash: [
          { choice: "Sun", confidence: 80 },
          { choice: "Wind", confidence: 40 },
        ],
        Birch: ["Wind"],
        Cedar: ["Coal"],
      },
      "positions_settled 2",
    ],
  ])("%s", async (_, votes, expected) => {
    expect(await ends(table(votes))).toBe(expected)
  })

  test("ends if seats changed sides without a new argument", async () => {
    const votes = { Ash: ["Sun", "Wind"], Birch: ["Wind"], Cedar: ["Coal"] }
    expect(await ends(table(votes, true))).toBe("positions_settled 2")
  })

  test("never ends before the minimum number of rounds", async () => {
    expect(await ends(table({ Ash: ["Sun"] }), { ...base, options: { minRounds: 4 } })).toBe("positions_settled 4")
    expect(await ends(table({}), { ...base, options: { minRounds: 3 } })).toBe("consensus_reached 3")
  })

  test("a consensus check counts the seats that agree", async () => {
    const duet = { ...base, format: "duet", seats: seats.slice(0, 2), decision: { decide: "vote-first" } } as const
    expect(await ends(table({ Ash: ["Walls", "yes"], Birch: ["Pumps", "Pumps", "yes"] }), duet)).toBe(
      "consensus_reached 3",
    )
    expect(await ends(table({ Ash: ["Walls"], Birch: ["Pumps"] }), duet)).toBe("positions_settled 2")
  })
})

describe("when to discuss, and which vote counts [across.protected-answer]", () => {
  const by = (decision: object) => ({ ...base, decision: { decide: "vote-first", options, ...decision } }) as const
  const sure = (choice: string, confidence: number): Said => ({ choice, confidence })
  const choices = ({ state }: Run) => state.ballots.map(({ result }) => result?.choice)

  test("by default a first vote with one leader decides without a discussion", async () => {
    const members = table({ Ash: ["Sun", "Wind"], Birch: ["Sun", "Wind"], Cedar: ["Wind"] })
    const run = await runToEnd(members, by({}))
    expect(run.state.outcome).toMatchObject({ stoppingReason: "decided", solution: "Sun", agreed: false, rounds: 1 })
    expect(run.state.ballots[0]?.result).toMatchObject({ protocol: "plurality", yes: 2, no: 1 })
    expect(members.calls).toHaveLength(6)
  })

  test("a tie is discussed until one option leads in all votes combined", async () => {
    const run = await runToEnd(table({ Ash: ["Sun"], Birch: ["Wind"], Cedar: ["Coal", "Sun"] }), by({}))
    expect(choices(run)).toHaveLength(2)
    expect(run.state.outcome).toMatchObject({ stoppingReason: "decided", solution: "Sun", rounds: 2 })
    const tally = options.map((option) => ({ option, score: { Wind: 2, Sun: 3, Coal: 1 }[option] }))
    expect(run.state.ballots[1]?.result).toMatchObject({ pooledBallots: 2, tally, yes: 2, no: 1 })
  })

  test("with the protocol consensus, earlier votes do not stand against a later agreement", async () => {
    const votes = { Ash: ["Sun"], Birch: ["Sun"], Cedar: ["Wind", "Sun"] }
    const { state } = await runToEnd(table(votes), by({ protocol: "consensus" }))
    expect(state.outcome).toMatchObject({
      stoppingReason: "consensus_reached",
      agreed: true,
      solution: "Sun",
      rounds: 2,
    })
    expect(state.ballots[1]?.result?.pooledBallots).toBeUndefined()
  })

  test("the first votes weigh as much as the last ones", async () => {
    const votes = { Ash: ["Sun", "Wind"], Birch: ["Sun", "Wind"], Cedar: ["Wind", "Sun"] }
    const pooled = await runToEnd(table(votes), by({ talk: "always", counts: "pooled" }))
    const last = await runToEnd(table(votes), by({ talk: "always", counts: "last" }))
    expect(pooled.state.ballots[1]?.result?.tie?.between).toEqual(["Wind", "Sun"])
    expect(last.state.ballots[1]?.result).toMatchObject({ choice: "Wind" })
    expect(last.state.ballots[1]?.result?.pooledBallots).toBeUndefined()
  })

  test("the first vote can be configured to count, whatever follows", async () => {
    const votes = { Ash: [sure("Sun", 95), sure("Wind", 95)], Birch: [sure("Wind", 40)], Cedar: [sure("Wind", 40)] }
    const decision = { talk: "always", counts: "first", protocol: "confidence", secret: false }
    const { state } = await runToEnd(table(votes), { ...by(decision), options: { rounds: 2 } })
    expect(state.ballots.map(({ result }) => result?.choice)).toEqual(["Sun", "Wind"])
    expect(state.outcome).toMatchObject({ solution: "Sun", solutionFrom: "first_vote", agreed: false })
    expect(state.outcome?.dissent.map(({ name }) => name)).toEqual(names)
    expect(writeMarkdown(state)).toContain("The first vote")
  })

  test("an unreadable last ballot loses no decision", async () => {
    const members = scriptedModel({
      id: model,
      replies: (call) => {
        const { ask, round } = call.view
        if (ask.kind !== "vote") return words(call, false)
        return round === 1 ? "[CHOICE]\nSun\n[CONFIDENCE]\n80\n[REASONING]\nSo." : "Hm, well, it depends on so much."
      },
    })
    const decision = { talk: "always", counts: "last", protocol: "plurality" }
    const { state } = await runToEnd(members, { ...by(decision), options: { rounds: 2, voteRetries: 0 } })
    expect(state.ballots.at(-1)?.result?.unreadable).toBe(3)
    expect(state.outcome).toMatchObject({
      solution: "Sun",
      sentence: "Ballot: “Sun”, 3 of 3.",
      recounts: expect.arrayContaining([{ protocol: "borda", winner: "Sun", differs: false }]),
    })
    expect(recount(state, "borda")).toMatchObject({ ballotId: state.ballots[0]!.id, winner: "Sun", differs: false })
    expect(buildLedger(state).alerts).toEqual([])
  })

  test("nor an agreement that minRounds did not let end the discussion", async () => {
    const members = scriptedModel({
      id: model,
      replies: (call) => {
        const { ask, round } = call.view
        if (ask.kind !== "vote") return words(call, false)
        return round === 1 ? "[CHOICE]\nSun\n[CONFIDENCE]\n80\n[REASONING]\nSo." : "Hm, well, it depends on so much."
      },
    })
    const options = { rounds: 2, minRounds: 2, voteRetries: 0 }
    const { state } = await runToEnd(members, { ...by({ protocol: "consensus" }), options })
    expect(state.ballots.map(({ result }) => result?.unreadable)).toEqual([0, 3])
    expect(state.outcome).toMatchObject({ stoppingReason: "consensus_reached", agreed: true, solution: "Sun" })
  })

  test("nor does a budget that ends the discussion lose the earlier majority", async () => {
    const members = scriptedModel({
      id: model,
      replies: (call) => {
        const { ask, round, seat } = call.view
        if (ask.kind !== "vote") return words(call, false)
        const choice = seat.name === "Cedar" ? "Wind" : "Sun"
        return round === 1 ? `[CHOICE]\n${choice}\n[CONFIDENCE]\n80\n[REASONING]\nSo.` : "Hm, well, it depends."
      },
    })
    const input = { ...by({ talk: "always", counts: "last", protocol: "consensus" }), options: { voteRetries: 0 } }
    const twoRounds = await runToEnd(members, { ...input, options: { ...input.options, rounds: 2 } })
    const { promptTokens, completionTokens } = twoRounds.state.outcome!.usage
    const { state } = await runToEnd(members, { ...input, budget: { tokens: promptTokens + completionTokens } })
    expect(state.ballots.at(-1)?.result?.unreadable).toBe(3)
    expect(state.outcome).toMatchObject({ stoppingReason: "budget", solution: "Sun", solutionFrom: "proposal" })
  })

  test("with discussion first only the last vote counts", async () => {
    const votes = { Ash: [sure("Sun", 95), sure("Wind", 30)], Birch: [sure("Wind", 40)], Cedar: [sure("Wind", 40)] }
    const { state } = await runToEnd(table(votes), {
      ...base,
      decision: { protocol: "confidence", options },
      options: { rounds: 2 },
    })
    expect(state.outcome).toMatchObject({ solution: "Wind", stoppingReason: "decided" })
  })
})

describe("reports show the first vote beside the last, and where another protocol gives another result [across.first-vote-shown]", () => {
  test("as Markdown, as HTML and in the log", async () => {
    const members = table({ Ash: ["Sun\nWind", "Wind\nSun"], Birch: ["Wind\nSun"], Cedar: ["Coal\nSun"] })
    const run = start([members], {
      ...base,
      decision: { ...base.decision, protocol: "borda", secret: false },
      options: { rounds: 2 },
    })
    const events = await collectEvents(run)
    expect(ofType(events, "discussion_completed")[0]?.outcome.votes?.first.positions).toHaveLength(3)
    const lines = [
      "First vote, round 1: Sun: Ash (70%); Wind: Birch (70%); Coal: Cedar (70%)",
      "Final vote, round 2: Wind: Ash, Birch (70%); Coal: Cedar (70%)",
      "Counted by other methods: nothing decided (consensus)",
    ]
    const markdown = writeMarkdown(run.state)
    const html = String(await writeHtml(run.state))
    for (const line of lines) {
      expect(markdown).toContain(`- ${line}`)
      expect(html).toContain(`<li>${line}`)
    }
  })
})

describe("invalid combinations are refused with the field [across.vote-first]", () => {
  const ask = (input: object) => () =>
    conclave().discuss({ format: "hive", topic: "Heat", ...input } as DiscussionInput)

  test("if a chair decides alone, or there is no other voter", () => {
    expect(ask({ decision: { decide: "vote-first", protocol: "chair" } })).toThrow(
      /decision\.decide: cannot be vote-first with the protocol chair/,
    )
    expect(ask({ seats: [{ name: "Ash" }], decision: { decide: "vote-first" } })).toThrow(
      /decision\.decide: .*at least two voting seats/,
    )
    expect(ask({ decision: { decide: "vote-last" } })).toThrow(/decision\.decide/)
  })

  test("a fork continues with its parent's setting", async () => {
    const own = conclave({ models: [table({})] })
    const run = own.discuss({ ...base, options: { rounds: 1 } })
    await run.outcome
    const fork = own.fork(run, { atTurn: 1, changes: { options: { decide: "discuss-first" } } })
    await expect(fork).rejects.toThrow(/changes\.options\.decide/)
  })
})

describe("the likelihood that the solution is right", () => {
  const learned = { answers: 400, places: [0, 0, 0], calibration: { offset: 0, slope: 1 } }
  const weighed = names.map((name, index) => ({ name, model, weight: index === 0 ? 2 : 0.5 }))
  const decision = { protocol: "weighted", decide: "vote-first", options, learned } as const
  const apart = { Ash: ["Wind"], Birch: ["Sun"], Cedar: ["Sun"] }

  test("is in the outcome and in reports, with the size of the training data", async () => {
    const run = await runToEnd(table(apart), { ...base, seats: weighed, decision })
    // The first of e^2, e^1 and e^0.
    expect(run.state.outcome).toMatchObject({ solution: "Wind", likelihood: { probability: 0.665, learnedFrom: 400 } })
    for (const write of [writeMarkdown, writeAdr])
      expect(write(run.state)).toContain("about 67% likely right, learned from 400 answers")
    expect((await run.outcome).likelihood?.learnedFrom).toBe(400)
  })

  test.each([
    ["en", "about 67% likely right"],
    ["es", "cerca del 67 % de acierto"],
    ["zh", "约有 67% 的可能正确"],
  ])("is stated in %s", async (language, words) => {
    const run = await runToEnd(table(apart), { ...base, seats: weighed, decision, language })
    expect(writeMarkdown(run.state)).toContain(words)
  })

  test("is not stated without training, after a discussion, or for a seat without a learned weight", async () => {
    const { learned: _, ...unlearned } = decision
    for (const input of [
      { ...base, seats: weighed, decision: unlearned },
      { ...base, seats: weighed, decision: { ...decision, decide: "discuss-first" } as const, options: { rounds: 2 } },
      { ...base, seats: [...weighed.slice(1), { name: "Ash", model }], decision },
    ]) {
      const { outcome } = (await runToEnd(table(apart), input)).state
      expect(outcome?.solution).toBeDefined()
      expect(outcome?.likelihood).toBeUndefined()
    }
  })

  test("takes the position on the ballot into account, unless each voter saw a different order", async () => {
    const places = { ...learned, places: [-2, 0, 0] }
    const inOrder = await runToEnd(table(apart), {
      ...base,
      seats: weighed,
      decision: { ...decision, learned: places },
    })
    expect(inOrder.state.outcome).toMatchObject({ solution: "Sun" })
    const input = {
      ...base,
      seats: weighed,
      decision: { ...decision, learned: places, optionOrder: "shuffled" },
    } as const
    expect((await runToEnd(table(apart), input)).state.outcome).toMatchObject({ solution: "Wind" })
  })
})
