import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { seededRandom } from "../core/random.ts"
import { evaluate, splitInHalves } from "./evaluate.ts"
import { learnWeights, weightsFor } from "./learn-weights.ts"
import { parseRecordedAnswers, type RecordedAnswer } from "./recorded-answers.ts"
import { writeEvaluation } from "./write-evaluation.ts"

const path = new URL("../../test/fixtures/data/mmlu-pro-answers.json", import.meta.url)
const recorded = parseRecordedAnswers(JSON.parse(readFileSync(path, "utf8")))

/** Answers to questions with four options by models that are right as often as is said; `copies` repeats the first's. */
function answered(skills: readonly number[], copies = 0, count = 2_000, category = "any"): RecordedAnswer[] {
  const random = seededRandom(7, "answers", category)
  return Array.from({ length: count }, () => {
    const right = Math.floor(random() * 4)
    const given = skills.map((skill) => (random() < skill ? right : (right + 1 + Math.floor(random() * 3)) % 4))
    return { category, options: 4, right, given: [...given, ...Array.from({ length: copies }, () => given[0]!)] }
  })
}

describe("weights", () => {
  test("grow with skill, come near the log-odds of who errs alone, and leave who guesses without any", () => {
    const [best, good, guessing] = learnWeights(answered([0.8, 0.6, 0.25]), [0, 1, 2]).models
    expect(best).toBeGreaterThan(good!)
    expect(best).toBeCloseTo(Math.log((0.8 * 3) / 0.2), 0)
    expect(guessing).toBeLessThan(0.15)
  })

  test("of those who say the same are shared, so that repeating oneself gains nothing", () => {
    const alone = learnWeights(answered([0.6, 0.6, 0.6]), [0, 1, 2]).models
    const copied = learnWeights(answered([0.6, 0.6, 0.6], 2), [0, 1, 2, 3, 4]).models
    expect(copied[0]! + copied[3]! + copied[4]!).toBeCloseTo(alone[0]!, 0)
    expect(copied[1]! / alone[1]!).toBeCloseTo(1, 0)
  })

  test("are a category's own only where it has enough answers", () => {
    const answers = [
      ...answered([0.9, 0.3], 0, 400, "law"),
      ...answered([0.3, 0.9], 0, 400, "physics"),
      ...answered([0.3, 0.9], 0, 30, "history"),
    ]
    const weights = learnWeights(answers, [0, 1])
    expect(Object.keys(weights.categories).toSorted()).toEqual(["law", "physics"])
    const [law, physics] = [weightsFor(weights, "law"), weightsFor(weights, "physics")]
    expect(law[0]).toBeGreaterThan(law[1]!)
    expect(physics[1]).toBeGreaterThan(physics[0]!)
    expect(weightsFor(weights, "history")).toBe(weights.models)
    expect(weightsFor(weights, "constructor")).toBe(weights.models)
  })
})

describe("on recorded answers of twelve models", () => {
  test.each([1, 5])(
    "split by seed %i, the calibrated vote stays above the best single model by half a point",
    (seed) => {
      const { bestSingle, panels, learnedFrom, judgedOn } = evaluate(recorded, { seed })
      expect(panels.map(({ size }) => size)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      expect(learnedFrom + judgedOn).toBe(5_924)
      for (const { size, calibrated, protocols, oracle } of panels) {
        expect(calibrated, `panel of ${size}`).toBeGreaterThanOrEqual(bestSingle.accuracy + 0.005)
        expect(protocols.weighted, `panel of ${size}`).toBeGreaterThanOrEqual(bestSingle.accuracy + 0.005)
        expect(oracle).toBeGreaterThan(calibrated)
      }
      // Their errors agree: with all of them at the table, counting heads is worse than asking the best one.
      expect(panels.at(-1)!.protocols.plurality).toBeLessThan(bestSingle.accuracy)
    },
    60_000,
  )

  test("what is judged was not learned from, and the seed says which is which", () => {
    const { learning, judged } = splitInHalves(recorded.answers, 1)
    expect(new Set([...learning, ...judged]).size).toBe(recorded.answers.length)
    expect(splitInHalves(recorded.answers, 1)).toEqual({ learning, judged })
    expect(splitInHalves(recorded.answers, 2).learning).not.toEqual(learning)
    // Wrong answers in the half that is judged spoil the result there, and nothing of what was learned.
    const spoilt = new Set(judged)
    const answers = recorded.answers.map((one) =>
      spoilt.has(one) ? { ...one, right: (one.right + 1) % one.options } : one,
    )
    const [before, after] = [recorded, { ...recorded, answers }].map((file) => evaluate(file, { seed: 1, sizes: [3] }))
    expect(after!.panels[0]!.models).toEqual(before!.panels[0]!.models)
    expect(after!.panels[0]!.calibrated).toBeLessThan(0.2)
  })

  test("are shown as a table beside the best single model and the oracle", () => {
    const text = writeEvaluation(evaluate(recorded, { seed: 1, sizes: [3, 12] }))
    const [heading, three, twelve] = text.split("\n").slice(3)
    expect(heading).toMatch(/panel +best single +consensus +plurality .* weighted +calibrated +oracle/)
    expect(three).toMatch(/^ +3 +7\d\.\d /)
    expect(twelve).toMatch(/^ +12 +7\d\.\d /)
  })

  test("a file that is none of these is refused with what is wrong", () => {
    expect(() => parseRecordedAnswers({ models: [], rows: [] })).toThrow(/answers\.models/)
    const row = { source: "", models: ["a"], rows: [[1, "law", 1, "A", "A"]] }
    expect(() => parseRecordedAnswers(row)).toThrow(/answers\.rows\[0\]\[2\]/)
  })
})
