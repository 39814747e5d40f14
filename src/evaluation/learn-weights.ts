import { type Fitted, fitWeights } from "./fit-weights.ts"
import type { RecordedAnswer } from "./recorded-answers.ts"

/** What a vote of each model weighs, in log-odds, as far as voting was found to be better than asking the best one. */
export interface Weights {
  /** What decides: the votes together, or whoever is best alone where votes were not found to be better than that. */
  readonly follows: "votes" | "best"
  /** The one that was right most often. */
  readonly best: number
  readonly models: readonly number[]
  /** By place on the ballot what it counts for, since models prefer the first ones. */
  readonly places: readonly number[]
  /** Only where they were found to be better than the same weights for all. */
  readonly categories: Readonly<Record<string, readonly number[]>>
  readonly calibration: Calibration
  readonly learnedFrom: number
  /** What the votes are right more often than the best one, as a share of 1, on answers that were kept apart. */
  readonly gain: Gain
}

/** Makes what the weights say into how often that is right: on the scale of log-odds. */
interface Calibration {
  readonly offset: number
  readonly slope: number
}

interface Gain {
  readonly answers: number
  readonly mean: number
  readonly standardError: number
}

/** Below this many answers chance and skill look alike. */
const minAnswers = 60
/** Below this many a standard error more is asked for: of panels that voted after 100 or fewer, two in five did worse. */
const fewAnswers = 200
/** How strongly weights are held to zero, and those of a category to those of all, as if by so many answers. */
const shrinkage = { all: 5, category: 30 }
const folds = 5
/** How many standard errors better something has to be. A category's weights are many more numbers to be lucky with. */
const minStandardErrors = { votes: 2, categories: 2.5 }
/** Where the best one is followed, the others decide only among what is left when its vote cannot be read. */
const othersShare = 0.01

interface Learned extends Fitted {
  readonly best: number
  readonly categories: Readonly<Record<string, readonly number[]>>
}

/**
 * Weights under which the right answer is likeliest to have the most votes behind it. Votes are used only where
 * cross-validation says that they beat the best single model by two standard errors, and a category's own weights only
 * where these beat the best by two and a half, and the votes by two where these are used.
 */
export function learnWeights(answers: readonly RecordedAnswer[], models: readonly number[]): Weights {
  const learned = learn(answers, models)
  const apart = crossValidate(answers, models)
  const gainOf = (one: Policy, other: Policy) =>
    pairedGain(apart.map((judged) => Number(judged[one].right) - Number(judged[other].right)))
  const gain = gainOf("votes", "best")
  const follows = isBetter(gain, minStandardErrors.votes) ? "votes" : "best"
  const byCategory =
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
    calibration: calibrate(apart.map((judged) => judged[policy])),
    learnedFrom: answers.length,
    gain: byCategory ? gainOf("categories", "best") : gain,
  }
}

/** How likely an option is right, by what each of those who answered chose (-1: nothing that could be read). */
export function winnerProbability(
  { weights, places, calibration }: Fitted & Pick<Weights, "calibration">,
  given: readonly number[],
  options: number,
  winner: number,
): number {
  const scores = optionScores({ weights, places }, given, options)
  const likely = shareOf(scores, winner)
  return likely === 0 ? 0 : 1 / (1 + Math.exp(-(calibration.offset + calibration.slope * logOdds(likely))))
}

/** The weights for a question of this category. */
export function weightsFor({ models, categories }: Pick<Weights, "models" | "categories">, category: string) {
  return (Object.hasOwn(categories, category) ? categories[category] : undefined) ?? models
}

function learn(answers: readonly RecordedAnswer[], models: readonly number[]): Learned {
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

/** Alone the place on the ballot cannot outweigh it. */
function followBest(answers: readonly RecordedAnswer[], models: readonly number[], { best, weights }: Learned): Fitted {
  const places = Array.from({ length: Math.max(2, ...answers.map((answer) => answer.options)) }, () => 0)
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
  /** How likely the weights say that it is. */
  readonly likely: number
}

/** What each policy comes to on every answer, learned from the others. */
function crossValidate(
  answers: readonly RecordedAnswer[],
  models: readonly number[],
): readonly Readonly<Record<Policy, Judged>>[] {
  const places = Array.from({ length: Math.min(folds, answers.length) }, (_, fold) => fold)
  return places.flatMap((fold) => {
    const learning = answers.filter((_, index) => index % folds !== fold)
    if (learning.length === 0) return []
    const learned = learn(learning, models)
    const alone = followBest(learning, models, learned)
    return answers
      .filter((_, index) => index % folds === fold)
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
  return { right: winner === answer.right, likely: shareOf(scores, winner) }
}

function optionScores({ weights, places }: Fitted, given: readonly number[], options: number): readonly number[] {
  const scores = Array.from({ length: options }, (_, option) => places[option] ?? 0)
  for (const [at, option] of given.entries()) if (option >= 0) scores[option]! += weights[at]!
  return scores
}

function shareOf(scores: readonly number[], option: number): number {
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0)
  return option >= 0 ? Math.exp(scores[option]!) / total : 0
}

function pairedGain(differences: readonly number[]): Gain {
  const count = Math.max(2, differences.length)
  const mean = differences.reduce((sum, one) => sum + one, 0) / count
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1)
  return { answers: differences.length, mean, standardError: Math.sqrt(variance / count) }
}

function isBetter({ mean, standardError, answers }: Gain, standardErrors: number): boolean {
  const wanted = standardErrors + (answers < fewAnswers ? 1 : 0)
  return answers >= minAnswers && mean > 0 && mean >= wanted * standardError
}

/** Fits on the scale of log-odds how often the winner was right to how likely it was said to be; held to no change. */
function calibrate(judged: readonly Judged[]): Calibration {
  const held = 5
  let [offset, slope] = [0, 1]
  for (let step = 0; step < 20; step++) {
    let [towards, along] = [-held * offset, -held * (slope - 1)]
    let [first, both, second] = [held, 0, held]
    for (const { right, likely } of judged) {
      if (likely <= 0) continue
      const odds = logOdds(likely)
      const said = 1 / (1 + Math.exp(-(offset + slope * odds)))
      const spread = said * (1 - said)
      towards += Number(right) - said
      along += (Number(right) - said) * odds
      first += spread
      both += spread * odds
      second += spread * odds * odds
    }
    const determinant = first * second - both * both
    offset += (second * towards - both * along) / determinant
    slope += (first * along - both * towards) / determinant
  }
  return { offset, slope }
}

function logOdds(share: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, share))
  return Math.log(bounded / (1 - bounded))
}
