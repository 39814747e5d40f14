import type { RecordedAnswer } from "./recorded-answers.ts"

/** An option's score is the sum of the weights of the models that chose it, plus the value of its ballot position. */
export interface Fitted {
  /** By model, in log-odds; never negative. */
  readonly weights: readonly number[]
  /** By position on the ballot: models choose the first options more often than these are right. */
  readonly places: readonly number[]
}

export interface FitOptions {
  /** Starting point; a good one saves iterations. */
  readonly start: Fitted
  /** The weights are shrunk towards these values, with `strength` in equivalent answers. */
  readonly prior: readonly number[]
  readonly strength: number
  /** Whether to fit the places too; otherwise they stay as in `start`. */
  readonly fitsPlaces: boolean
}

const placeStrength = 20
const maxSteps = 30
const convergenceThreshold = 1e-4

/**
 * Logistic regression over the options with Newton's method. All models are fitted together, so that a model which makes
 * the same mistakes as others gets little weight.
 */
export function fitWeights(
  answers: readonly RecordedAnswer[],
  models: readonly number[],
  { start, prior, strength, fitsPlaces }: FitOptions,
): Fitted {
  const count = models.length
  const places = start.places.length
  const size = count + (fitsPlaces ? places : 0)
  const values = Float64Array.from([...start.weights, ...start.places])
  const probability = new Float64Array(places)
  for (let step = 0; step < maxSteps; step++) {
    const gradient = new Float64Array(size)
    const hessian = Array.from({ length: size }, () => new Float64Array(size))
    for (let at = 0; at < size; at++) {
      const penalty = at < count ? strength : placeStrength
      gradient[at] = -penalty * (values[at]! - (at < count ? prior[at]! : 0))
      hessian[at]![at] = penalty
    }
    for (const { options, right, given } of answers) {
      writeProbabilities(values, models, given, options, probability)
      // The option that a parameter supports: the model's choice, or the option at that position.
      const optionOf = (at: number) => (at < count ? given[models[at]!]! : at - count < options ? at - count : -1)
      for (let at = 0; at < size; at++) {
        const option = optionOf(at)
        if (option < 0) continue
        gradient[at]! += (option === right ? 1 : 0) - probability[option]!
        const row = hessian[at]!
        for (let other = 0; other <= at; other++) {
          const otherOption = optionOf(other)
          if (otherOption >= 0)
            row[other]! += probability[option]! * ((otherOption === option ? 1 : 0) - probability[otherOption]!)
        }
      }
    }
    // A weight at zero that would become negative is left out of this step.
    const free = [...gradient.keys()].filter((at) => at >= count || values[at]! > 0 || gradient[at]! > 0)
    const move = solve(hessian, gradient, free)
    let moved = 0
    for (const [index, at] of free.entries()) {
      const next = values[at]! + Math.max(-maxMove, Math.min(maxMove, move[index]!))
      const bounded = at < count ? Math.max(0, next) : next
      moved = Math.max(moved, Math.abs(bounded - values[at]!))
      values[at] = bounded
    }
    if (moved < convergenceThreshold) break
  }
  return { weights: [...values.slice(0, count)], places: [...values.slice(count)] }
}

const maxMove = 2

/** Writes the probability that each option is right into `into`. */
function writeProbabilities(
  values: Float64Array,
  models: readonly number[],
  given: readonly number[],
  options: number,
  into: Float64Array,
): void {
  for (let option = 0; option < options; option++) into[option] = values[models.length + option]!
  for (const [at, model] of models.entries()) if (given[model]! >= 0) into[given[model]!]! += values[at]!
  let total = 0
  for (let option = 0; option < options; option++) total += into[option] = Math.exp(into[option]!)
  for (let option = 0; option < options; option++) into[option]! /= total
}

/** Solves for the selected unknowns by Cholesky decomposition. Only the lower half of the symmetric matrix is filled. */
function solve(matrix: readonly Float64Array[], right: Float64Array, selected: readonly number[]): Float64Array {
  const lower = selected.map(() => new Float64Array(selected.length))
  const solution = Float64Array.from(selected, (at) => right[at]!)
  for (let row = 0; row < selected.length; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[selected[row]!]![selected[column]!]!
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!
      lower[row]![column] = row === column ? Math.sqrt(sum) : sum / lower[column]![column]!
    }
    for (let k = 0; k < row; k++) solution[row]! -= lower[row]![k]! * solution[k]!
    solution[row]! /= lower[row]![row]!
  }
  for (let row = selected.length - 1; row >= 0; row--) {
    for (let k = row + 1; k < selected.length; k++) solution[row]! -= lower[k]![row]! * solution[k]!
    solution[row]! /= lower[row]![row]!
  }
  return solution
}
