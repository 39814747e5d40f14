import { isPunctuation, PhraseBook, phraseBookOf, type Word, wordKey, words } from "../words/words.ts"
import { readNumber } from "./read-number.ts"
import type { ReaderWords } from "./words/reader-words.ts"

export interface OptionNames {
  readonly options: readonly string[]
  /** The letter or number that each option begins with, as in `A) Wind`, where all of them do. */
  readonly labels: readonly string[] | undefined
  /** The words of each option, without its label. */
  readonly keys: readonly string[]
  /** What an option comes to that is a number and nothing more. */
  readonly values: readonly (number | undefined)[]
  /** Of each option the words that a longer one, which is otherwise the same, adds to it: "… with a floor". */
  readonly added: readonly ReadonlySet<string>[]
  readonly book: PhraseBook<number>
  /** The stems of the words of each option that has several. */
  readonly stems: readonly { readonly option: number; readonly words: readonly string[] }[]
  readonly language: ReaderWords
}

/** Where a text names an option. */
export interface Mention {
  readonly option: number
  /** Index of its first word, and how many there are. */
  readonly at: number
  readonly length: number
  /** What names it; `chance`: words that any text may hold. */
  readonly by: "label" | "words" | "chance"
}

const labelled =
  /^\s*[([（]?(?<label>\p{Lu}|[IVX]{2,4}|\d{1,2})(?:\s*[)\]）]|[.:：、](?=\s|\p{Script=Han}))\s*(?<text>.*)$/su

