import { readFile } from "node:fs/promises"
import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { parseSavedWeights, savedWeight } from "../evaluation/saved-weights.ts"

/**
 * Gives every seat without a weight what was learned for its model. Learned weights mean something beside each other
 * alone, so a seat for which nothing was learned is refused. They are of use where votes are weighed, so they are.
 */
export async function applyWeightsFile(
  input: DiscussionInput,
  file: string,
  category: string | undefined,
): Promise<DiscussionInput> {
  const weights = parseSavedWeights(await readJsonFile(file), file)
  const problems: { field: string; message: string }[] = []
  const tableSeats = typeof input.table === "object" ? input.table.seats : undefined
  const seats = (input.seats ?? tableSeats ?? [{}]).map((seat, index) => {
    if (seat.weight !== undefined) return seat
    const model = [seat.model].flat()[0]
    const weight = model === undefined ? undefined : savedWeight(weights, model, category)
    if (weight !== undefined) return { ...seat, weight }
    const why = model === undefined ? "names no model" : `nothing was learned for ${model}`
    const known = Object.keys(weights.models).join(", ")
    problems.push({ field: `seats[${index}]`, message: `${why}; weigh it with *1 at its end, or seat one of ${known}` })
    return seat
  })
  if (problems.length > 0) throw invalidInput(problems)
  return { ...input, seats, decision: { protocol: "weighted", ...input.decision } }
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
