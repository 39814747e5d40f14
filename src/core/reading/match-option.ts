import { isPunctuation, PhraseBook, phraseBookOf, type Word, wordKey, words } from "../words/words.ts"
import { figureValue } from "./read-number.ts"
import type { ReaderWords } from "./words/reader-words.ts"

export interface OptionNames {
  readonly options: readonly string[]
  /** The letter or number of each option (`A) Wind`), if all of them have one. */
  readonly labels: readonly string[] | undefined
  /** Whether the options are lettered in lower case: `a) Wind`. */
  readonly smallLabels: boolean
  /** The words of each option without its label, for comparison. */
  readonly keys: readonly string[]
  /** The values of options that are plain numbers. */
  readonly values: readonly (number | undefined)[]
  /** Per option, the words that longer variants of it add: "… with a floor". */
  readonly added: readonly ReadonlySet<string>[]
  readonly book: PhraseBook<number>
  /** The word stems of each option of several words. */
  readonly stems: readonly { readonly option: number; readonly words: readonly string[] }[]
  readonly language: ReaderWords
}

/** An occurrence of an option in a text. */
export interface Mention {
  readonly option: number
  /** Index of the first word; `length` is the number of words. */
  readonly at: number
  readonly length: number
  /** How it is named; `chance`: by words that also occur in texts about something else. */
  readonly by: "label" | "words" | "chance"
}

const labelledText =
  /^\s*[([（]?(?<label>[\p{Lu}a-z]|[IVX]{2,4}|\d{1,2})(?:\s*[)\]）]|[.:：、](?=\s|\p{Script=Han}))\s*(?<text>.*)$/su

