import { winnerProbability } from "../../src/core/counting/normalized-votes.ts"
import { seededRandom, shuffled } from "../../src/core/random.ts"
import { accuracyOf, learningAndJudged, winnerOf } from "../../src/evaluation/evaluate.ts"
import { learnWeights, optionScores, weightsFor } from "../../src/evaluation/learn-weights.ts"
import type { RecordedAnswer, RecordedAnswers } from "../../src/evaluation/recorded-answers.ts"
import { mean, standardError } from "../../src/evaluation/statistics.ts"

/** The result of one random panel on held-out answers. Differences are in percentage points. */
export interface PanelGain {
  readonly size: number
  readonly follows: "votes" | "best"
  readonly hasCategories: boolean
  /** Against the most accurate model on the judged answers, known only in hindsight. */
  readonly gain: number
  readonly standardError: number
  /** Lead of the best model over the second on the learning part. */
  readonly lead: number
  /** Mean difference between predicted probability and observed accuracy, over ten bins. */
  readonly calibrationError: number
}

interface PanelOptions {
  readonly seed?: number
  readonly perSize?: number
  readonly sizes?: readonly number[]
  readonly judgeOn?: RecordedAnswers | undefined
}

/** Measures the gain of learned weights for random panels: up to `perSize` distinct ones of each size. */
export function* evaluatePanels(
  recorded: RecordedAnswers,
  { seed = 1, perSize = 200, sizes, judgeOn }: PanelOptions = {},
): Generator<PanelGain> {
  const { learning, judged } = learningAndJudged(recorded, seed, judgeOn)
  const all = recorded.models.map((_, model) => model)
  const skill = all.map((model) => accuracyOf(learning, model))
  for (const size of sizes ?? all.map((index) => index + 1).filter((one) => one >= 3)) {
    for (const panel of drawPanels(all, size, perSize, seed)) yield judgePanel(learning, judged, panel, skill)
  }
}

function drawPanels(all: readonly number[], size: number, count: number, seed: number): readonly (readonly number[])[] {
  const random = seededRandom(seed, "panels", size)
  const drawn = new Map<string, readonly number[]>()
  // There are fewer than `count` distinct panels of the largest sizes.
  for (let draw = 0; draw < count * 20 && drawn.size < count; draw++) {
    const panel = shuffled(all, random)
      .slice(0, size)
      .toSorted((a, b) => a - b)
    drawn.set(panel.join(), panel)
  }
  return [...drawn.values()]
}

function judgePanel(
  learning: readonly RecordedAnswer[],
  judged: readonly RecordedAnswer[],
  panel: readonly number[],
  skill: readonly number[],
): PanelGain {
  const weights = learnWeights(learning, panel)
  const best = panel.reduce((one, other) => (accuracyOf(judged, other) > accuracyOf(judged, one) ? other : one))
  const [first, second] = panel.map((model) => skill[model]!).toSorted((a, b) => b - a)
  const differences: number[] = []
  const said = judged.map((answer) => {
    const winner = winnerOf("weighted", answer, { panel, skill, weights })
    const isRight = winner === answer.right
    differences.push(Number(isRight) - Number(answer.given[best] === answer.right))
    const given = panel.map((model) => answer.given[model]!)
    const values = { places: weights.places, weights: weightsFor(weights, answer.category) }
    const scores = optionScores(values, given, answer.options)
    return { isRight, probability: winner >= 0 ? winnerProbability(scores, winner, weights.calibration) : 0 }
  })
  return {
    size: panel.length,
    follows: weights.follows,
    hasCategories: Object.keys(weights.categories).length > 0,
    gain: mean(differences) * 100,
    standardError: standardError(differences) * 100,
    lead: (first! - (second ?? 0)) * 100,
    calibrationError: calibrationError(said) * 100,
  }
}

function calibrationError(said: readonly { readonly isRight: boolean; readonly probability: number }[]): number {
  const bins = Map.groupBy(said, ({ probability }) => Math.min(9, Math.floor(probability * 10)))
  const errors = [...bins.values()].map((bin) =>
    Math.abs(bin.reduce((sum, { isRight, probability }) => sum + probability - Number(isRight), 0)),
  )
  return errors.reduce((sum, error) => sum + error, 0) / said.length
}

/** Removes the answers to questions of the given categories. */
export function withoutCategories(recorded: RecordedAnswers, excluded: readonly string[]): RecordedAnswers {
  return { ...recorded, answers: recorded.answers.filter(({ category }) => !excluded.includes(category)) }
}
