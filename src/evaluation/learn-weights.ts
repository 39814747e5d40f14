import type { RecordedAnswer } from "./recorded-answers.ts"

/** What a vote of each model weighs, in log-odds; per category where there was enough to learn from. */
export interface Weights {
  readonly models: readonly number[]
  readonly categories: Readonly<Record<string, readonly number[]>>
}

/** Below this many answers a category tells chance from skill too badly to have weights of its own. */
const minAnswersPerCategory = 60
/** How strongly weights are held to zero, and those of a category to those of all, as if by so many answers. */
const shrinkage = { all: 5, category: 30 }
const maxSteps = 80
const convergenceThreshold = 1e-3

/**
 * Weights under which the right answer is likeliest to have the most votes behind it. They are fitted together, not one
 * model at a time: who errs with others adds little to what these say, and its weight shows it. None is below zero.
 */
export function learnWeights(answers: readonly RecordedAnswer[], models: readonly number[]): Weights {
  const start = models.map(() => 0.5)
  const zero = models.map(() => 0)
  const all = fitWeights(answers, models, { start, prior: zero, strength: shrinkage.all })
  const categories = Object.entries(Object.groupBy(answers, (answer) => answer.category))
    .filter(([, own]) => own !== undefined && own.length >= minAnswersPerCategory)
    .map(([category, own]) => [
      category,
      fitWeights(own!, models, { start: all, prior: all, strength: shrinkage.category }),
    ])
  return { models: all, categories: Object.fromEntries(categories) }
}

/** The weights for a question of this category. */
export function weightsFor({ models, categories }: Weights, category: string): readonly number[] {
  return (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? models
}

interface FitOptions {
  readonly start: readonly number[]
  readonly prior: readonly number[]
  readonly strength: number
}

/**
 * Logistic regression over the options, by damped Newton steps along each weight. An option's strength is the sum of the
 * weights of those who chose it; how likely it is right follows from its strength beside the others'.
 */
function fitWeights(
  answers: readonly RecordedAnswer[],
  models: readonly number[],
  { start, prior, strength }: FitOptions,
) {
  const weights = Float64Array.from(start)
  const slope = new Float64Array(models.length)
  const curve = new Float64Array(models.length)
  const score = new Float64Array(Math.max(...answers.map((answer) => answer.options)))
  for (let step = 0; step < maxSteps; step++) {
    for (const [at, weight] of weights.entries()) {
      slope[at] = -strength * (weight - prior[at]!)
      curve[at] = strength
    }
    for (const { options, right, given } of answers) {
      score.fill(0)
      for (const [at, model] of models.entries()) if (given[model]! >= 0) score[given[model]!]! += weights[at]!
      let total = 0
      for (let option = 0; option < options; option++) total += score[option] = Math.exp(score[option]!)
      for (const [at, model] of models.entries()) {
        const option = given[model]!
        if (option < 0) continue
        const likely = score[option]! / total
        slope[at]! += (option === right ? 1 : 0) - likely
        curve[at]! += likely * (1 - likely)
      }
    }
    // Those who answer alike move together, so each may go only its part of the way.
    let moved = 0
    for (const [at, weight] of weights.entries()) {
      const next = Math.max(0, weight + slope[at]! / curve[at]! / Math.sqrt(models.length))
      moved = Math.max(moved, Math.abs(next - weight))
      weights[at] = next
    }
    if (moved < convergenceThreshold) break
  }
  return [...weights]
}
