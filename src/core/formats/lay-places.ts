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
    const kind = place.kind ?? (role === "user" ? "human" : "model")
    const [model, ...fallbacks] = kind === "model" ? [place.model ?? defaultModel].flat() : []
    return {
      id: seatId(names, index, format),
      name: names[index]!,
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
  })
  return { seats, problems: placeProblems(seats, places, format) }
}

/** A seat named like one of the format's own has its role; one without a name is the format's own at its place. */
function usualRole(name: string | undefined, index: number, { defaultSeats, defaultRole }: Format): string {
  const own = name === undefined ? defaultSeats[index] : defaultSeats.find((seat) => sameName(seat.name, name))
  return own?.role ?? defaultRole
}

function sameName(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** A format that closes with a synthesis gets its writer, on the first seat's model, where none was seated. */
function withWriter(asked: readonly Asked[], { closing, defaultSeats }: Format): readonly Asked[] {
  const writer = closing && defaultSeats.find((seat) => seat.role === closing.by)
  if (!writer || asked.some((seat) => seat.role === writer.role || sameName(seat.name ?? "", writer.name))) return asked
  const model = asked.find((seat) => seat.model !== undefined)?.model
  return [...asked, { ...writer, ...(model !== undefined && { model }) }]
}

function seatId(names: readonly string[], index: number, { voice }: Format): SeatId {
  if (voice === "duet" && names.length === 2) return index === 0 ? "model-a" : "model-b"
  const slugs = names.map((name) => slug(name))
  const own = slugs[index]!
  return own === "" || slugs.indexOf(own) !== index ? `seat-${index + 1}` : own
}

function slug(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, "")
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "")
}

function placeProblems(seats: readonly Seat[], places: readonly Asked[], format: Format): FieldProblem[] {
  const problems: FieldProblem[] = []
  const speaking = seats.filter((seat) => !format.silentRoles.includes(seat.role)).length
  const { minSeats, maxSeats, name } = format
  if (speaking < minSeats || speaking > maxSeats) {
    const wanted = minSeats === maxSeats ? `exactly ${minSeats}` : `${minSeats} to ${maxSeats}`
    problems.push({ field: "seats", message: `a ${name} needs ${wanted} that speak, not ${speaking}` })
  }
  seats.forEach((seat, index) => {
    if (seats.findIndex((other) => sameName(other.name, seat.name)) < index) {
      problems.push({
        field: `seats[${index}].name`,
        message: `"${seat.name}" sits here already; give each its own name`,
      })
    }
    if (seat.kind !== "model" && places[index]?.model !== undefined) {
      problems.push({ field: `seats[${index}].model`, message: `a ${seat.kind} seat has no model; leave it out` })
    }
    const models = [seat.model, ...(seat.fallbacks ?? [])]
    if (new Set(models).size < models.length) {
      problems.push({ field: `seats[${index}].model`, message: "names a model twice; each must differ" })
    }
  })
  return problems
}