/** Prepares options for matching. Options without labels take those that the topic lists them with: "A) Wind". */
export function optionNames(options: readonly string[], words: ReaderWords, topic = ""): OptionNames {
  const parts = options.map((option) => labelledText.exec(option)?.groups ?? loneLabel(option))
  const labels = parts.flatMap((part) => part?.label?.toUpperCase() ?? [])
  const names = new Set(parts.map((part) => part?.name?.trim().toLowerCase() ?? ""))
  const allLabelled = new Set(labels).size === options.length && names.size === 1
  const optionWords = [...words.votes.optionWords, ...names]
  const language = allLabelled && !names.has("") ? { ...words, votes: { ...words.votes, optionWords } } : words
  const texts = allLabelled ? parts.map((part) => part!.text!) : options
  const keys = texts.map((text) => optionKey(text, language))
  const book = new PhraseBook<number>()
  for (const [index, key] of keys.entries()) {
    // Options that differ only in punctuation (C and C++) cannot be told apart in a sentence.
    if (key !== "" && keys.indexOf(key) === keys.lastIndexOf(key)) book.add(index, [key])
  }
  const stems = keys
    .map((key, option) => ({ option, words: key.split(" ").map(stem) }))
    .filter(({ words }) => words.length > 1)
  const added = addedWords(keys.map((key) => new Set(key.split(" "))))
  // "(2)" is an index, not a value.
  const values = texts.map((text) => (/^\s*[([]/u.test(text) ? undefined : figureValue(text, language.numbers)))
  const shownLabels = allLabelled ? labels : topicLabels(options, topic)
  const smallLabels = allLabelled && parts.some((part) => /\p{Ll}/u.test(part!.label!))
  return { options, labels: shownLabels, smallLabels, keys, values, added, book, stems, language }
}

/** Strips the ending, so that "abolishing the fee" matches the option "abolish the fee". */
function stem(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/u, "").replace(/([bdglmnprt])\1$/u, "$1")
}

function addedWords(keys: readonly ReadonlySet<string>[]): ReadonlySet<string>[] {
  return keys.map((own) => {
    const longer = keys.filter((key) => key.size > own.size && [...own].filter((word) => !key.has(word)).length <= 1)
    // Skips function words: with, from, and.
    return new Set(longer.flatMap((key) => [...key].filter((word) => word.length > 4 && !own.has(word))))
  })
}

/** Only the end of a long topic is searched: lists of options come last. */
const maxListLength = 20_000

function topicLabels(options: readonly string[], topic: string): readonly string[] | undefined {
  const listed = new Map(
    topic
      .slice(-maxListLength)
      .split("\n")
      .flatMap((line) => {
        const { label, text } = labelledText.exec(line)?.groups ?? {}
        // Ignores numbers: the ballot numbers its options itself.
        return label === undefined || /\d/.test(label) ? [] : [[normalizeSpelling(text!), label.toUpperCase()] as const]
      }),
  )
  const labels = options.flatMap((option) => listed.get(normalizeSpelling(option)) ?? [])
  return labels.length === options.length && new Set(labels).size === labels.length ? labels : undefined
}

/** Options that are only labels: "B", or "Plan B" beside "Plan A". A number alone is a value. */
function loneLabel(option: string): Record<string, string> | undefined {
  const { groups } =
    /^\s*(?<name>(?:\p{L}+\s+|\p{Script=Han}){0,6})(?<label>[\p{Lu}a-z]|\d{1,2})\s*$/u.exec(option) ?? {}
  return groups && (groups.name || !/\d/.test(groups.label!)) ? { ...groups, text: "" } : undefined
}

function optionKey(text: string, language: ReaderWords): string {
  const all = contentWords(words(text), language)
  return all.length === 0 ? wordKey(text) : all.map((word) => word.text).join(" ")
}

/** The words without punctuation and articles, which replies add to option names or leave out. */
function contentWords(all: readonly Word[], { votes }: ReaderWords): (Word & { index: number })[] {
  const articles = phraseBookOf(votes.articles)
  return all.flatMap((word, index) =>
    isPunctuation(word) || articles.longestMatchAt([word], 0) !== undefined ? [] : [{ ...word, index }],
  )
}

export interface Match {
  readonly option: number
  /** The value is the option or starts with its label, as opposed to text that mentions it. */
  readonly whole: boolean
  /** The value with the option blanked out. */
  readonly rest: string
}

/** The option that a value names by text, label or number. */
export function matchOption(value: string, names: OptionNames): Match | undefined {
  const text = value.slice(0, 2_000)
  const identical = names.options.findIndex((option) => normalizeSpelling(option) === normalizeSpelling(text))
  if (identical >= 0) return { option: identical, whole: true, rest: "" }
  const amount = figureValue(text, names.language.numbers)
  const byValue = amount === undefined ? -1 : names.values.indexOf(amount)
  if (byValue >= 0 && names.values.lastIndexOf(amount) === byValue) return { option: byValue, whole: true, rest: "" }
  const all = words(text)
  const content = contentWords(all, names.language)
  const key = optionKey(text, names.language)
  if (all.every(isPunctuation)) return undefined
  const label = leadingLabel(text, all, names)
  if (label && names.labels && names.keys[label.option] === key) return { option: label.option, whole: true, rest: "" }
  const byKey = names.keys.indexOf(key)
  // The label of one option with the text of another is not an answer.
  const contradicted =
    (names.labels && label && label.option !== byKey) || (amount ?? names.values[byKey]) !== names.values[byKey]
  if (byKey >= 0) {
    return names.keys.lastIndexOf(key) === byKey && !contradicted ? { option: byKey, whole: true, rest: "" } : undefined
  }
  const mentions = textMentions(all, names)
  const named = new Set(mentions.map((mention) => mention.option))
  const rest = blankMentions(text, all, [...mentions, ...(label ? [label] : [])])
  // A label decides between several named options; without one they are not an answer.
  if (label && names.labels && (named.size === 0 || named.has(label.option)))
    return { option: label.option, whole: true, rest }
  const started = optionsStartingWith(content, names)
  if (named.size > 1 || started.length > 1) return undefined
  const candidates = new Set([...named, ...started, ...(label ? [label.option] : [])])
  const [option] = candidates
  // The number of one option with the text of another is not an answer.
  if (option === undefined || candidates.size > 1) return undefined
  return { option, whole: named.size === 0 || (label !== undefined && !/\p{L}/u.test(rest)), rest }
}

function optionsStartingWith(content: readonly Word[], { keys, language }: OptionNames): number[] {
  const words = content.slice(optionWordsAt(content, language)).map((word) => word.text)
  const beginning = `${words.join(" ")} `
  return keys.flatMap((option, index) => (option.startsWith(beginning) ? [index] : []))
}

/** The only option that starts with all the words of a text. */
export function optionStartingWith(text: string, names: OptionNames): number | undefined {
  const [option, ...others] = optionsStartingWith(contentWords(words(text), names.language), names)
  return others.length === 0 ? option : undefined
}

/** Fills the place of a mention. */
export const blank = "\u2003"

/** Replaces mentions with spaces, so that offsets stay valid. */
export function blankMentions(text: string, all: readonly Word[], mentions: readonly Mention[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, length } of mentions.toSorted((a, b) => a.at - b.at)) {
    const [start, end] = [all[at]!.start, all[at + length - 1]!.end]
    if (start < from) continue
    pieces.push(text.slice(from, start), blank.repeat(end - start))
    from = end
  }
  return pieces.join("") + text.slice(from)
}

