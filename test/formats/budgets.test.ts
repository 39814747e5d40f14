import { type DiscussionInput, presetNames, writeMarkdown } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { writeHtml } from "../../src/server/present/write-html.ts"
import { block, heard, longWords, ofType, start } from "./support.ts"

const model = "test/member"
const kinds = ["tokens", "dollars", "seconds"] as const
type Kind = (typeof kinds)[number]

const usage = { promptTokens: 80, cachedTokens: 0, completionTokens: 20, cost: 0.5 }

/** A clock by which every call takes ten seconds. */
function stepping() {
  let time = 1_700_000_000_000
  return { now: () => time, after: () => () => {}, step: () => (time += 10_000) }
}

/** Nobody agrees: Ash is surest of the pump, the others are for walls. */
function member(clock: ReturnType<typeof stepping>, agrees = false) {
  return scriptedModel({
    id: model,
    replies: ({ view }) => {
      clock.step()
      const { ask, seat, round } = view
      if (ask.kind === "synthesis") return { chunks: ["The synthesis."], usage }
      if (ask.kind !== "vote") return { chunks: [`${seat.name} in round ${round}: ${longWords}`], usage }
      if (ask.asks === "choice") {
        return {
          chunks: [`[CHOICE]\n${seat.name === "Ash" ? "Pump" : "Walls"}\n[CONFIDENCE]\n70\n[REASONING]\nx`],
          usage,
        }
      }
      if (ask.asks !== "consensus") return { chunks: [block("YES")], usage }
      const proposal = seat.name === "Ash" && !agrees ? "Buy a pump" : "Insulate the walls"
      return { chunks: [block(agrees ? "YES" : "NO", seat.name === "Ash" ? 95 : 60, proposal)], usage }
    },
  })
}

/** A budget that so many calls use up; time runs out in the middle of the next. */
const budgetFor = (kind: Kind, calls: number) =>
  kind === "tokens"
    ? { tokens: calls * 100 }
    : kind === "dollars"
      ? { dollars: calls * 0.5 }
      : { seconds: calls * 10 + 5 }

const names = ["Ash", "Birch", "Cedar"]
const seatsOf = (format: string) => names.slice(0, format === "duet" ? 2 : 3).map((name) => ({ name, model }))

async function ended(input: DiscussionInput, agrees = false) {
  const clock = stepping()
  const run = start([member(clock, agrees)], input, { clock })
  const events = await heard(run)
  return { outcome: run.state.outcome!, state: run.state, events }
}

describe("a budget ends with the best answer so far, and says so [across.best-so-far]", () => {
  const cases = presetNames.flatMap((format) => kinds.map((kind) => [format, kind] as const))

  test.each(cases)("%s, %s, wherever it runs out", async (format, kind) => {
    for (let calls = 1; calls <= 12; calls++) {
      const budget = budgetFor(kind, calls)
      const { outcome, state, events } = await ended({
        ...{ format, topic: "Heat", seats: seatsOf(format), budget },
        options: { rounds: 3, smartTermination: false },
      })
      if (outcome.stoppingReason !== "budget") continue
      expect(outcome.agreed).toBe(false)
      expect(outcome.solution, `after ${calls} calls`).toMatch(/walls|pump|round|synthesis/)
      expect(outcome.solutionFrom).toMatch(/^(proposal|last_words|synthesis)$/)
      // What most stand for is better than what one is surest of, and both are better than the last word.
      const checked = state.ballots.some(({ asks, result }) => asks === "consensus" && result)
      expect(outcome.solutionFrom === "proposal").toBe(checked)
      const limit = Object.values(budget)[0]! * (kind === "seconds" ? 1_000 : 1)
      const warned = ofType(events, "budget_warning")
      // From the fifth on 80% is passed by a call of its own, but for votes that all come in at once.
      if (calls >= 5 && format !== "assembly") expect(warned).toHaveLength(1)
      expect(warned.length).toBeLessThanOrEqual(1)
      for (const warning of warned) expect(warning.used / limit).toBeGreaterThanOrEqual(0.8)
      if (outcome.solutionFrom !== "synthesis") {
        expect(writeMarkdown(state)).toContain("**Best answer so far:**")
        expect(String(await writeHtml(state))).toContain("Best answer so far")
      }
    }
  })

  test("what most stand for beats what its author is surest of", async () => {
    const { outcome } = await ended({
      ...{ format: "panel", topic: "Heat", seats: seatsOf("panel"), budget: { tokens: 700 } },
      decision: { protocol: "consensus" },
    })
    expect(outcome).toMatchObject({
      stoppingReason: "budget",
      solution: "Insulate the walls",
      solutionFrom: "proposal",
    })
    expect(outcome.bestProposal).toEqual({ solution: "Buy a pump", confidence: expect.any(Number) })
  })

  test("a vote that decided counts, though it was not the last that could be", async () => {
    const { outcome } = await ended({
      ...{ format: "hive", topic: "Heat", seats: seatsOf("hive"), budget: { dollars: 4 } },
      decision: { protocol: "plurality", options: ["Walls", "Pump"] },
    })
    expect(outcome).toMatchObject({ stoppingReason: "budget", solution: "Walls", solutionFrom: "ballot" })
    const open = await ended({
      ...{ format: "assembly", topic: "Heat", seats: seatsOf("assembly"), budget: { tokens: 1_300 } },
      decision: { options: ["Walls", "Pump"] },
    })
    expect(open.outcome).toMatchObject({ stoppingReason: "budget", solution: "Walls", solutionFrom: "proposal" })
  })

  test.each(["tokens", "dollars"] as const)(
    "who agreed with the last word that the %s allowed did agree",
    async (kind) => {
      const { outcome } = await ended(
        { format: "duet", topic: "Heat", seats: seatsOf("duet"), budget: budgetFor(kind, 4) },
        true,
      )
      expect(outcome).toMatchObject({
        ...{ stoppingReason: "consensus_reached", agreed: true, rounds: 1 },
        ...{ solution: "Insulate the walls", solutionFrom: "agreement" },
      })
    },
  )

  test("the total time ends alike, and where nobody spoke there is nothing", async () => {
    const { outcome } = await ended({
      ...{ format: "duet", topic: "Heat", seats: seatsOf("duet") },
      options: { totalTimeoutMs: 60_000 },
    })
    expect(outcome).toMatchObject({ stoppingReason: "timeout", solutionFrom: "proposal" })
    const silent = scriptedModel({ id: model, replies: () => ({ chunks: [], usage, finishReason: "refusal" }) })
    const run = start([silent], { format: "panel", topic: "Heat", seats: seatsOf("panel"), budget: { tokens: 100 } })
    expect(await run.outcome).toMatchObject({ stoppingReason: "budget" })
    expect(run.state.outcome).not.toHaveProperty("solution")
  })
})
