import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { applyWeights, parseSavedWeights } from "../evaluation/saved-weights.ts"
import { readTextFile } from "./text-files.ts"

/** The input with what a file of weights has for its seats. */
export function applyWeightsFile(input: DiscussionInput, file: string, category: string | undefined): DiscussionInput {
  return applyWeights(input, parseSavedWeights(readJsonFile(file), file), category)
}

/** The content of a file of JSON; a file that is none is named. */
export function readJsonFile(file: string): unknown {
  const text = readTextFile(file)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidInput([{ field: file, message: `is not JSON: ${(error as Error).message}` }])
  }
}
