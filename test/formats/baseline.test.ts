import { conclave, writeMarkdown } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import type { DiscussionState } from "../../src/core/discussion/state.ts"
import { totalTokens } from "../../src/core/discussion/usage.ts"
import { buildSeatView } from "../../src/core/prompting/build-seat-view.ts"
import { writePrompt } from "../../src/core/prompting/write-prompt.ts"
import { applyPublic } from "../../src/core/public/apply-public.ts"
import { publish } from "../../src/core/public/publish.ts"
import { emptyView } from "../../src/core/public/view.ts"
import { writeAdr } from "../../src/core/reporting/write-adr.ts"
import { resolveTable } from "../../src/core/tables/resolve-table.ts"
import { Player, type Script } from "../logs/player.ts"

const defaults = { model: "test/a", seed: 7, language: "en", settings: {} }
const options = ["Sea", "Land", "Air"]

function tableOf(more: object = {}) {
  const seats = [
    { name: "Ash", model: "test/a", weight: 1 },
    { name: "Birch", model: "test/b", weight: 3 },
    { name: "Cedar", model: "test/c", weight: 2 },
  ]
  const asked = { format: "assembly", topic: "Where to?", seats, decision: { options, protocol: "plurality" } }
  return resolveTable({ ...asked, options: { rounds: 1 }, record: false, baseline: true, ...more }, defaults)
}

/** At the table every seat chooses the sea; alone, a seat chooses what `alone` returns for the number of the answer. */
function answerWith(alone: (count: number) => ReturnType<Script["answer"]>): Script["answer"] {
  let asked = 0
  return (_, call) => {
    if (call.purpose === "baseline") return alone(asked++)
    if (call.purpose !== "vote") return "I say that we should go, and I say it at some length so that it is enough."
    return "[CHOICE]\nSea\n[CONFIDENCE]\n80\n[REASONING]\nThe sea is near."
  }
}

const pick = (option: string) => `I thought about it.\n[CHOICE]\n${option}`
/** All calls of the table including retries; here the vote on whether to vote is retried three times. */
const callsOf = ({ turns, ballots }: DiscussionState) =>
  turns.length + ballots.reduce((sum, { asks, votes }) => sum + votes.length * (asks === "call" ? 3 : 1), 0)