/** Every mention of an option by its words; the longest name wins. */
export function textMentions(all: readonly Word[], names: OptionNames): Mention[] {
  const content = contentWords(all, names.language)
  const found: Mention[] = []
  for (let at = 0; at < content.length; ) {
    const named = names.book.longestMatchAt(content, at)
    const match = named ?? inflectedAt(content, at, names)
    if (match === undefined) {
      at++
      continue
    }
    const { option, end } = longerVariantAt(content, at + match.length, match.kind, names) ?? {
      option: match.kind,
      end: at + match.length,
    }
    const first = content[at]!.index
    const length = content[end - 1]!.index - first + 1
    // An inflected match is weaker: "to raise the fee" may be an aim when the option is "Raising the fee".
    const by = named === undefined || isCommonWord(names.keys[option]!, names.language) ? "chance" : "words"
    found.push({ option, at: first, length, by })
    at = end
  }
  return found
}

/** The only option whose word stems match. */
function inflectedAt(content: readonly Word[], at: number, { stems }: OptionNames) {
  const isSaid = (word: string, index: number) => {
    const text = content[at + index]?.text ?? ""
    return text.startsWith(word) && stem(text) === word
  }
  const [found, ...others] = stems.filter(({ words }) => words.every(isSaid))
  return found && others.length === 0 ? { kind: found.option, length: found.words.length } : undefined
}

/** Of "average income" and "average with floor", the text "average income with a floor" means the second. */
function longerVariantAt(content: readonly Word[], from: number, option: number, { keys }: OptionNames) {
  const own = keys[option]!.split(" ")
  for (const [other, key] of keys.entries()) {
    const words = key.split(" ")
    const common = words.findIndex((word, index) => word !== own[index])
    const rest = words.slice(common)
    if (other === option || common < 1 || rest.length === 0) continue
    if (rest.every((word, index) => content[from + index]?.text === word))
      return { option: other, end: from + rest.length }
  }
  return undefined
}

/** Whether an option is named by something that any text may contain: yes, no, a number, one or two letters. */
function isCommonWord(key: string, { votes }: ReaderWords): boolean {
  return /^[\p{N} ]+$|^\p{Script=Latin}{1,2}$/u.test(key) || [votes.yes, votes.no].some((list) => list.includes(key))
}

const labelPrefixes: ReadonlySet<string> = new Set(["#", "*", "(", "[", "{", '"', "'", "$"])

/** Characters that may follow a label; `C = 5` and `3%` do not start with one. */
const labelEnd = /^[)\]}.:,;!|\-–—"'”’»*、。…]$/u

/** The label or number that a value starts with: `2`, `2. because…`, `#2`, `Option 2`, `第二个`, `(B) …`. */
export function leadingLabel(text: string, all: readonly Word[], names: OptionNames, from = 0): Mention | undefined {
  let at = from
  while (at < all.length && labelPrefixes.has(all[at]!.text)) at++
  const first = all[at]
  const isArticle = first && phraseBookOf(names.language.votes.articles).longestMatchAt([first], 0) !== undefined
  if (isArticle && first.end - first.start > 1) at++
  const named = optionWordsAt(all, names.language, at)
  at += named
  while (at < all.length && labelPrefixes.has(all[at]!.text)) at++
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined) return undefined
  const isSeparate = named > 0 || next === undefined || (labelEnd.test(next.text) && !isJoined(all, at + 1))
  const option = isSeparate ? labelIndex(text.slice(word.start, word.end), names) : undefined
  return option === undefined ? undefined : { option, at: from, length: at - from + 1, by: "label" }
}

/** The option with this label or, unless labels are numbers, at this position. */
export function labelIndex(word: string, { labels, options, language }: OptionNames): number | undefined {
  const label = labels?.indexOf(word.toUpperCase()) ?? -1
  if (label >= 0) return label
  if (labels?.some((one) => /\d/.test(one))) return undefined
  const number = /^\d{1,3}$/.test(word) ? Number(word) : language.numbers.digits[word]
  return number !== undefined && number >= 1 && number <= options.length ? number - 1 : undefined
}

/** Whether a text starts with a number although labels are letters; it may count something else. */
export function isUnlabelledNumber(text: string, { labels }: OptionNames): boolean {
  return /^\d/u.test(text) && labels?.some((label) => /\d/.test(label)) === false
}

/** Number of words such as "option" at this index. */
export function optionWordsAt(all: readonly Word[], { votes }: ReaderWords, from = 0): number {
  const book = phraseBookOf(votes.optionWords)
  let count = 0
  for (let found = book.longestMatchAt(all, from); found !== undefined && count < 4; ) {
    count += found.length
    found = book.longestMatchAt(all, from + count)
  }
  return count
}

/** Whether the punctuation at this index joins two words into one: 3.5, A.M., D'Arcy. */
function isJoined(all: readonly Word[], index: number): boolean {
  const [before, sign, next] = [all[index - 1]!, all[index]!, all[index + 1]]
  const touches = before.end === sign.start && next !== undefined && next.start === sign.end && !isPunctuation(next)
  return touches && /^[.,'’/-]$/u.test(sign.text)
}

function normalizeSpelling(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim()
}
