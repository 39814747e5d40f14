import type { SearchHit } from "../../ports/discussion-list.ts"

/** A normalised word of a text, and its position. */
interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** One term of a search: a phrase of one or more words, of which the last is a prefix. */
export type Phrase = readonly string[]

const maxPhrases = 8
/** Only the beginning of long texts is indexed, since a database's index has limits. */
const maxLength = 100_000

/** Chinese and Japanese do not mark word boundaries, so each character is a word. */
const character = "[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]"
const wordPattern = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{N}\\p{M}])+`, "gu")

/** The words of a text, without case and accents. The SQL function `search_text` of PostgreSQL does the same. */
function* wordsOf(text: string): Generator<Word> {
  for (const { 0: found, index } of text.slice(0, maxLength).matchAll(wordPattern)) {
    if (ascii.test(found)) {
      yield { word: found.toLowerCase(), start: index, end: index + found.length }
      continue
    }
    const plain = found
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .normalize("NFC")
      .toLowerCase()
    for (const [word] of plain.matchAll(wordPattern)) yield { word, start: index, end: index + found.length }
  }
}

const ascii = /^[\0-\x7f]*$/

/** A text prepared for a full-text index, which splits it into words itself. */
export function searchText(text: string): string {
  if (ascii.test(text)) return text.slice(0, maxLength).toLowerCase()
  return Array.from(wordsOf(text), ({ word }) => word).join(" ")
}

/** The phrases of a search; a discussion must have all of them. */
export function phrasesOf(query: string): readonly Phrase[] {
  const phrases = query.split(/\s+/).map((part) => Array.from(wordsOf(part), ({ word }) => word))
  return phrases.filter(({ length }) => length > 0).slice(0, maxPhrases)
}

/** Positions of the phrases in a text. */
export function findPhrases(text: string, phrases: readonly Phrase[]): SearchHit["matches"] {
  const words = [...wordsOf(text)]
  return words.flatMap(({ start }, index) => {
    const phrase = phrases.find((terms) =>
      terms.every((term, offset) => isWord(words[index + offset], term, offset === terms.length - 1)),
    )
    return phrase ? [{ start, end: words[index + phrase.length - 1]!.end }] : []
  })
}

function isWord(found: Word | undefined, term: string, isPrefix: boolean): boolean {
  return found !== undefined && (isPrefix ? found.word.startsWith(term) : found.word === term)
}
