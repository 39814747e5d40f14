import type { z } from "zod"
import type { Format } from "../discussion/format.ts"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { FieldProblem } from "../errors.ts"
import { omitUndefined } from "../omit-undefined.ts"
import type { seatInputSchema } from "./discussion-input.ts"

type ParsedSeat = z.output<ReturnType<typeof seatInputSchema>>

/** Gives every seat its name, role, kind and id; missing values come from the format. */
export function resolveSeats(requested: readonly ParsedSeat[] | undefined, format: Format, defaultModel: string) {
  const inputs = withSynthesisSeat(requested ?? format.defaultSeats, format)
  const names = inputs.map((place, index) => place.name ?? format.defaultSeats[index]?.name ?? `Seat ${index + 1}`)
  const seats = inputs.map((place, index): Seat => {
    const role = place.role ?? defaultRoleFor(place.name, index, format)
    return resolveSeat(place, { id: seatId(names, index, format), name: names[index]!, role }, defaultModel)
  })
  const problems = [
    ...allSeatProblems(seats, inputs, format),
    ...missingRoleProblems(seats, format),
    ...rehearsalProblems(seats, inputs, defaultModel),
  ]
  return { seats, problems }
}

export function resolveSeat(
  input: ParsedSeat,
  { id, name, role }: Pick<Seat, "id" | "name" | "role">,
  defaultModel: string,
): Seat {
  const { kind = role === "user" ? "human" : "model", persona, briefing, language, options, weight } = input
  const [model, ...others] = kind === "model" ? [input.model ?? defaultModel].flat() : []
  const fallbacks = others.length > 0 ? others : undefined
  return omitUndefined({ id, name, kind, role, model, fallbacks, persona, briefing, language, options, weight }) as Seat
}

/** A seat with the name of a default seat gets its role; a seat without a name gets the role of the default seat at its index. */
export function defaultRoleFor(name: string | undefined, index: number, { defaultSeats, defaultRole }: Format): string {
  const own = name === undefined ? defaultSeats[index] : defaultSeats.find((seat) => sameName(seat.name, name))
  return own?.role ?? defaultRole
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Whether readers could confuse two names: ignores case, whitespace, letter forms and invisible characters. */
export function sameName(a: string, b: string): boolean {
  const key = (name: string) => name.normalize("NFKC").replace(invisible, "").trim().replace(/\s+/g, " ").toLowerCase()
  return key(a) === key(b)
}

/**
 * Adds the writer of the synthesis, with the first seat's model, if the request has none. A role that the table requires
 * is never added: the caller must choose who decides.
 */
function withSynthesisSeat(requested: readonly ParsedSeat[], format: Format): readonly ParsedSeat[] {
  const { closing, defaultSeats, requiredRoles = [] } = format
  const writer = closing && defaultSeats.find((seat) => seat.role === closing.by)
  if (!writer || requiredRoles.includes(writer.role)) return requested
  if (requested.some((seat) => seat.role === writer.role || sameName(seat.name ?? "", writer.name))) return requested
  const model = requested.find((seat) => seat.model !== undefined)?.model
  return [...requested, { ...writer, ...(model !== undefined && { model }) }]
}

function seatId(names: readonly string[], index: number, { seatIds }: Format): SeatId {
  if (seatIds?.length === names.length) return seatIds[index]!
  const slugs = names.map((name) => slug(name))
  const own = slugs[index]!
  return own === "" || slugs.indexOf(own) !== index ? `seat-${index + 1}` : own
}

/** May be empty. Also empty for names like `constructor`: seat ids are keys of plain objects. */
export function slug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
  const bare = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "")
  return bare in Object.prototype ? "" : bare
}

function allSeatProblems(seats: readonly Seat[], inputs: readonly ParsedSeat[], format: Format): FieldProblem[] {
  const ofSeats = seats.flatMap((seat, index) =>
    seatProblems(seat, inputs[index]!, seats.slice(0, index), `seats[${index}]`),
  )
  return [...seatCountProblems(seats, format), ...ofSeats]
}

export function seatCountProblems(seats: readonly Seat[], format: Format): FieldProblem[] {
  const { minSeats, maxSeats, name, silentRoles } = format
  const speaking = seats.filter((seat) => !silentRoles.includes(seat.role)).length
  if (speaking >= minSeats && speaking <= maxSeats) return []
  const wanted = minSeats === maxSeats ? `exactly ${minSeats}` : `${minSeats} to ${maxSeats}`
  const message = `${name} needs ${wanted} speaking seats, not ${speaking}`
  return [{ field: "seats", message, code: "SEAT_COUNT", values: { min: minSeats, max: maxSeats, speaking } }]
}

export function missingRoleProblems(seats: readonly Pick<Seat, "role">[], format: Format): FieldProblem[] {
  const { closing, requiredRoles = closing ? [closing.by] : [], defaultSeats, name } = format
  return requiredRoles
    .filter((role) => seats.every((seat) => seat.role !== role) && defaultSeats.some((seat) => seat.role === role))
    .map((role) => {
      const message = `${name} needs a seat with the role ${role}; add one`
      return { field: "seats", message, code: "ROLE_MISSING", values: { role } }
    })
}

/** A simulated model joins real ones only if it is named explicitly. */
function rehearsalProblems(
  seats: readonly Seat[],
  inputs: readonly ParsedSeat[],
  defaultModel: string,
): FieldProblem[] {
  const isSimulated = (model: string) => model.startsWith("rehearsal/")
  const hasRealOnes = seats.some(({ model }) => model !== undefined && !isSimulated(model))
  if (!hasRealOnes || !isSimulated(defaultModel)) return []
  return seats.flatMap(({ kind, name }, index) => {
    if (kind !== "model" || inputs[index]?.model !== undefined) return []
    const message = `${name} has no model, and the default is the simulated ${defaultModel}; name a model, or set a default one`
    return [{ field: `seats[${index}].model`, message }]
  })
}

export function seatProblems(
  seat: Seat,
  input: Pick<ParsedSeat, "model">,
  others: readonly Seat[],
  field: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (others.some((other) => sameName(other.name, seat.name))) {
    const message = `the name "${seat.name}" is taken; give each seat its own name`
    problems.push({ field: `${field}.name`, message, code: "NAME_TAKEN", values: { name: seat.name } })
  }
  if (seat.kind !== "model" && input.model !== undefined) {
    problems.push({ field: `${field}.model`, message: `a ${seat.kind} seat has no model; remove it` })
  }
  const models = [seat.model, ...(seat.fallbacks ?? [])]
  if (new Set(models).size < models.length) {
    problems.push({ field: `${field}.model`, message: "names a model twice; remove one" })
  }
  return problems
}