describe("the best single seat, asked alone as often as the table [outcome.baseline]", () => {
  test("the majority of its answers is in the outcome, with the cost of both", () => {
    const answer = answerWith((count) => pick(count % 3 === 0 ? "Sea" : "2"))
    const { state, events } = Player.begin("d", tableOf()).play({ answer })
    const outcome = state.outcome!
    const wanted = callsOf(state)
    expect(wanted).toBe(15)
    expect(outcome).toMatchObject({
      stoppingReason: "decided",
      decidedBy: { kind: "agreement", ballot: { choice: "Sea" } },
      baseline: { seat: "birch", modelId: "test/b", wanted, answers: wanted, unreadable: 0, choice: "Land" },
    })
    expect(outcome.baseline!.tally).toEqual([
      { option: "Land", score: 10 },
      { option: "Sea", score: 5 },
    ])
    const { usage, tableUsage } = outcome.baseline!
    expect(totalTokens(usage) + totalTokens(tableUsage)).toBe(totalTokens(outcome.usage))
    expect(usage.cost! + tableUsage.cost!).toBeCloseTo(outcome.usage.cost!)
    expect(outcome.baseline!.sentence).toBe(
      "Asked alone 15 times, Birch (test/b) chose “Land” in 10; the table chose “Sea”. " +
        "Used: 2,250 tokens ($0.03) alone, 2,250 tokens ($0.03) at the table.",
    )
    // Answers given alone are not turns, votes or positions of the discussion.
    expect(state.turns).toHaveLength(3)
    expect(outcome.contributions.reduce((sum, { turns }) => sum + turns, 0)).toBe(3)
    expect(writeMarkdown(state)).toContain(outcome.baseline!.sentence.slice(0, 40))
    expect(writeAdr(state)).toContain("Birch (test/b) chose “Land” in 10")
    const view = applyPublic(emptyView, events.map(publish))
    expect(view.outcome?.baseline?.sentence).toBe(outcome.baseline!.sentence)
    expect(view.open).toEqual([])
    expect(view.usage.birch && totalTokens(view.usage.birch)).toBe(totalTokens(state.usage.birch!))
  })

  test("its prompt has the topic, the options and its own briefing, but none of the discussion", () => {
    const prompts: string[] = []
    const seats = [
      { name: "Ash", model: "test/a" },
      { name: "Birch", model: "test/a", briefing: "The bridge is closed." },
    ]
    const plain = answerWith(() => pick("Land"))
    const answer: Script["answer"] = (state, call) => {
      if (call.purpose === "baseline") {
        const { rules, transcript, ask } = writePrompt(state, buildSeatView(state, call), true)
        prompts.push([rules, ...transcript, ask].join("\n"))
      }
      return plain(state, call)
    }
    Player.begin("d", tableOf({ seats, baseline: "Birch" })).play({ answer })
    expect(new Set(prompts).size).toBe(1)
    for (const word of ["Where to?", "Sea", "Land", "Air", "The bridge is closed."]) expect(prompts[0]).toContain(word)
    for (const word of ["Ash", "assembly", "at some length", "<<"]) expect(prompts[0]).not.toContain(word)
  })

  test("an even split has no majority, and an unreadable answer counts as an answer without a choice", () => {
    const answer = answerWith((count) => (count < 2 ? pick("Sea") : count < 4 ? pick("Air") : "Hmm."))
    const { state } = Player.begin("d", tableOf()).play({ answer })
    const { baseline } = state.outcome!
    expect(baseline).toMatchObject({ answers: 15, unreadable: 11 })
    expect(baseline!.choice).toBeUndefined()
    expect(baseline!.sentence).toMatch(
      /^Asked alone 15 times, Birch \(test\/b\) had no majority \(2 for “Sea”, 2 for “Air”, 11 unreadable/,
    )
  })

  test("a model that fails permanently is not asked again, and the outcome says so", () => {
    const error = { code: "MODEL_UNAVAILABLE", message: "it is gone", recoverable: false } as const
    const answer = answerWith(() => ({ kind: "failed", error }))
    const { state, events } = Player.begin("d", tableOf({ budget: { tokens: 100_000 } })).play({ answer })
    expect(events.filter(({ type }) => type === "closing_call_started")).toHaveLength(3)
    expect(state.outcome).toMatchObject({ stoppingReason: "decided", baseline: { answers: 0, wanted: 15 } })
    expect(state.outcome!.baseline!.sentence).toBe("Birch (test/b) could not be asked alone: it is gone.")
  })

  test("it counts toward the budget; a limit that it reaches ends the baseline but keeps the decision", () => {
    const answer = answerWith(() => pick("Land"))
    const { state } = Player.begin("d", tableOf({ budget: { tokens: 2_900 } })).play({ answer })
    expect(state.outcome).toMatchObject({ stoppingReason: "decided", decidedBy: { kind: "agreement" } })
    const { answers, wanted, sentence } = state.outcome!.baseline!
    expect([answers, wanted]).toEqual([5, 15])
    expect(sentence).toMatch(/^Asked alone 5 times of 15 \(a limit was reached\), Birch \(test\/b\) chose “Land” in 5;/)
    const timed = Player.begin("d", tableOf({ budget: { seconds: 20 } })).play({
      answer: answerWith(() => pick("Land")),
    })
    expect(timed.state.outcome).toMatchObject({ stoppingReason: "decided", decidedBy: { kind: "agreement" } })
  })

  test("a discussion that was ended by a limit has no baseline, and says so", () => {
    const answer = answerWith(() => pick("Land"))
    const { state } = Player.begin("d", tableOf({ budget: { tokens: 500 } })).play({ answer })
    expect(state.outcome!.stoppingReason).toBe("budget")
    expect(state.outcome!.baseline!.sentence).toBe("Birch (test/b) was not asked alone: a limit was reached.")
  })

  test.each([
    [{ decision: { protocol: "plurality" } }, /baseline: needs options to choose from; set decision\.options/],
    [{ decision: { options: "proposals" } }, /baseline: needs options to choose from/],
    [{ baseline: "Oak" }, /baseline: there is no seat "Oak" with a model; name Ash, Birch, Cedar/],
    [
      {
        seats: [
          { name: "Ash", model: "test/a" },
          { name: "Birch", model: "test/b" },
        ],
      },
      /baseline: no seat has a weight, and their models differ; name the seat to compare with: Ash, Birch/,
    ],
  ])("an invalid setting is refused with its field: %j", (more, message) => {
    expect(() => tableOf(more)).toThrow(message)
  })

  test("is off by default; if all seats have the same model, any of them is asked", () => {
    expect(tableOf({ baseline: false }).baseline).toBeUndefined()
    expect(tableOf({ baseline: undefined }).baseline).toBeUndefined()
    expect(tableOf({ seats: [{ name: "Ash" }, { name: "Birch" }] }).baseline).toEqual({ seat: "ash" })
  })

  test("works in the library, with calls that differ only in their seed", async () => {
    const seeds: number[] = []
    const model = scriptedModel({
      id: "own/model",
      replies: ({ view, seed }) => {
        if (view.ask.kind !== "vote") return "I say that we should go by sea, and I say it at some length."
        if (view.ask.alone) seeds.push(seed)
        return view.ask.alone ? pick("Land") : "[CHOICE]\nSea\n[CONFIDENCE]\n80\n[REASONING]\nNear."
      },
    })
    const run = conclave({ models: [model] }).discuss({
      format: "assembly",
      topic: "Where to?",
      seats: [
        { name: "Ash", model: "own/model" },
        { name: "Birch", model: "own/model" },
      ],
      decision: { options, protocol: "plurality" },
      options: { rounds: 1, statementMinLength: 0 },
      record: false,
      baseline: true,
    })
    const { baseline } = await run.outcome
    expect(baseline).toMatchObject({ role: "ash", choice: "Land", answers: seeds.length })
    expect(new Set(seeds).size).toBe(seeds.length)
  })
})
