import type { z } from "zod"
import type { Seat, SeatId } from "../discussion/seat.ts"
import type { FieldProblem } from "../errors.ts"
import type { seatInputSchema } from "./discussion-input.ts"
import type { Format } from "./format.ts"

type Asked = z.output<typeof seatInputSchema>

/** Gives every seat its name, role, kind and id; what the input leaves open comes from the format. */
export function layPlaces(asked: readonly Asked[] | undefined, format: Format, defaultModel: string) {
  const places = withWriter(asked ?? format.defaultSeats, format)
  const names = places.map((place, index) => place.name ?? format.defaultSeats[index]?.name ?? `Seat ${index + 1}`)
  const seats = places.map((place, index): Seat => {
    const role = place.role ?? usualRole(place.name, index, format)
    return laySeat(place, { id: seatId(names, index, format), name: names[index]!, role }, defaultModel)
  })
  return { seats, problems: placeProblems(seats, places, format) }
}

export function laySeat(
  place: Asked,
  { id, name, role }: Pick<Seat, "id" | "name" | "role">,
  defaultModel: string,
): Seat {
  const kind = place.kind ?? (role === "user" ? "human" : "model")
  const [model, ...fallbacks] = kind === "model" ? [place.model ?? defaultModel].flat() : []
  return {
    id,
    name,
    kind,
    role,
    ...(model !== undefined && { model }),
    ...(fallbacks.length > 0 && { fallbacks }),
    ...(place.persona !== undefined && { persona: place.persona }),
    ...(place.briefing !== undefined && { briefing: place.briefing }),
    ...(place.language !== undefined && { language: place.language }),
    ...(place.options !== undefined && { options: place.options }),
    ...(place.weight !== undefined && { weight: place.weight }),
  }
}

/** A seat named like one of the format's own has its role; one without a name is the format's own at its place. */
export function usualRole(name: string | undefined, index: number, { defaultSeats, defaultRole }: Format): string {
  const own = name === undefined ? defaultSeats[index] : defaultSeats.find((seat) => sameName(seat.name, name))
  return own?.role ?? defaultRole
}

export function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** A format that closes with a synthesis gets its writer, on the first seat's model, where none was seated. */
function withWriter(asked: readonly Asked[], { closing, defaultSeats }: Format): readonly Asked[] {
  const writer = closing && defaultSeats.find((seat) => seat.role === closing.by)
  if (!writer || asked.some((seat) => seat.role === writer.role || sameName(seat.name ?? "", writer.name))) return asked
  const model = asked.find((seat) => seat.model !== undefined)?.model
  return [...asked, { ...writer, ...(model !== undefined && { model }) }]
}

function seatId(names: readonly string[], index: number, { seatIds }: Format): SeatId {
  if (seatIds?.length === names.length) return seatIds[index]!
  const slugs = names.map((name) => slug(name))
  const own = slugs[index]!
  return own === "" || slugs.indexOf(own) !== index ? `seat-${index + 1}` : own
}

/** Empty where nothing is left; `constructor` too: records by seat are objects, and those have one of their own. */
export function slug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
  const bare = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "")
  return bare in Object.prototype ? "" : bare
}

function placeProblems(seats: readonly Seat[], places: readonly Asked[], format: Format): FieldProblem[] {
  const problems: FieldProblem[] = [...numberProblems(seats, format)]
  seats.forEach((seat, index) => {
    problems.push(...seatProblems(seat, places[index]!, seats.slice(0, index), `seats[${index}]`))
  })
  return problems
}

/** Whether so many may sit at a table of this format. */
export function numberProblems(seats: readonly Seat[], format: Format): FieldProblem[] {
  const { minSeats, maxSeats, name, silentRoles } = format
  const speaking = seats.filter((seat) => !silentRoles.includes(seat.role)).length
  if (speaking >= minSeats && speaking <= maxSeats) return []
  const wanted = minSeats === maxSeats ? `exactly ${minSeats}` : `${minSeats} to ${maxSeats}`
  return [{ field: "seats", message: `a ${name} needs ${wanted} that speak, not ${speaking}` }]
}

/** What is wrong with a seat beside others. */
export function seatProblems(
  seat: Seat,
  place: Pick<Asked, "model">,
  others: readonly Seat[],
  field: string,
): FieldProblem[] {
  const problems: FieldProblem[] = []
  if (others.some((other) => sameName(other.name, seat.name))) {
    problems.push({ field: `${field}.name`, message: `"${seat.name}" sits here already; give each its own name` })
  }
  if (seat.kind !== "model" && place.model !== undefined) {
    problems.push({ field: `${field}.model`, message: `a ${seat.kind} seat has no model; leave it out` })
  }
  const models = [seat.model, ...(seat.fallbacks ?? [])]
  if (new Set(models).size < models.length) {
    problems.push({ field: `${field}.model`, message: "names a model twice; each must differ" })
  }
  return problems
}
