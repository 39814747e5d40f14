import { seededRandom, shuffled } from "../../core/random.ts"

export type Key = string | number

/** All of a long text would cost more than it adds: its beginning, its end and its length tell texts apart. */
function digest(key: Key): Key {
  if (typeof key === "number" || key.length <= 400) return key
  return `${key.slice(0, 300)}${key.slice(-100)}${key.length}`
}

/** A number in [0, 1) that is always the same for the same keys. */
export function chance(...keys: readonly Key[]): number {
  return seededRandom(0, ...keys.map(digest))()
}

/** A whole number below `count` that is always the same for the same keys. */
export function choiceOf(count: number, ...keys: readonly Key[]): number {
  return Math.floor(chance(...keys) * count)
}

export interface Dice {
  next(): number
  below(count: number): number
  shuffled<T>(items: readonly T[]): T[]
}

/** A stream of numbers from the keys. */
export function diceFrom(...keys: readonly Key[]): Dice {
  const next = seededRandom(0, ...keys.map(digest))
  return {
    next,
    below: (count) => Math.floor(next() * count),
    shuffled: (items) => shuffled(items, next),
  }
}
