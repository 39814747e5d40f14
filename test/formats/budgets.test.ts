import { type DiscussionInput, presetNames, writeMarkdown } from "conclave"
import { scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { writeHtml } from "../../src/server/present/write-html.ts"
import { block, collectEvents, longWords, ofType, start } from "./support.ts"

const model = "test/member"
const kinds = ["tokens", "dollars", "seconds"] as const
type Kind = (typeof kinds)[number]

const usage = { promptTokens: 80, cachedTokens: 0, completionTokens: 20, cost: 0.5 }

/** A clock that advances ten seconds per call. */
function steppingClock() {
  let time = 1_700_000_000_000
  return { now: () => time, after: () => () => {}, step: () => (time += 10_000) }
}

/** The seats disagree: Ash is most confident in the pump, the others prefer walls. */
function member(clock: ReturnType<typeof steppingClock>, agrees = false) {
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

/** A budget for this number of calls; a time budget runs out during the next call. */
const budgetFor = (kind: Kind, calls: number) =>
  kind === "tokens"
    ? { tokens: calls * 100 }
    : kind === "dollars"
      ? { dollars: calls * 0.5 }
      : { seconds: calls * 10 + 5 }

const names = ["Ash", "Birch", "Cedar"]
const seatsOf = (format: string) => names.slice(0, format === "duet" ? 2 : 3).map((name) => ({ name, model }))

async function runToEnd(input: DiscussionInput, agrees = false) {
  const clock = steppingClock()
  const run = start([member(clock, agrees)], input, { clock })
  const events = await collectEvents(run)
  return { outcome: run.state.outcome!, state: run.state, events }
}

describe("an exhausted budget ends with the best answer so far, and says so [across.best-so-far]", () => {
  const cases = presetNames.flatMap((format) => kinds.map((kind) => [format, kind] as const))

  test.each(cases)("%s, %s, at any point of the discussion", async (format, kind) => {
    for (let calls = 1; calls <= 12; calls++) {
      const budget = budgetFor(kind, calls)
      const { outcome, state, events } = await runToEnd({
        ...{ format, topic: "Heat", seats: seatsOf(format), budget },
        options: { rounds: 3, smartTermination: false },
      })
      if (outcome.stoppingReason !== "budget") continue
      expect(outcome.agreed).toBe(false)
      expect(outcome.solution, `after ${calls} calls`).toMatch(/walls|pump|round|synthesis/)
      expect(outcome.solutionFrom).toMatch(/^(proposal|last_words|synthesis)$/)
      // The position of most seats is better than the most confident one, and both are better than the last turn.
      const checked = state.ballots.some(({ asks, result }) => asks === "consensus" && result)
      expect(outcome.solutionFrom === "proposal").toBe(checked)
      const limit = Object.values(budget)[0]!
      const warned = ofType(events, "budget_warning")
      // From the fifth call on, 80% is passed by a single call, except for votes that arrive together.
      if (calls >= 5 && format !== "assembly") expect(warned).toHaveLength(1)
      expect(warned.length).toBeLessThanOrEqual(1)
      for (const warning of warned) {
        expect(warning).toMatchObject({ of: kind, limit })
        expect(warning.used / limit).toBeGreaterThanOrEqual(0.8)
      }
      if (outcome.solutionFrom !== "synthesis") {
        expect(writeMarkdown(state)).toContain("**Best answer so far:**")
        expect(String(await writeHtml(state))).toContain("Best answer so far")
      }
    }
  })

  test("the position of most seats beats the most confident proposal", async () => {
    const { outcome } = await runToEnd({
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

  test("a vote that decided counts, even if another one could have followed", async () => {
    const { outcome } = await runToEnd({
      ...{ format: "hive", topic: "Heat", seats: seatsOf("hive"), budget: { dollars: 4 } },
      decision: { protocol: "plurality", options: ["Walls", "Pump"] },
    })
    expect(outcome).toMatchObject({ stoppingReason: "budget", solution: "Walls", solutionFrom: "ballot" })
    const open = await runToEnd({
      ...{ format: "assembly", topic: "Heat", seats: seatsOf("assembly"), budget: { tokens: 1_300 } },
      decision: { options: ["Walls", "Pump"] },
    })
    expect(open.outcome).toMatchObject({ stoppingReason: "budget", solution: "Walls", solutionFrom: "proposal" })
  })

  test.each(["tokens", "dollars"] as const)(
    "seats that agreed in the last vote that the %s allowed count as agreed",
    async (kind) => {
      const { outcome } = await runToEnd(
        { format: "duet", topic: "Heat", seats: seatsOf("duet"), budget: budgetFor(kind, 4) },
        true,
      )
      expect(outcome).toMatchObject({
        ...{ stoppingReason: "consensus_reached", agreed: true, rounds: 1 },
        ...{ solution: "Insulate the walls", solutionFrom: "agreement" },
      })
    },
  )

  test("the total timeout ends in the same way, without a solution if no seat has spoken", async () => {
    const { outcome } = await runToEnd({
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
