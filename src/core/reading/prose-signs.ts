import type { VoteLexicon } from "../prompting/languages/language.ts"
import { isPunctuation, PhraseBook, type Word } from "../words/words.ts"

/** What a word or phrase does in the prose of a vote. */
export type Sign = Exclude<keyof VoteLexicon, "yes" | "no" | "optionWords" | "doubleNegation">

const signs: readonly Sign[] = [
  "neutral",
  "neutralOpenings",
  "agree",
  "disagree",
  "denials",
  "negations",
  "contrasts",
  "concessions",
  "conditions",
  "conclusions",
  "joints",
]

const books = new WeakMap<VoteLexicon, PhraseBook<Sign>>()

export function voteSigns(lexicon: VoteLexicon): PhraseBook<Sign> {
  const known = books.get(lexicon)
  if (known !== undefined) return known
  const book = new PhraseBook<Sign>()
  for (const sign of signs) book.add(sign, lexicon[sign])
  books.set(lexicon, book)
  return book
}

const sentenceEnds: ReadonlySet<string> = new Set([".", "!", "?", "。", "；", ";", "…", "\n", "¡", "¿"])
const clauseEnds: ReadonlySet<string> = new Set([",", "、", ":", "(", ")", "—", "–", "[", "]"])

export function endsSentence(all: readonly Word[], index: number): boolean {
  const word = all[index]!
  if (!sentenceEnds.has(word.text)) return false
  const next = all[index + 1]
  // The point in 3.5 or in example.com ends nothing.
  return word.text !== "." || next === undefined || next.start !== word.end || isPunctuation(next)
}

export function endsClause(all: readonly Word[], index: number): boolean {
  const word = all[index]!
  if (clauseEnds.has(word.text)) return true
  return word.text === "-" && all[index - 1]?.end !== word.start
}
