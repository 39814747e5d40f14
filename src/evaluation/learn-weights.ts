import { winnerLogOdds } from "../core/counting/normalized-votes.ts"
import { type Fitted, fitWeights } from "./fit-weights.ts"
import type { RecordedAnswer } from "./recorded-answers.ts"
import { mean, standardError } from "./statistics.ts"

/** The learned weight of each model's vote, in log-odds. Unless voting beats the best model, that model decides. */
export interface Weights {
  /** `votes`: the weighted votes decide. `best`: the best model decides, because votes were not found to beat it. */
  readonly follows: "votes" | "best"
  /** Index of the model that was right most often. */
  readonly best: number
  readonly models: readonly number[]
  /** Value of each position on the ballot, in log-odds; corrects for models preferring the first options. */
  readonly places: readonly number[]
  /** Weights by category; empty unless cross-validation found them to be better. */
  readonly categories: Readonly<Record<string, readonly number[]>>
  readonly calibration: Calibration
  readonly learnedFrom: number
  /** Accuracy of the votes minus that of the best model, as a share of 1, on held-out answers. */
  readonly gain: Gain
}

/** Maps the probability that the weights predict to the observed accuracy, on the log-odds scale. */
interface Calibration {
  readonly offset: number
  readonly slope: number
}

interface Gain {
  readonly answers: number
  readonly mean: number
  readonly standardError: number
}

/** Minimum number of answers: with fewer, skill cannot be told from chance. */
const minAnswers = 60
/** With fewer answers, one more standard error is required: of panels that voted after 100 or fewer, over a third did worse. */
const fewAnswers = 200
/** Weights by category pay from about this many answers on. */
const minCategoryAnswers = 800
/** Shrinkage in equivalent answers: of all weights towards zero, of category weights towards the shared ones. */
const shrinkage = { all: 5, category: 30 }
const folds = 5
/** Required gain in standard errors. Category weights have many more parameters, so they overfit more easily. */
const minStandardErrors = { votes: 2, categories: 2.5 }
/** Combined weight of the others, relative to the best model that is followed: they decide only if its vote is unreadable. */
const othersShare = 0.01

interface Learned extends Fitted {
  readonly best: number
  readonly categories: Readonly<Record<string, readonly number[]>>
}

/**
 * Fits the weights that make the right answer most likely to win. Votes are used only if they beat the best single model
 * by two standard errors in cross-validation. Category weights must beat it by two and a half and, if votes are used,
 * beat these by two.
 */
export function learnWeights(answers: readonly RecordedAnswer[], models: readonly number[]): Weights {
  const learned = fitAll(answers, models)
  const heldOut = crossValidate(answers, models)
  const gainOf = (one: Policy, other: Policy): Gain => {
    const differences = heldOut.map((judged) => Number(judged[one].right) - Number(judged[other].right))
    return { answers: differences.length, mean: mean(differences), standardError: standardError(differences) }
  }
  const gain = gainOf("votes", "best")
  const follows = isBetter(gain, minStandardErrors.votes) ? "votes" : "best"
  const byCategory =
    answers.length >= minCategoryAnswers &&
    isBetter(gainOf("categories", "best"), minStandardErrors.categories) &&
    (follows === "best" || isBetter(gainOf("categories", "votes"), minStandardErrors.votes))
  const policy = byCategory ? "categories" : follows
  const { weights, places } = policy === "best" ? followBest(answers, models, learned) : learned
  return {
    follows: policy === "best" ? "best" : "votes",
    best: learned.best,
    models: weights,
    places,
    categories: byCategory ? learned.categories : {},
    calibration: calibrate(heldOut.map((judged) => judged[policy])),
    learnedFrom: answers.length,
    gain: byCategory ? gainOf("categories", "best") : gain,
  }
}

