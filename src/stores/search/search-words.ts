import type { SearchHit } from "../../ports/discussion-list.ts"

/** A word of a text, as it is compared, and where it stands. */
interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

/** What is asked for with one word: a phrase of one or more, of which the last may go on. */
export type Phrase = readonly string[]

const maxPhrases = 8
/** A database's index of words has limits, and nobody searches for what stands behind this. */
const maxLength = 100_000

/** Nothing marks where a word ends in Chinese and Japanese, so each character is a word. */
const character = "[\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff]"
const wordPattern = new RegExp(`${character}|(?:(?!${character})[\\p{L}\\p{N}\\p{M}])+`, "gu")

/** The words of a text without case and accents. PostgreSQL does the same in SQL: see its function `search_text`. */
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

/** A text as an index of words takes it, which finds plain words itself. */
export function searchText(text: string): string {
  if (ascii.test(text)) return text.slice(0, maxLength).toLowerCase()
  return Array.from(wordsOf(text), ({ word }) => word).join(" ")
}

/** What is looked for: each of these must occur in a discussion. */
export function phrasesOf(query: string): readonly Phrase[] {
  const phrases = query.split(/\s+/).map((part) => Array.from(wordsOf(part), ({ word }) => word))
  return phrases.filter(({ length }) => length > 0).slice(0, maxPhrases)
}

/** Where any of the phrases stands in a text. */
export function findPhrases(text: string, phrases: readonly Phrase[]): SearchHit["matches"] {
  const words = [...wordsOf(text)]
  return words.flatMap(({ start }, index) => {
    const phrase = phrases.find((asked) =>
      asked.every((word, place) => isWord(words[index + place], word, place === asked.length - 1)),
    )
    return phrase ? [{ start, end: words[index + phrase.length - 1]!.end }] : []
  })
}

function isWord(given: Word | undefined, asked: string, mayGoOn: boolean): boolean {
  return given !== undefined && (mayGoOn ? given.word.startsWith(asked) : given.word === asked)
}
