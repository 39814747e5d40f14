import type { RecordedAnswer } from "./recorded-answers.ts"

/** What makes an option likely: the sum of the weights of those who chose it, and its place on the ballot. */
export interface Fitted {
  /** By model, in log-odds; none is below zero. */
  readonly weights: readonly number[]
  /** By place on the ballot: models choose the first ones more often than these are right. */
  readonly places: readonly number[]
}

export interface FitOptions {
  /** Where to start; it saves steps. */
  readonly start: Fitted
  /** What the weights are held to, as if by `strength` answers. */
  readonly prior: readonly number[]
  readonly strength: number
  /** Whether the places are fitted too, or stay as they are in `start`. */
  readonly fitsPlaces: boolean
}

const placeStrength = 20
const maxSteps = 30
const convergenceThreshold = 1e-4

/**
 * Logistic regression over the options by Newton steps, all models together: who errs with others adds little to what
 * these say, and its weight shows it.
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
  const likely = new Float64Array(places)
  for (let step = 0; step < maxSteps; step++) {
    const slope = new Float64Array(size)
    const curve = Array.from({ length: size }, () => new Float64Array(size))
    for (let at = 0; at < size; at++) {
      const held = at < count ? strength : placeStrength
      slope[at] = -held * (values[at]! - (at < count ? prior[at]! : 0))
      curve[at]![at] = held
    }
    for (const { options, right, given } of answers) {
      likelihoods(values, models, given, options, likely)
      // The option that each parameter speaks for: what the model chose, or the place itself.
      const optionOf = (at: number) => (at < count ? given[models[at]!]! : at - count < options ? at - count : -1)
      for (let at = 0; at < size; at++) {
        const option = optionOf(at)
        if (option < 0) continue
        slope[at]! += (option === right ? 1 : 0) - likely[option]!
        const row = curve[at]!
        for (let other = 0; other <= at; other++) {
          const its = optionOf(other)
          if (its >= 0) row[other]! += likely[option]! * ((its === option ? 1 : 0) - likely[its]!)
        }
      }
    }
    // A weight that would go below zero stays there, and the others move as if it were not.
    const free = [...slope.keys()].filter((at) => at >= count || values[at]! > 0 || slope[at]! > 0)
    const move = solve(curve, slope, free)
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

/** How likely each option is right, written into `into`. */
function likelihoods(
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

/** Solves for some of the unknowns by Cholesky; of the symmetric matrix only the lower half is filled. */
function solve(matrix: readonly Float64Array[], right: Float64Array, some: readonly number[]): Float64Array {
  const lower = some.map(() => new Float64Array(some.length))
  const solution = Float64Array.from(some, (at) => right[at]!)
  for (let row = 0; row < some.length; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[some[row]!]![some[column]!]!
      for (let k = 0; k < column; k++) sum -= lower[row]![k]! * lower[column]![k]!
      lower[row]![column] = row === column ? Math.sqrt(sum) : sum / lower[column]![column]!
    }
    for (let k = 0; k < row; k++) solution[row]! -= lower[row]![k]! * solution[k]!
    solution[row]! /= lower[row]![row]!
  }
  for (let row = some.length - 1; row >= 0; row--) {
    for (let k = row + 1; k < some.length; k++) solution[row]! -= lower[k]![row]! * solution[k]!
    solution[row]! /= lower[row]![row]!
  }
  return solution
}
