import { z } from "zod"
import { parse } from "../core/validation.ts"
import { splitInHalves } from "./evaluate.ts"
import { learnWeights } from "./learn-weights.ts"
import type { RecordedAnswers } from "./recorded-answers.ts"

const byModel = z.record(z.string(), z.number().min(0))

/** Weights as they are kept in a file: by the names of the models. */
const savedWeightsSchema = z.strictObject({
  source: z.string().describe("where the answers came from that they were learned from"),
  seed: z.number().int().describe("which half of them that was"),
  learnedFrom: z.number().int().describe("how many answers that were"),
  models: byModel,
  categories: z.record(z.string(), byModel).describe("where a category had enough answers of its own"),
})

export type SavedWeights = Readonly<z.output<typeof savedWeightsSchema>>

/** What the models' votes weigh at one table, learned from the same half that an evaluation learns from. */
export function weightsToSave({ source, models, answers }: RecordedAnswers, seed: number): SavedWeights {
  const { learning } = splitInHalves(answers, seed)
  const learned = learnWeights(
    learning,
    models.map((_, index) => index),
  )
  const named = (weights: readonly number[]) =>
    Object.fromEntries(models.map((model, index) => [model, Number(weights[index]!.toFixed(4))]))
  const categories = Object.entries(learned.categories).map(([category, weights]) => [category, named(weights)])
  return {
    source,
    seed,
    learnedFrom: learning.length,
    models: named(learned.models),
    categories: Object.fromEntries(categories),
  }
}

/** Checks a file of weights; throws INPUT_INVALID naming what is wrong. */
export function parseSavedWeights(input: unknown, name: string): SavedWeights {
  return parse(savedWeightsSchema, input, name)
}

/** What a model's vote weighs on a question of this category; undefined where that was not learned. */
export function savedWeight({ models, categories }: SavedWeights, model: string, category?: string) {
  const own = category !== undefined && Object.hasOwn(categories, category) ? categories[category] : undefined
  const known = own ?? models
  return Object.hasOwn(known, model) ? known[model] : undefined
}
