import { hash } from "../random.ts"

const word = /[\p{L}\p{N}]+/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const shortestWord = 4

/** The share of distinct content words in `text` that occur nowhere in `before`. Text without words brings nothing new. */
export function novelty(text: readonly string[], before: readonly string[]): number {
  const known = new Set<number>()
  for (const earlier of before) for (const term of terms(earlier)) known.add(term)
  const all = new Set<number>()
  for (const piece of text) for (const term of terms(piece)) all.add(term)
  if (all.size === 0) return 0
  let fresh = 0
  for (const term of all) if (!known.has(term)) fresh++
  return fresh / all.size
}

/** Words of some length carry content; scripts without spaces are read as pairs of characters. */
function* terms(text: string): Generator<number> {
  for (const [match] of text.toLowerCase().matchAll(word)) {
    if (!unspaced.test(match)) {
      if (match.length >= shortestWord) yield hash(match)
      continue
    }
    const characters = Array.from(match)
    for (let index = 0; index + 1 < characters.length; index++)
      yield hash(`${characters[index]}${characters[index + 1]}`)
  }
}
