import type { Language } from "../prompting/languages/language.ts"
import { isPunctuation, PhraseBook, type Word, wordKey, words } from "../words/words.ts"

/** Where a text names an option. */
export interface Mention {
  readonly option: number
  /** Index of its first word, and how many there are. */
  readonly at: number
  readonly length: number
}

export interface OptionNames {
  readonly options: readonly string[]
  readonly book: PhraseBook<number>
  readonly keys: readonly string[]
}

export function optionNames(options: readonly string[]): OptionNames {
  const keys = options.map(wordKey)
  const book = new PhraseBook<number>()
  for (const [index, key] of keys.entries()) {
    // Options that differ only in punctuation, as C and C++, cannot be told apart within a sentence.
    if (key !== "" && keys.indexOf(key) === keys.lastIndexOf(key)) book.add(index, [key])
  }
  return { options, book, keys }
}

/** The option that a value gives by its text or number. `whole` says that the value gives nothing besides. */
export function matchOption(
  value: string,
  names: OptionNames,
  language: Language,
): { option: number; whole: boolean } | undefined {
  const text = value.slice(0, 2_000)
  const same = names.options.findIndex((option) => spelling(option) === spelling(text))
  if (same >= 0) return { option: same, whole: true }
  const key = wordKey(text)
  if (key === "") return undefined
  const equal = names.keys.indexOf(key)
  if (equal >= 0) return names.keys.lastIndexOf(key) === equal ? { option: equal, whole: true } : undefined

  const named = new Set(mentions(text, words(text), names).map((mention) => mention.option))
  const numbered = leadingNumber(text, names, language)
  const short = words(text).filter((word) => !isPunctuation(word))
  const beginning = `${short
    .slice(optionWordsAt(short, language))
    .map((word) => word.text)
    .join(" ")} `
  const begun = names.keys.flatMap((option, index) => (option.startsWith(beginning) ? [index] : []))
  if (named.size > 1 || begun.length > 1) return undefined
  const candidates = new Set([...named, ...begun, ...(numbered === undefined ? [] : [numbered])])
  const [option] = candidates
  // The number of one option with the text of another is no answer.
  return option === undefined || candidates.size > 1 ? undefined : { option, whole: named.size === 0 }
}

/** Every place where a text names an option by its words; the longest name wins where several begin. */
export function mentions(text: string, all: readonly Word[], names: OptionNames): Mention[] {
  const spoken = all.flatMap((word, index) => (isPunctuation(word) ? [] : [{ ...word, index }]))
  const found: Mention[] = []
  for (let at = 0; at < spoken.length; ) {
    const match = names.book.longestAt(spoken, at)
    if (match !== undefined) {
      const first = spoken[at]!.index
      const mention = { option: match.kind, at: first, length: spoken[at + match.length - 1]!.index - first + 1 }
      if (!isArticle(text, all, mention, names)) found.push(mention)
    }
    at += match?.length ?? 1
  }
  return found
}

/** Where an option is called A, "a plan" and "A plan" do not name it. */
function isArticle(text: string, all: readonly Word[], { option, at, length }: Mention, names: OptionNames): boolean {
  const name = names.options[option]?.trim() ?? ""
  if (length !== 1 || !/^\p{Script=Latin}$/u.test(name)) return false
  const [before, word, after] = [all[at - 1], all[at]!, all[at + 1]]
  if (text.slice(word.start, word.end) !== name) return true
  return (before === undefined || isPunctuation(before)) && after !== undefined && !isPunctuation(after)
}

/** `2`, `2. because…`, `#2`, `Option 2`, `第二个`: the number with which a value begins. */
export function leadingNumber(text: string, { options }: OptionNames, language: Language): number | undefined {
  const all = words(text).filter((word) => !"#*([（".includes(word.text))
  const index = optionWordsAt(all, language)
  const word = all[index]
  if (word === undefined) return undefined
  const number = /^\d{1,3}$/.test(word.text) ? Number(word.text) : language.numbers.digits[word.text]
  const next = all[index + 1]
  const separate = index > 0 || next === undefined || (isPunctuation(next) && !isDecimal(all, index + 1))
  return number !== undefined && separate && number >= 1 && number <= options.length ? number - 1 : undefined
}

const optionBooks = new WeakMap<Language, PhraseBook<true>>()

/** How many words like "option" a text begins with. */
function optionWordsAt(all: readonly Word[], language: Language): number {
  const book = optionBooks.get(language) ?? new PhraseBook<true>().add(true, language.votes.optionWords)
  optionBooks.set(language, book)
  let count = 0
  for (let found = book.longestAt(all, 0); found !== undefined && count < 4; found = book.longestAt(all, count)) {
    count += found.length
  }
  return count
}

function isDecimal(all: readonly Word[], index: number): boolean {
  const next = all[index + 1]
  return next !== undefined && next.start === all[index]!.end && /^\d/.test(next.text)
}

function spelling(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim()
}
