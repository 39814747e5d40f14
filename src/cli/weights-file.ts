import { invalidField } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { applyWeights, parseSavedWeights } from "../evaluation/saved-weights.ts"
import { readTextFile } from "./text-files.ts"

/** Applies a weights file to the seats of a request. */
export function applyWeightsFile(input: DiscussionInput, file: string, category: string | undefined): DiscussionInput {
  return applyWeights(input, parseSavedWeights(readJsonFile(file), file), category)
}

export function readJsonFile(file: string): unknown {
  const text = readTextFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidField(file, `is not valid JSON: ${(error as Error).message}`)
  }
}
