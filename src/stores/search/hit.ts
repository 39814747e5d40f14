import type { SearchHit } from "../../ports/discussion-list.ts"
import { findPhrases, type Phrase } from "./search-words.ts"

const before = 60
const maxExcerpt = 240

/** An excerpt of the text around the match, on one line. */
export function hitIn(text: string, phrases: readonly Phrase[], turnId: string | null): SearchHit {
  const flat = text.replaceAll(/\s+/g, " ").trim()
  const [first] = findPhrases(flat, phrases)
  const from = startOfExcerpt(flat, first?.start ?? 0)
  const excerpt = flat.slice(from, from + maxExcerpt).toWellFormed()
  const matches = findPhrases(excerpt, phrases)
  return { turnId, excerpt, matches, cutBefore: from > 0, cutAfter: from + maxExcerpt < flat.length }
}

/** Start of the excerpt: the beginning of a word shortly before the match. */
function startOfExcerpt(text: string, found: number): number {
  if (found <= before) return 0
  const space = text.indexOf(" ", found - before)
  return space === -1 || space > found ? found - before : space + 1
}
