import { z } from "zod"
import { invalidInput } from "../core/errors.ts"
import { lazy } from "../core/lazy.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { parse } from "../core/validation.ts"
import { learnWeights } from "./learn-weights.ts"
import type { RecordedAnswers } from "./recorded-answers.ts"

/** The file format of learned weights, by model name. */
const savedWeightsSchema = lazy(() => {
  const byModel = z.record(z.string(), z.number().min(0))
  return z.strictObject({
    source: z.string().describe("source of the answers that the weights were learned from"),
    learnedFrom: z.number().int().min(1).describe("number of those answers"),
    follows: z.enum(["votes", "best"]).describe("what decides: the votes together, or the best model alone"),
    gain: z
      .strictObject({ mean: z.number(), standardError: z.number() })
      .describe("cross-validated accuracy of the votes minus that of the best model, as a share of 1"),
    models: byModel,
    places: z.array(z.number()).describe("value of each position on the ballot, in log-odds"),
    calibration: z.strictObject({ offset: z.number(), slope: z.number() }),
    categories: z.record(z.string(), byModel).describe("weights by category, if these were found to be better"),
  })
})

export type SavedWeights = Readonly<z.output<ReturnType<typeof savedWeightsSchema>>>

/** Learns the weights of models that share a table, from all recorded answers. */
export function weightsToSave({ source, models, answers }: RecordedAnswers): SavedWeights {
  const { categories, ...learned } = learnWeights(
    answers,
    models.map((_, index) => index),
  )
  const named = (weights: readonly number[]) =>
    Object.fromEntries(models.map((model, index) => [model, rounded(weights[index]!)]))
  return {
    source,
    learnedFrom: learned.learnedFrom,
    follows: learned.follows,
    gain: { mean: rounded(learned.gain.mean), standardError: rounded(learned.gain.standardError) },
    models: named(learned.models),
    places: learned.places.map(rounded),
    calibration: { offset: rounded(learned.calibration.offset), slope: rounded(learned.calibration.slope) },
    categories: Object.fromEntries(Object.entries(categories).map(([category, own]) => [category, named(own)])),
  }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000 || 0
}

/** Validates a weights file; throws INPUT_INVALID with the invalid fields. */
export function parseSavedWeights(input: unknown, name: string): SavedWeights {
  return parse(savedWeightsSchema(), input, name)
}

/**
 * Gives every seat without a weight the learned weight of its model. Learned weights are only comparable with each other,
 * so a seat whose model has none is refused. They were learned from independent answers, so seats vote first by default.
 */
export function applyWeights(input: DiscussionInput, saved: SavedWeights, category?: string): DiscussionInput {
  const own =
    category !== undefined && Object.hasOwn(saved.categories, category) ? saved.categories[category] : undefined
  const known = own ?? saved.models
  const tableSeats = typeof input.table === "object" ? input.table.seats : undefined
  const problems: { field: string; message: string }[] = []
  let areLearned = true
  const seats = (input.seats ?? tableSeats ?? [{}]).map((seat, index) => {
    if (seat.weight !== undefined) {
      areLearned = false
      return seat
    }
    const model = [seat.model].flat()[0]
    if (model !== undefined && Object.hasOwn(known, model)) return { ...seat, weight: known[model]! }
    const why = model === undefined ? "names no model" : `nothing was learned for ${model}`
    const names = Object.keys(known).join(", ")
    problems.push({ field: `seats[${index}]`, message: `${why}; add a weight (*1 at its end), or use one of ${names}` })
    return seat
  })
  if (problems.length > 0) throw invalidInput(problems)
  const { learnedFrom: answers, places, calibration } = saved
  const { protocol = "weighted" } = input.decision ?? {}
  const alone = protocol === "weighted" && seats.length > 1 && ({ decide: "vote-first" } as const)
  const learned = areLearned && { learned: { answers, places, calibration } }
  return { ...input, seats, decision: { protocol, ...alone, ...learned, ...input.decision } }
}