/** A `topic` may list the options with letters that they do not have themselves: "A) Wind" where the option is Wind. */
export function optionNames(options: readonly string[], language: ReaderWords, topic = ""): OptionNames {
  const parts = options.map((option) => labelled.exec(option)?.groups ?? letterOnly(option))
  const labels = parts.flatMap((part) => part?.label ?? [])
  const areLabelled = labels.length === options.length && new Set(labels).size === labels.length
  const texts = areLabelled ? parts.map((part) => part!.text!) : options
  const keys = texts.map((text) => optionKey(text, language))
  const book = new PhraseBook<number>()
  for (const [index, key] of keys.entries()) {
    // Options that differ only in punctuation, as C and C++, cannot be told apart within a sentence.
    if (key !== "" && keys.indexOf(key) === keys.lastIndexOf(key)) book.add(index, [key])
  }
  const stems = keys
    .map((key, option) => ({ option, words: key.split(" ").map(stem) }))
    .filter(({ words }) => words.length > 1)
  const added = addedWords(keys.map((key) => new Set(key.split(" "))))
  // (2) is a place, not a number.
  const values = texts.map((text) => (/^\s*[([]/u.test(text) ? undefined : figureValue(text, language)))
  const own = areLabelled ? labels : topicLabels(options, topic)
  return { options, labels: own, keys, values, added, book, stems, language }
}

/** A word without its ending, so that "abolishing the fee" names the option "abolish the fee". */
function stem(word: string): string {
  return word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/u, "").replace(/([bdglmnprt])\1$/u, "$1")
}

/** The number that a text is, whatever signs stand around it: -3, 1,000, $5, 40 %. */
export function figureValue(text: string, { numbers }: ReaderWords): number | undefined {
  const [, sign, figure] =
    /^[("'*[$€£=≈]*([-−]?)[$€£]?([\d.,]*\d)\s?%?[.,;:!?)"'\]*]*$/u.exec(text.trim().slice(0, 40)) ?? []
  const value = figure && readNumber(figure.replace(/^\./u, "0."), numbers)
  return typeof value === "number" ? (sign ? -value : value) : undefined
}

function addedWords(keys: readonly ReadonlySet<string>[]): ReadonlySet<string>[] {
  return keys.map((own) => {
    const longer = keys.filter((key) => key.size > own.size && [...own].filter((word) => !key.has(word)).length <= 1)
    // Short words join others: with, from, and.
    return new Set(longer.flatMap((key) => [...key].filter((word) => word.length > 4 && !own.has(word))))
  })
}

/** Where a topic lists options, it does so at its end. */
const maxListLength = 20_000

function topicLabels(options: readonly string[], topic: string): readonly string[] | undefined {
  const listed = new Map(
    topic
      .slice(-maxListLength)
      .split("\n")
      .flatMap((line) => {
        const { label, text } = labelled.exec(line)?.groups ?? {}
        // A ballot has numbers of its own.
        return label === undefined || /\d/.test(label) ? [] : [[spelling(text!), label] as const]
      }),
  )
  const labels = options.flatMap((option) => listed.get(spelling(option)) ?? [])
  return labels.length === options.length && new Set(labels).size === labels.length ? labels : undefined
}

function letterOnly(option: string): Record<string, string> | undefined {
  return /^\s*\p{Lu}\s*$/u.test(option) ? { label: option.trim(), text: "" } : undefined
}

function optionKey(text: string, language: ReaderWords): string {
  const all = spoken(words(text), language)
  return all.length === 0 ? wordKey(text) : all.map((word) => word.text).join(" ")
}

/** Words without punctuation and articles, which people leave out of an option's name or put into it. */
function spoken(all: readonly Word[], { votes }: ReaderWords): (Word & { index: number })[] {
  const articles = phraseBookOf(votes.articles)
  return all.flatMap((word, index) =>
    isPunctuation(word) || articles.longestMatchAt([word], 0) !== undefined ? [] : [{ ...word, index }],
  )
}

export interface Match {
  readonly option: number
  /** The value gives nothing besides. */
  readonly whole: boolean
  /** The value without what names the option. */
  readonly rest: string
}

/** The option that a value gives by its text, label or number. */
export function matchOption(value: string, names: OptionNames): Match | undefined {
  const text = value.slice(0, 2_000)
  const same = names.options.findIndex((option) => spelling(option) === spelling(text))
  if (same >= 0) return { option: same, whole: true, rest: "" }
  const amount = figureValue(text, names.language)
  const figure = amount === undefined ? -1 : names.values.indexOf(amount)
  if (figure >= 0 && names.values.lastIndexOf(amount) === figure) return { option: figure, whole: true, rest: "" }
  const all = words(text)
  const short = spoken(all, names.language)
  const key = optionKey(text, names.language)
  if (all.every(isPunctuation)) return undefined
  const led = leadingLabel(text, all, names)
  if (led && names.labels && names.keys[led.option] === key) return { option: led.option, whole: true, rest: "" }
  const equal = names.keys.indexOf(key)
  // The label of one option with the text of another is no answer.
  const contradicted =
    (names.labels && led && led.option !== equal) || (amount ?? names.values[equal]) !== names.values[equal]
  if (equal >= 0) {
    return names.keys.lastIndexOf(key) === equal && !contradicted ? { option: equal, whole: true, rest: "" } : undefined
  }
  const mentions = textMentions(all, names)
  const named = new Set(mentions.map((mention) => mention.option))
  const rest = blanked(text, all, [...mentions, ...(led ? [led] : [])])
  // A label says which of those named is meant; without one, two named are no answer.
  if (led && names.labels && (named.size === 0 || named.has(led.option)))
    return { option: led.option, whole: true, rest }
  const begun = begunOptions(short, names)
  if (named.size > 1 || begun.length > 1) return undefined
  const candidates = new Set([...named, ...begun, ...(led ? [led.option] : [])])
  const [option] = candidates
  // The number of one option with the text of another is no answer.
  if (option === undefined || candidates.size > 1) return undefined
  return { option, whole: named.size === 0 || (led !== undefined && !/\p{L}/u.test(rest)), rest }
}

function begunOptions(said: readonly Word[], { keys, language }: OptionNames): number[] {
  const words = said.slice(optionWordsAt(said, language)).map((word) => word.text)
  const beginning = `${words.join(" ")} `
  return keys.flatMap((option, index) => (option.startsWith(beginning) ? [index] : []))
}

/** The only option that begins with all the words of a text. */
export function beginningOption(text: string, names: OptionNames): number | undefined {
  const [option, ...others] = begunOptions(spoken(words(text), names.language), names)
  return others.length === 0 ? option : undefined
}

/** A text without what these mentions say, each sign in its place. */
export function blanked(text: string, all: readonly Word[], mentions: readonly Mention[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { at, length } of mentions.toSorted((a, b) => a.at - b.at)) {
    const [start, end] = [all[at]!.start, all[at + length - 1]!.end]
    if (start < from) continue
    pieces.push(text.slice(from, start), " ".repeat(end - start))
    from = end
  }
  return pieces.join("") + text.slice(from)
}

/** Every place where a text names an option by its words; the longest name wins where several begin. */
export function textMentions(all: readonly Word[], names: OptionNames): Mention[] {
  const said = spoken(all, names.language)
  const found: Mention[] = []
  for (let at = 0; at < said.length; ) {
    const named = names.book.longestMatchAt(said, at)
    const match = named ?? inflectedAt(said, at, names)
    if (match === undefined) {
      at++
      continue
    }
    const { option, end } = continued(said, at + match.length, match.kind, names) ?? {
      option: match.kind,
      end: at + match.length,
    }
    const first = said[at]!.index
    const length = said[end - 1]!.index - first + 1
    // "To raise the fee" may be an aim, where "Raising the fee" is an option.
    const by = named === undefined || isCommon(names.keys[option]!, names.language) ? "chance" : "words"
    found.push({ option, at: first, length, by })
    at = end
  }
  return found
}

/** The only option whose words these are, whatever their endings. */
function inflectedAt(said: readonly Word[], at: number, { stems }: OptionNames) {
  const isSaid = (word: string, index: number) => {
    const text = said[at + index]?.text ?? ""
    return text.startsWith(word) && stem(text) === word
  }
  const [found, ...others] = stems.filter(({ words }) => words.every(isSaid))
  return found && others.length === 0 ? { kind: found.option, length: found.words.length } : undefined
}

/** "Average income with a floor" where the options are "average income" and "average with floor": the second is meant. */
function continued(said: readonly Word[], from: number, option: number, { keys }: OptionNames) {
  const own = keys[option]!.split(" ")
  for (const [other, key] of keys.entries()) {
    const words = key.split(" ")
    const common = words.findIndex((word, index) => word !== own[index])
    const rest = words.slice(common)
    if (other === option || common < 1 || rest.length === 0) continue
    if (rest.every((word, index) => said[from + index]?.text === word))
      return { option: other, end: from + rest.length }
  }
  return undefined
}

/** Whether an option's words are such as any text holds: yes, no, a number, a short word. */
function isCommon(key: string, { votes }: ReaderWords): boolean {
  return /^[\p{N} ]+$|^\p{Script=Latin}{1,2}$/u.test(key) || [votes.yes, votes.no].some((list) => list.includes(key))
}

const openings: ReadonlySet<string> = new Set(["#", "*", "(", "[", "{", '"', "'", "$"])

/** What may follow a label; C = 5 and 3% begin with none. */
const endsLabel = /^[)\]}.:,;!|\-–—"'”’»*、。…]$/u

/** `2`, `2. because…`, `#2`, `Option 2`, `第二个`, `(B) …`: the label or number with which a value begins. */
export function leadingLabel(text: string, all: readonly Word[], names: OptionNames, from = 0): Mention | undefined {
  let at = from
  while (at < all.length && openings.has(all[at]!.text)) at++
  const first = all[at]
  const isArticle = first && phraseBookOf(names.language.votes.articles).longestMatchAt([first], 0) !== undefined
  if (isArticle && first.end - first.start > 1) at++
  const named = optionWordsAt(all, names.language, at)
  at += named
  while (at < all.length && openings.has(all[at]!.text)) at++
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined) return undefined
  const separate = named > 0 || next === undefined || (endsLabel.test(next.text) && !isJoined(all, at + 1))
  const option = separate ? labelIndex(text.slice(word.start, word.end), names) : undefined
  return option === undefined ? undefined : { option, at: from, length: at - from + 1, by: "label" }
}

