/** One word, Chinese character or sign of punctuation, and where it stands in the text that was split. */
export interface Word {
  /** Lower case and without accents; `sí` keeps its own, as `si` means something else. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const pieces = /\p{Script=Han}|[[\p{L}\p{M}\p{N}_]--\p{Script=Han}]+(?:'\p{L}{1,3}(?![\p{L}\p{N}]))?|\n|[^\s]/gv
const isWordText = /^[\p{L}\p{N}_]/u

export function words(text: string): Word[] {
  const found: Word[] = []
  for (const match of text.replace(/[’ʼ＇]/gu, "'").matchAll(pieces)) {
    found.push({ text: plain(match[0]), start: match.index, end: match.index + match[0].length })
  }
  return found
}

export function isPunctuation(word: Word): boolean {
  return !isWordText.test(word.text)
}

/** The words of a text without its punctuation, as one string to compare by. */
export function wordKey(text: string): string {
  return words(text)
    .filter((word) => !isPunctuation(word))
    .map((word) => word.text)
    .join(" ")
}

function plain(text: string): string {
  const lower = text.normalize("NFKC").toLowerCase()
  if (lower === "sí") return lower
  return lower.normalize("NFD").replace(/\p{M}/gu, "")
}

/** Phrases with what they stand for; the longest that begins at a word is the one that is found. */
export class PhraseBook<Kind> {
  readonly #kinds = new Map<string, Kind>()
  readonly #beginnings = new Set<string>()

  add(kind: Kind, phrases: readonly string[]): this {
    for (const phrase of phrases) {
      let key = ""
      for (const part of words(phrase)) {
        key += `${part.text} `
        this.#beginnings.add(key)
      }
      if (!this.#kinds.has(key)) this.#kinds.set(key, kind)
    }
    return this
  }

  longestAt(
    all: readonly Word[],
    index: number,
    accepts?: (kind: Kind) => boolean,
  ): { kind: Kind; length: number } | undefined {
    let key = ""
    let longest: { kind: Kind; length: number } | undefined
    for (let at = index; at < all.length; at++) {
      key += `${all[at]!.text} `
      if (!this.#beginnings.has(key)) break
      const kind = this.#kinds.get(key)
      if (kind !== undefined && (accepts === undefined || accepts(kind))) longest = { kind, length: at - index + 1 }
    }
    return longest
  }
}

const booksOfLists = new WeakMap<readonly string[], PhraseBook<true>>()

/** The book of one list of phrases, made once. */
export function bookOf(phrases: readonly string[]): PhraseBook<true> {
  const known = booksOfLists.get(phrases) ?? new PhraseBook<true>().add(true, phrases)
  booksOfLists.set(phrases, known)
  return known
}

/** Whether the words begin with one of the phrases, whatever punctuation stands before. */
export function beginWith(all: readonly Word[], phrases: readonly string[]): boolean {
  const first = all.findIndex((word) => !isPunctuation(word))
  return first >= 0 && bookOf(phrases).longestAt(all, first) !== undefined
}

export function contain(all: readonly Word[], phrases: readonly string[]): boolean {
  return all.some((_, index) => bookOf(phrases).longestAt(all, index) !== undefined)
}
