import type { Format } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { FieldProblem } from "../errors.ts"
import { sameName } from "./resolve-seats.ts"

interface RecordRequest {
  readonly record?: boolean | { readonly findings?: boolean | undefined } | undefined
  readonly recorder?: string | readonly string[] | undefined
}

interface RecordedTable {
  readonly format: Format
  readonly seats: readonly Seat[]
  readonly problems: readonly FieldProblem[]
}

/** The seat that a recorder gets which is no seat of the table; it says and votes nothing. */
const recorderRole = "recorder"

/**
 * The same format with or without its record, as asked. A format that has another closing has none unless it is asked
 * for; naming who writes it asks for it.
 */
export function applyRecord(format: Format, seats: readonly Seat[], request: RecordRequest): RecordedTable {
  const { record: preset, ...rest } = format
  const { record: wanted = request.recorder !== undefined || (preset && !format.closing) || false, recorder } = request
  if (wanted === false) {
    const message = "has no record to write; leave it out, or leave out record: false"
    return { format: rest, seats, problems: recorder === undefined ? [] : [{ field: "recorder", message }] }
  }
  const findings = typeof wanted === "object" ? wanted.findings : preset?.findings
  const stage = { kind: "record", ...(findings && { findings }) } as const
  if (recorder === undefined) return { format: { ...rest, record: stage }, seats, problems: [] }
  const [first = "", ...fallbacks] = [recorder].flat()
  const seat = fallbacks.length > 0 ? undefined : seats.find(({ id, name }) => id === first || sameName(name, first))
  if (seat) {
    const message = `${seat.name} is ${seat.kind === "human" ? "a person" : "an outside agent"}; name a seat with a model`
    const problems = seat.kind === "model" ? [] : [{ field: "recorder", message }]
    return { format: { ...rest, record: { ...stage, by: seat.id } }, seats, problems }
  }
  if (!first.includes("/")) {
    const names = seats.filter(({ kind }) => kind === "model").map(({ name }) => name)
    const message = `there is no seat "${first}"; name ${names.join(", ")}, or provider/model`
    return { format: rest, seats, problems: [{ field: "recorder", message }] }
  }
  const own = recorderSeat(seats, first, fallbacks)
  const silentRoles = [...rest.silentRoles, recorderRole]
  return { format: { ...rest, silentRoles, record: { ...stage, by: own.id } }, seats: [...seats, own], problems: [] }
}

function recorderSeat(seats: readonly Seat[], model: string, fallbacks: readonly string[]): Seat {
  const isTaken = (name: string) => seats.some((seat) => sameName(seat.name, name) || seat.id === name.toLowerCase())
  let name = "Recorder"
  for (let count = 2; isTaken(name); count++) name = `Recorder ${count}`
  const id = name.toLowerCase().replace(" ", "-")
  return { id, name, kind: "model", role: recorderRole, model, ...(fallbacks.length > 0 && { fallbacks }) }
}

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
