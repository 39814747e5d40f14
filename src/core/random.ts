/** A deterministic generator: the same seed gives the same sequence everywhere. */
export type Random = () => number

/** Numbers in [0, 1). Each purpose has its own sequence, so that one use does not shift another. */
export function seededRandom(seed: number, ...purpose: readonly (string | number)[]): Random {
  let state = hash(`${seed}/${purpose.join("/")}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a over UTF-16 units, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** Fisher-Yates on a copy. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const kept = result[last]!
    result[last] = result[other]!
    result[other] = kept
  }
  return result
}
