import type { Seat, SeatId } from "../discussion/seat.ts"
import type { FieldProblem } from "../errors.ts"
import { sameName } from "./resolve-seats.ts"

/** The seat that is asked alone: the one named, else the one with the most weight, else any where all have one model. */
export function findBaselineSeat(
  wanted: boolean | string | undefined,
  seats: readonly Seat[],
  options: readonly string[],
): { readonly seat?: SeatId; readonly problems: readonly FieldProblem[] } {
  if (wanted === undefined || wanted === false) return { problems: [] }
  const refused = (message: string) => ({ problems: [{ field: "baseline", message }] })
  if (options.length === 0) return refused("needs options to choose from; give decision.options, or leave it out")
  const models = seats.filter(({ kind }) => kind === "model")
  const names = models.map(({ name }) => name).join(", ")
  if (typeof wanted === "string") {
    const named = models.find(({ id, name }) => id === wanted || sameName(name, wanted))
    return named
      ? { seat: named.id, problems: [] }
      : refused(`there is no seat "${wanted}" with a model; name ${names}`)
  }
  const [heaviest] = models.filter(({ weight }) => weight !== undefined).toSorted((a, b) => b.weight! - a.weight!)
  const isSameModel = new Set(models.map(({ model }) => model)).size === 1
  const seat = heaviest ?? (isSameModel ? models[0] : undefined)
  return seat
    ? { seat: seat.id, problems: [] }
    : refused(`no seat has a weight, and their models differ; name the seat to compare with: ${names}`)
}
