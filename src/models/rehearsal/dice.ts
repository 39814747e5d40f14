export type Key = string | number

/** All of a long text would cost more than it adds: its beginning, its end and its length tell texts apart. */
function digest(text: string): string {
  return text.length <= 400 ? text : `${text.slice(0, 300)}${text.slice(-100)}${text.length}`
}

/** FNV-1a over the keys, finished with murmur's avalanche so that near keys land far apart. */
export function hash(...keys: readonly Key[]): number {
  let value = 0x811c9dc5
  for (const key of keys) {
    const text = typeof key === "string" ? digest(key) : String(key)
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
    value = Math.imul(value ^ 0x1f, 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** A number in [0, 1) that is always the same for the same keys. */
export function chance(...keys: readonly Key[]): number {
  return hash(...keys) / 0x1_0000_0000
}

export interface Dice {
  next(): number
  below(count: number): number
  shuffled<T>(items: readonly T[]): T[]
}

/** A stream of numbers from the keys (mulberry32). */
export function diceFrom(...keys: readonly Key[]): Dice {
  let state = hash(...keys)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (count: number) => Math.floor(next() * count)
  const shuffled = <T>(items: readonly T[]) => {
    const result = [...items]
    for (let index = result.length - 1; index > 0; index -= 1) {
      const other = below(index + 1)
      const held = result[index] as T
      result[index] = result[other] as T
      result[other] = held
    }
    return result
  }
  return { next, below, shuffled }
}
