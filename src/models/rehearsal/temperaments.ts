import type { Seat } from "../../core/discussion/seat.ts"
import { seededRandom, shuffled } from "../../core/random.ts"
import { firstMatch } from "./clean.ts"

export const temperamentIds = ["steady", "curious", "sceptic", "terse", "bold", "warm"] as const
export type TemperamentId = (typeof temperamentIds)[number]

/**
 * `yields`: earliest round in which it joins the others, maximum delay in rounds, probability that it never does.
 * `reasons`: arguments per turn. `asks`, `doubts`, `prose`: probabilities of asking back, of contradicting another seat,
 * and of voting in prose. `passes` is added to the probability of a pass.
 */
const traits = {
  steady: { yields: [2, 1, 0.03], reasons: 2, asks: 0.3, doubts: 0.3, passes: 0, prose: 0 },
  curious: { yields: [2, 1, 0], reasons: 1, asks: 0.95, doubts: 0.2, passes: -0.08, prose: 0.2 },
  sceptic: { yields: [3, 2, 0.15], reasons: 2, asks: 0.35, doubts: 0.9, passes: -0.04, prose: 0 },
  terse: { yields: [2, 2, 0.06], reasons: 1, asks: 0.05, doubts: 0.4, passes: 0.14, prose: 0.35 },
  bold: { yields: [3, 2, 0.12], reasons: 2, asks: 0.15, doubts: 0.6, passes: 0, prose: 0 },
  warm: { yields: [2, 1, 0.02], reasons: 1, asks: 0.5, doubts: 0.1, passes: 0.04, prose: 0.3 },
} as const satisfies Record<TemperamentId, unknown>

export const descriptions: Readonly<Record<TemperamentId, string>> = {
  steady: "weighs both sides and moves when a reason is good",
  curious: "asks what nobody has asked yet and is easily won over",
  sceptic: "looks for what could go wrong and gives way late",
  terse: "says it in two sentences and passes when there is nothing new",
  bold: "wants a decision now and defends it",
  warm: "looks for what the others got right and brings people together",
}

/** These vote with a structured object, the others with text. */
export const structuredIds: readonly TemperamentId[] = ["steady", "sceptic", "bold"]

/** The temperament that the model's name selects; for `rehearsal/auto` it is drawn from the seed and the seat. */
export function temperamentOf(model: string | undefined, seed: number, seatId: string) {
  const named = temperamentIds.find((id) => model === `rehearsal/${id}`)
  const id = named ?? temperamentIds[diceFrom("temperament", seed, seatId).below(temperamentIds.length)]!
  return { id, ...traits[id] }
}

const manners = {
  reports: /\b(?:facilitator|queen|chair|judge|jury|editor|secretary)\b|have no opinion|no tienes opinión|没有意见/i,
  objects: /devil|critic|sceptic|skeptic|abogad[oa] del diablo|crític|批评|反方/i,
  gathers: /convergent|manager|moderator|mediator|coordinat|moderador|协调|主持/i,
}

const sides = {
  no: /^(?:con|contra|opponent|opposition|negative)\n|argue against the|en contra de/i,
  yes: /^(?:pro|proponent|proposition|affirmative|author|autora?)\n|argue for the|a favor de/i,
}

const instructionsOf = ({ role, persona = "" }: Seat) => `${role}\n${persona.slice(0, 200)}`

/** How a seat takes part, if its role or the beginning of its persona says so. */
export const mannerOf = (seat: Seat) => firstMatch(manners, instructionsOf(seat))

/** The side a seat has to argue for throughout, if its role or persona says so. */
export const sideTold = (seat: Seat) => firstMatch(sides, instructionsOf(seat))

type Key = string | number

/** Random numbers in [0, 1), determined by the keys; only the beginning of a long text is used. */
export function diceFrom(...keys: readonly Key[]) {
  const next = seededRandom(0, ...keys.map((key) => (typeof key === "string" ? key.slice(0, 400) : key)))
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    shuffled: <T>(items: readonly T[]) => shuffled(items, next),
  }
}

export const chance = (...keys: readonly Key[]) => diceFrom(...keys).next()