/** The weights for a question of this category. */
export function weightsFor({ models, categories }: Pick<Weights, "models" | "categories">, category: string) {
  return (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? models
}

function fitAll(answers: readonly RecordedAnswer[], models: readonly number[]): Learned {
  const options = Math.max(2, ...answers.map((answer) => answer.options))
  const places = Array.from({ length: options }, () => 0)
  const all = fitWeights(answers, models, {
    ...{ start: { weights: models.map(() => 0.5), places }, prior: models.map(() => 0) },
    ...{ strength: shrinkage.all, fitsPlaces: true },
  })
  const own = Object.entries(Object.groupBy(answers, ({ category }) => category))
    .filter(([, some]) => some!.length >= minAnswers)
    .map(([category, some]) => {
      const fit = { start: all, prior: all.weights, strength: shrinkage.category, fitsPlaces: false }
      return [category, fitWeights(some!, models, fit).weights] as const
    })
  const rightOf = (at: number) => answers.filter(({ given, right }) => given[models[at]!] === right).length
  const best = models.map((_, at) => at).reduce((one, at) => (rightOf(at) > rightOf(one) ? at : one), 0)
  return { ...all, best, categories: Object.fromEntries(own) }
}

/** Weights that follow the best model. Positions count nothing here, since they could outweigh a single vote. */
function followBest(answers: readonly RecordedAnswer[], models: readonly number[], learned: Learned): Fitted {
  const { best, weights } = learned
  const places = learned.places.map(() => 0)
  const alone = fitWeights(answers, [models[best]!], {
    ...{ start: { weights: [1], places }, prior: [0], strength: shrinkage.all, fitsPlaces: false },
  }).weights[0]!
  const others = weights.reduce((sum, weight, at) => sum + (at === best ? 0 : weight), 0)
  const share = others > 0 ? (alone * othersShare) / others : 0
  return { weights: weights.map((weight, at) => (at === best ? Math.max(alone, othersShare) : weight * share)), places }
}

type Policy = "votes" | "best" | "categories"

interface Judged {
  readonly right: boolean
  /** Predicted by the weights; undefined without a readable answer. */
  readonly logOdds: number | undefined
}

/** The result of each policy on every answer, learned from the other folds. */
function crossValidate(
  answers: readonly RecordedAnswer[],
  models: readonly number[],
): readonly Readonly<Record<Policy, Judged>>[] {
  const parts = Array.from({ length: Math.min(folds, answers.length) }, (_, part) => part)
  return parts.flatMap((part) => {
    const learning = answers.filter((_, index) => index % folds !== part)
    if (learning.length === 0) return []
    const learned = fitAll(learning, models)
    const alone = followBest(learning, models, learned)
    return answers
      .filter((_, index) => index % folds === part)
      .map((answer) => ({
        votes: judge(answer, models, learned),
        best: judge(answer, models, alone),
        categories: judge(answer, models, {
          weights: weightsFor({ models: learned.weights, categories: learned.categories }, answer.category),
          places: learned.places,
        }),
      }))
  })
}

function judge(answer: RecordedAnswer, models: readonly number[], fitted: Fitted): Judged {
  const given = models.map((model) => answer.given[model]!)
  const scores = optionScores(fitted, given, answer.options)
  const named = given.filter((option) => option >= 0)
  const winner = named.reduce((one, option) => (one < 0 || scores[option]! > scores[one]! ? option : one), -1)
  return { right: winner === answer.right, logOdds: winner < 0 ? undefined : winnerLogOdds(scores, winner) }
}

/** The score of each option, given the option each model chose (-1 if unreadable). */
export function optionScores(
  { weights, places }: Fitted,
  given: readonly number[],
  options: number,
): readonly number[] {
  const scores = Array.from({ length: options }, (_, option) => places[option] ?? 0)
  for (const [at, option] of given.entries()) if (option >= 0) scores[option]! += weights[at]!
  return scores
}

function isBetter({ mean, standardError, answers }: Gain, standardErrors: number): boolean {
  const required = standardErrors + (answers < fewAnswers ? 1 : 0)
  return answers >= minAnswers && mean > 0 && mean >= required * standardError
}

/** Fits the observed accuracy to the predicted probability on the log-odds scale, shrunk towards the identity. */
function calibrate(judged: readonly Judged[]): Calibration {
  const strength = 5
  let [offset, slope] = [0, 1]
  for (let step = 0; step < 20; step++) {
    let [offsetGradient, slopeGradient] = [-strength * offset, -strength * (slope - 1)]
    let [offsetCurvature, crossCurvature, slopeCurvature] = [strength, 0, strength]
    for (const { right, logOdds: logit } of judged) {
      if (logit === undefined) continue
      const predicted = 1 / (1 + Math.exp(-(offset + slope * logit)))
      const variance = predicted * (1 - predicted)
      offsetGradient += Number(right) - predicted
      slopeGradient += (Number(right) - predicted) * logit
      offsetCurvature += variance
      crossCurvature += variance * logit
      slopeCurvature += variance * logit * logit
    }
    const determinant = offsetCurvature * slopeCurvature - crossCurvature * crossCurvature
    offset += (slopeCurvature * offsetGradient - crossCurvature * slopeGradient) / determinant
    slope += (offsetCurvature * slopeGradient - crossCurvature * offsetGradient) / determinant
  }
  return { offset, slope }
}
