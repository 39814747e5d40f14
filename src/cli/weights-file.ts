import { readFile } from "node:fs/promises"
import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { applyWeights, parseSavedWeights } from "../evaluation/saved-weights.ts"

/** The input with what a file of weights has for its seats. */
export async function applyWeightsFile(
  input: DiscussionInput,
  file: string,
  category: string | undefined,
): Promise<DiscussionInput> {
  return applyWeights(input, parseSavedWeights(await readJsonFile(file), file), category)
}

/** The content of a file of JSON; a file that is none is named. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw invalidInput([{ field: file, message: error.code === "ENOENT" ? "there is no such file" : error.message }])
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidInput([{ field: file, message: `is no JSON: ${(error as Error).message}` }])
  }
}
