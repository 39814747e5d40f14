import { seededRandom, shuffled } from "../../core/random.ts"

type Key = string | number

/** A stream of numbers in [0, 1), always the same for the same keys; of a long text its beginning tells enough. */
export function diceFrom(...keys: readonly Key[]) {
  const next = seededRandom(0, ...keys.map((key) => (typeof key === "string" ? key.slice(0, 400) : key)))
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    shuffled: <T>(items: readonly T[]) => shuffled(items, next),
  }
}

export type Dice = ReturnType<typeof diceFrom>

export function chance(...keys: readonly Key[]): number {
  return diceFrom(...keys).next()
}

export function choiceOf(count: number, ...keys: readonly Key[]): number {
  return diceFrom(...keys).below(count)
}
