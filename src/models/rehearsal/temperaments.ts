import { chance } from "./dice.ts"
import type { ThemeId } from "./themes.ts"

export const temperamentIds = ["steady", "curious", "sceptic", "terse", "bold", "warm"] as const
export type TemperamentId = (typeof temperamentIds)[number]

export interface Temperament {
  readonly id: TemperamentId
  readonly description: string
  readonly structured: boolean
  /** The round by which it comes round to what the table is settling on: earliest, and how many rounds later at most. */
  readonly yields: { readonly from: number; readonly spread: number; readonly never: number }
  /** Sentences it likes to spend on its own arguments. */
  readonly arguments: 1 | 2
  /** How likely it is to ask back, to doubt what it reacts to, and (added) to pass. */
  readonly asks: number
  readonly doubts: number
  readonly passes: number
  /** How often its vote is prose instead of a block. */
  readonly prose: number
  readonly favourites: readonly ThemeId[]
}

export const temperaments: Readonly<Record<TemperamentId, Temperament>> = {
  steady: {
    id: "steady",
    description: "weighs both sides and moves when a reason is good",
    structured: true,
    yields: { from: 2, spread: 1, never: 0.03 },
    arguments: 2,
    asks: 0.4,
    doubts: 0.35,
    passes: 0,
    prose: 0,
    favourites: ["upkeep", "undo", "owner", "exit", "simple", "explain"],
  },
  curious: {
    id: "curious",
    description: "asks what nobody has asked yet and is easily won over",
    structured: false,
    yields: { from: 2, spread: 1, never: 0 },
    arguments: 1,
    asks: 0.95,
    doubts: 0.25,
    passes: -0.08,
    prose: 0.2,
    favourites: ["learn", "newcomer", "absent", "goal", "affected", "growth"],
  },
  sceptic: {
    id: "sceptic",
    description: "looks for what could go wrong and gives way late",
    structured: true,
    yields: { from: 3, spread: 2, never: 0.15 },
    arguments: 2,
    asks: 0.35,
    doubts: 0.85,
    passes: -0.04,
    prose: 0,
    favourites: ["wrong", "assumption", "badday", "ripple", "awkward", "measure"],
  },
  terse: {
    id: "terse",
    description: "says it in two sentences and passes when there is nothing new",
    structured: false,
    yields: { from: 2, spread: 2, never: 0.06 },
    arguments: 1,
    asks: 0.1,
    doubts: 0.5,
    passes: 0.14,
    prose: 0.35,
    favourites: ["simple", "deadline", "measure", "owner", "attention", "onerule"],
  },
  bold: {
    id: "bold",
    description: "wants a decision now and defends it",
    structured: true,
    yields: { from: 3, spread: 2, never: 0.12 },
    arguments: 2,
    asks: 0.25,
    doubts: 0.6,
    passes: 0,
    prose: 0,
    favourites: ["delay", "half", "momentum", "deadline", "learn", "goal"],
  },
  warm: {
    id: "warm",
    description: "looks for what the others got right and brings people together",
    structured: false,
    yields: { from: 2, spread: 1, never: 0.02 },
    arguments: 1,
    asks: 0.5,
    doubts: 0.12,
    passes: 0.04,
    prose: 0.3,
    favourites: ["trust", "affected", "fair", "habit", "newcomer", "explain"],
  },
}

/** The temperament that a model's name stands for; `auto`, and any name of another provider, is cast by the seat. */
export function temperamentOf(model: string | undefined, seed: number, seatId: string): Temperament {
  const name = model?.startsWith("rehearsal/") ? model.slice("rehearsal/".length) : ""
  const named = temperamentIds.find((id) => id === name)
  const cast = temperamentIds[Math.floor(chance("temperament", seed, seatId) * temperamentIds.length)]
  return temperaments[named ?? cast ?? "steady"]
}