/** The option with a label or, where labels are no numbers, with a number. */
export function labelIndex(word: string, { labels, options, language }: OptionNames): number | undefined {
  const label = labels?.indexOf(word.toUpperCase()) ?? -1
  if (label >= 0) return label
  if (labels?.some((one) => /\d/.test(one))) return undefined
  const number = /^\d{1,3}$/.test(word) ? Number(word) : language.numbers.digits[word]
  return number !== undefined && number >= 1 && number <= options.length ? number - 1 : undefined
}

/** Whether a text begins with a number where options have letters: it may count something else. */
export function isNumberOfLetters(text: string, { labels }: OptionNames): boolean {
  return /^\d/u.test(text) && labels?.some((label) => /\d/.test(label)) === false
}

/** How many words like "option" a text begins with. */
export function optionWordsAt(all: readonly Word[], { votes }: ReaderWords, from = 0): number {
  const book = phraseBookOf(votes.optionWords)
  let count = 0
  for (let found = book.longestMatchAt(all, from); found !== undefined && count < 4; ) {
    count += found.length
    found = book.longestMatchAt(all, from + count)
  }
  return count
}

/** The sign here joins two words into one, as in 3.5, A.M. or D'Arcy. */
function isJoined(all: readonly Word[], index: number): boolean {
  const [before, sign, next] = [all[index - 1]!, all[index]!, all[index + 1]]
  const touches = before.end === sign.start && next !== undefined && next.start === sign.end && !isPunctuation(next)
  return touches && /^[.,'’/-]$/u.test(sign.text)
}

function spelling(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim()
}
