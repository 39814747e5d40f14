import type { Seat } from "../../core/discussion/seat.ts"
import { chance } from "./dice.ts"
import type { ConcernId } from "./phrases/en.ts"

export const temperamentIds = ["steady", "curious", "sceptic", "terse", "bold", "warm"] as const
export type TemperamentId = (typeof temperamentIds)[number]

/**
 * `yields`: the round by which it gives way to others: the earliest, how many rounds later at most, and how likely it never
 * does. `reasons` it gives at a time. How likely it `asks` back, `doubts` another's answer aloud, and (added) `passes`.
 * `prose`: how often its vote is prose instead of a block.
 */
const traits = {
  steady: { yields: [2, 1, 0.03], reasons: 2, asks: 0.3, doubts: 0.3, passes: 0, prose: 0 },
  curious: { yields: [2, 1, 0], reasons: 1, asks: 0.95, doubts: 0.2, passes: -0.08, prose: 0.2 },
  sceptic: { yields: [3, 2, 0.15], reasons: 2, asks: 0.35, doubts: 0.9, passes: -0.04, prose: 0 },
  terse: { yields: [2, 2, 0.06], reasons: 1, asks: 0.05, doubts: 0.4, passes: 0.14, prose: 0.35 },
  bold: { yields: [3, 2, 0.12], reasons: 2, asks: 0.15, doubts: 0.6, passes: 0, prose: 0 },
  warm: { yields: [2, 1, 0.02], reasons: 1, asks: 0.5, doubts: 0.1, passes: 0.04, prose: 0.3 },
} as const satisfies Record<TemperamentId, unknown>

const concerns: Readonly<Record<TemperamentId, readonly ConcernId[]>> = {
  steady: ["maintenance", "simple", "cost"],
  curious: ["newcomers", "measure", "growth"],
  sceptic: ["failure", "undo", "measure"],
  terse: ["simple", "time", "cost"],
  bold: ["time", "growth", "simple"],
  warm: ["people", "newcomers", "failure"],
}

export const descriptions: Readonly<Record<TemperamentId, string>> = {
  steady: "weighs both sides and moves when a reason is good",
  curious: "asks what nobody has asked yet and is easily won over",
  sceptic: "looks for what could go wrong and gives way late",
  terse: "says it in two sentences and passes when there is nothing new",
  bold: "wants a decision now and defends it",
  warm: "looks for what the others got right and brings people together",
}

/** Those that can answer with an object do. */
export const structuredIds: readonly TemperamentId[] = ["steady", "sceptic", "bold"]

export type Temperament = ReturnType<typeof temperamentOf>

/** The temperament that a model's name stands for; `auto`, and any name of another provider, is cast by the seat. */
export function temperamentOf(model: string | undefined, seed: number, seatId: string) {
  const name = model?.startsWith("rehearsal/") ? model.slice("rehearsal/".length) : ""
  const named = temperamentIds.find((id) => id === name)
  const cast = temperamentIds[Math.floor(chance("temperament", seed, seatId) * temperamentIds.length)]
  const id = named ?? cast ?? "steady"
  return { id, concerns: concerns[id], ...traits[id] }
}

export type Manner = "objects" | "gathers" | "reports"

const manners: readonly (readonly [Manner, RegExp])[] = [
  [
    "reports",
    /\b(?:facilitator|queen|chair|judge|jury|editor|secretary)\b|have no opinion|no tienes opinión|没有意见/i,
  ],
  ["objects", /devil|critic|sceptic|skeptic|abogad[oa] del diablo|crític|批评|反方/i],
  ["gathers", /convergent|manager|moderator|mediator|coordinat|moderador|协调|主持/i],
]

/** How a seat takes part, where its role or the first words about it say so. */
export function mannerOf({ role, persona = "" }: Pick<Seat, "role" | "persona">): Manner | undefined {
  const told = `${role}\n${persona.slice(0, 200)}`
  return manners.find(([, words]) => words.test(told))?.[0]
}

/** Which side a seat must argue for whatever it hears, where its role or persona says so. */
export function sideTold({ role, persona = "" }: Pick<Seat, "role" | "persona">): "yes" | "no" | undefined {
  const told = `${role}\n${persona.slice(0, 200)}`
  if (/^(?:con|contra|opponent|opposition|negative)\n|argue against the|en contra de/i.test(told)) return "no"
  const isFor = /^(?:pro|proponent|proposition|affirmative|author|autora?)\n|argue for the|a favor de/i.test(told)
  return isFor ? "yes" : undefined
}
