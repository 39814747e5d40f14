/** One word, Chinese character or punctuation mark, with its position in the text. */
export interface Word {
  /** Lower case without accents, except `sí`, since `si` means something else. */
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

/** The words of a text without punctuation, as a key for comparison. */
export function wordKey(text: string): string {
  return words(text)
    .filter((word) => !isPunctuation(word))
    .map((word) => word.text)
    .join(" ")
}

const ascii = /^[\x20-\x7e]*$/

function plain(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const lower = text.normalize("NFKC").toLowerCase()
  if (lower === "sí") return lower
  return lower.normalize("NFD").replace(/\p{M}/gu, "")
}

interface Node<Kind> {
  kind?: Kind
  readonly next: Map<string, Node<Kind>>
}

/** A trie of phrases, each with a kind. Finds the longest phrase that starts at a word. */
export class PhraseBook<Kind> {
  readonly #root: Node<Kind> = { next: new Map() }

  add(kind: Kind, phrases: readonly string[]): this {
    for (const phrase of phrases) {
      let node = this.#root
      for (const { text } of words(phrase)) {
        const next = node.next.get(text) ?? { next: new Map() }
        node.next.set(text, next)
        node = next
      }
      if (node !== this.#root) node.kind ??= kind
    }
    return this
  }

  longestMatchAt(
    all: readonly Word[],
    index: number,
    accepts?: (kind: Kind) => boolean,
  ): { kind: Kind; length: number } | undefined {
    let node: Node<Kind> | undefined = this.#root
    let longest: { kind: Kind; length: number } | undefined
    for (let at = index; at < all.length; at++) {
      node = node.next.get(all[at]!.text)
      if (node === undefined) break
      const { kind } = node
      if (kind !== undefined && (accepts === undefined || accepts(kind))) longest = { kind, length: at - index + 1 }
    }
    return longest
  }
}

const booksOfLists = new WeakMap<readonly string[], PhraseBook<true>>()

/** The phrase book of a list, cached. */
export function phraseBookOf(phrases: readonly string[]): PhraseBook<true> {
  const known = booksOfLists.get(phrases) ?? new PhraseBook<true>().add(true, phrases)
  booksOfLists.set(phrases, known)
  return known
}

/** Whether the words start with one of the phrases, ignoring leading punctuation. */
export function beginWith(all: readonly Word[], phrases: readonly string[]): boolean {
  const first = all.findIndex((word) => !isPunctuation(word))
  return first >= 0 && phraseBookOf(phrases).longestMatchAt(all, first) !== undefined
}

export function contain(all: readonly Word[], phrases: readonly string[]): boolean {
  return all.some((_, index) => phraseBookOf(phrases).longestMatchAt(all, index) !== undefined)
}
