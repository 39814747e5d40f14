import { hash } from "../random.ts"
import { maxAnalysedLength } from "../text.ts"

/** Includes combining marks; otherwise words in Hindi, Thai and pointed Hebrew or Arabic would be split. */
const word = /[\p{L}\p{M}\p{N}]+/gu
/** Scripts without spaces between words, and Korean, whose word endings vary. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u
/** Vietnamese letters: its words are single syllables. */
const syllables = /[\u0103\u0111\u01A1\u01B0\u1EA0-\u1EF9]/u
const alphabet = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** The share of distinct content words in `text` that do not occur in `before`; 0 for text without words. */
export function novelty(text: readonly string[], before: readonly string[]): number {
  const all = new Set<number>()
  for (const piece of text) for (const term of terms(piece)) all.add(term)
  // If there are only short words, count those.
  const includeShortWords = all.size === 0
  if (includeShortWords) for (const piece of text) for (const term of terms(piece, includeShortWords)) all.add(term)
  if (all.size === 0) return 0
  const known = new Set<number>()
  for (const earlier of before) for (const term of terms(earlier, includeShortWords)) known.add(term)
  let fresh = 0
  for (const term of all) if (!known.has(term)) fresh++
  return fresh / all.size
}

/** Hashes of longer words, which carry the content; scripts without spaces give pairs of characters. */
function* terms(text: string, includeShortWords = false): Generator<number> {
  for (const [match] of text.slice(0, maxAnalysedLength).normalize("NFC").toLowerCase().matchAll(word)) {
    if (!unspaced.test(match)) {
      if (includeShortWords || match.length >= minWordLength(match)) yield hash(match)
      continue
    }
    const characters = Array.from(match)
    if (includeShortWords && characters.length === 1) yield hash(match)
    for (let index = 0; index + 1 < characters.length; index++)
      yield hash(`${characters[index]}${characters[index + 1]}`)
  }
}

function minWordLength(match: string): number {
  if (!alphabet.test(match)) return 3
  return syllables.test(match) ? 2 : 4
}

type Vector = readonly number[]

/**
 * Similarity of a round to the discussion before it: each contribution is compared with its nearest earlier one, and the
 * lowest result counts, so that a single new idea makes the round new.
 */
export function roundSimilarity(fresh: readonly Vector[], before: readonly Vector[]): number {
  const closest = fresh.map((vector) => Math.max(...before.map((earlier) => cosine(vector, earlier))))
  return Math.round(Math.min(...closest) * 1_000) / 1_000
}

export function cosine(a: Vector, b: Vector): number {
  let [product, lengthA, lengthB] = [0, 0, 0]
  for (let index = 0; index < a.length; index++) {
    const [x, y] = [a[index]!, b[index]!]
    product += x * y
    lengthA += x * x
    lengthB += y * y
  }
  const both = Math.sqrt(lengthA) * Math.sqrt(lengthB)
  return both === 0 ? 0 : product / both
}
