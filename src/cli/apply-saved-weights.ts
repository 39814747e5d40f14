import { invalidInput } from "../core/errors.ts"
import type { DiscussionInput } from "../core/tables/discussion-request.ts"
import { type SavedWeights, savedWeight } from "../evaluation/saved-weights.ts"

/**
 * Gives every seat without a weight what was learned for its model. Learned weights mean something beside each other
 * alone, so a seat for which nothing was learned is refused. They are of use where votes are weighed, so they are.
 */
export function applySavedWeights(
  input: DiscussionInput,
  weights: SavedWeights,
  category: string | undefined,
): DiscussionInput {
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
