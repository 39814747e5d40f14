import { contain, isPunctuation, phraseBookOf, type Word } from "../words/words.ts"
import { endOfText, isAmongSeveral, isOneOfSeveral, mentionsIn } from "./find-mentions.ts"
import {
  blanked,
  isNumberOfLetters,
  leadingLabel,
  type Mention,
  matchOption,
  type OptionNames,
} from "./match-option.ts"
import { endsClause, type Sentence, sentences, spokenProse } from "./prose.ts"
import { onlyNumber } from "./read-number.ts"
import { booksOf } from "./sentence-verdict.ts"

export interface ProseChoice {
  readonly option: number
  readonly amount?: number
  readonly confidence: number
}

/** How sure a reading is: on recorded replies each was right more often than the next. */
const sureness = { final: 65, explicit: 55, lone: 45 } as const
/** A letter that is boxed, or emphasised by itself, is a label: "the answer **I** as the best". */
const boxedLabel = /\\boxed\s?\{(?:\\text\s?\{)?\s{0,2}(?<label>\p{Lu})\s{0,2}\}{1,2}/gu
const emphasisedLabel = /(?<=[\p{Ll}:]\s{1,2})(?<sign>\*\*|__)(?<label>\p{Lu})\k<sign>(?!\s{1,2}\*\*)/gu
/** Signs that end no sentence here: 'the answer to "Is it cold?" is… B) No'. */
const innerStop = /(?:\.{3}|…)\s{0,3}(?=\(?\p{Lu}\))|["“][^"“”\n]{0,300}\?["”]/gu
/** Where an answer is put at the end, it is put in one of these lines. */
const finalLines = 3

/** In a reply of more sentences, the only option that is named may be there for any reason. */
const shortReply = 12

interface Statement {
  /** Undefined where several are named side by side: "Answer: A, C". */
  readonly option: number | undefined
  readonly line: number
  /** What was said with it, without the option's name. */
  readonly rest: string
}

/**
 * The option that prose chooses: the one that its last lines state, else the one that all its statements of a choice
 * name, else the only one that it names. Undefined when it does not tell. An amount may also stand in its `code`.
 */
export function readChoiceProse(prose: string, names: OptionNames, code = ""): ProseChoice | undefined {
  const text = [boxedLabel, emphasisedLabel].reduce((said, label) => said.replace(label, "($<label>)"), prose)
  const lines = spokenProse(text.replace(innerStop, " "))
    .split("\n")
    .filter((line) => line.trim() !== "")
  const verdict = comparison(lines, names)
  if (verdict) return verdict.option === undefined ? undefined : { option: verdict.option, confidence: sureness.final }
  const statements = lines.flatMap((line, index) => statementsIn(line, index, lines, names))
  const last = statements.at(-1)
  if (last !== undefined) {
    const isFinal = last.line >= lines.length - finalLines
    if (last.option === undefined) return undefined
    if (!isFinal && statements.some((one) => one.option !== last.option)) return undefined
    const confidence = isFinal ? sureness.final : sureness.explicit
    const aside = lines.filter((_, index) => index !== last.line)
    return { option: last.option, ...given(amountIn(last.rest, [...aside, ...code.split("\n")], names)), confidence }
  }
  if (lines.flatMap(sentences).length > shortReply) return undefined
  const { options, rest } = affirmedOptions(prose, names)
  const [option, ...others] = new Set(options)
  if (option === undefined || others.length > 0) return undefined
  return { option, ...given(amountIn(rest, [...lines, ...code.split("\n")], names)), confidence: sureness.lone }
}

/** Every option that prose names without negating it, as often as it does; and the prose without these names. */
export function affirmedOptions(prose: string, names: OptionNames): { options: readonly number[]; rest: string } {
  const text = spokenProse(prose)
  const found = sentences(text).flatMap((sentence) => {
    const mentions = mentionsIn(text, sentence.words, names).filter((mention) => mention.by !== "chance")
    // "I understand your focus on wind": what is the listener's is not the speaker's.
    const isOwn = !sentence.question && !contain(sentence.words, names.language.votes.listeners)
    return isOwn ? [{ sentence, mentions, affirmed: affirmed(sentence, mentions, names) }] : []
  })
  const rest = found.map(({ sentence, mentions }) => restOf(text, sentence, mentions)).join("\n")
  return { options: found.flatMap((one) => one.affirmed.map((mention) => mention.option)), rest }
}

/** `[[A>>B]]`, as judges of two answers are asked to write; of a tie nothing is chosen. */
function comparison(lines: readonly string[], names: OptionNames): { option: number | undefined } | undefined {
  const text = lines.slice(-finalLines).join("\n")
  const [, left, sign, right] =
    [...text.matchAll(/\[\[([^[\]<>=]{1,60})(>{1,2}|<{1,2}|=)([^[\]<>=]{1,60})\]\]/gu)].at(-1) ?? []
  if (sign === undefined) return undefined
  const better = sign === "=" ? undefined : matchOption(sign.startsWith(">") ? left! : right!, names)
  return { option: better?.option }
}

function statementsIn(line: string, index: number, lines: readonly string[], names: OptionNames): Statement[] {
  const said = sentences(line)
  const stated = said.flatMap((sentence) => statementOf(line, sentence, names))
  const isLast = index === lines.length - 1
  const isOuter = index === 0 || index >= lines.length - finalLines
  const alone =
    (isOuter || announces(lines[index - 1]!, names)) && stated.length === 0
      ? loneOption(line, index, lines, names)
      : undefined
  const closing = isLast && said.length > 1 ? closingLabel(line, said.at(-1)!, names) : undefined
  return [...stated, ...(alone ? [alone] : []), ...(closing ? [closing] : [])].map((one) => ({ ...one, line: index }))
}

/** "Therefore, the final answer remains:" */
function announces(line: string, { language }: OptionNames): boolean {
  const last = /:\s*$/u.test(line) ? sentences(line).at(-1) : undefined
  return last !== undefined && contain(last.words, language.votes.choosing)
}

/** A label that is the last sentence of a reply: "… as the others show. (B)". */
function closingLabel(line: string, { words: all }: Sentence, names: OptionNames): Stated | undefined {
  if (all.filter((word) => !isPunctuation(word)).length !== 1 || !names.labels) return undefined
  return matchOption(line.slice(all[0]!.start, all.at(-1)!.end), names)
}

type Stated = Omit<Statement, "line">

/** A line that is an option, or begins with the label of one; not in a list of them. */
function loneOption(line: string, index: number, lines: readonly string[], names: OptionNames): Stated | undefined {
  if (/\?\s*$/.test(line)) return undefined
  const match = matchOption(line.trim(), names)
  if (!match?.whole) return undefined
  const [before, after] = [lines[index - 1], lines[index + 1]].map((other) => other && labelOf(other, names))
  const listed = [before, after].some((other) => other !== undefined && other !== match.option)
  // The number of a list is no choice, but what stands before a bar is: "3 | because".
  const isOwnLabel = names.labels !== undefined && !isNumberOfLetters(line.replace(/^[\s#([*]+/u, ""), names)
  const isWords = /\p{L}/u.test(match.rest) && !isOwnLabel && !/^\s*\d{1,3}\s*\|/u.test(line)
  return listed || isWords ? undefined : match
}

function labelOf(line: string, names: OptionNames): number | undefined {
  const [first] = sentences(line)
  return first && leadingLabel(line, first.words, names)?.option
}

/** How many words may stand between the words for a choice and the option. */
const reach = 5

/** The option that a sentence states as its answer: after "the answer is", or before "is the answer". */
function statementOf(line: string, sentence: Sentence, names: OptionNames): Stated[] {
  if (sentence.question) return []
  const { words: all } = sentence
  const { choosing, chosen } = names.language.votes
  const cues = placesOf(all, choosing).map(({ end }) => end)
  const closings = placesOf(all, chosen)
  if (cues.length + closings.length === 0) return []
  const mentions = mentionsIn(line, all, names, new Set(cues))
  const own = affirmed(sentence, mentions, names)
  const starts = new Map(mentions.map((mention) => [mention.at, mention]))
  const ends = new Map(mentions.map((mention) => [mention.at + mention.length, mention]))
  // The words may end with "option", which belongs to the label.
  const distances = Array.from({ length: reach + 2 }, (_, distance) => distance - 1)
  const only = new Set(
    own.filter(({ at, by }) => by !== "chance" && at >= (cues[0] ?? all.length)).map(({ option }) => option),
  )
  const after = cues.toReversed().map((cue) => {
    const mention = firstOf(distances, (distance) => starts.get(cue + distance))
    return mention?.by === "chance" && mention.at - cue > 2 ? undefined : mention
  })
  const before = closings.map(({ start }) => firstOf(distances, (distance) => ends.get(start - distance)))
  const far = only.size === 1 ? own.find(({ option }) => only.has(option)) : undefined
  const stated = [...after, ...before, far].find((mention) => mention !== undefined)
  const isSeveral =
    stated === undefined
      ? !all.some((word, index) => word.text === ":" && index > cues[0]! + 1) &&
        cues.some((cue) => distances.some((distance) => isOneOfSeveral(line, all, cue + distance, names)))
      : isAmongSeveral(line, all, stated, mentions, names)
  if (isSeveral) return [{ option: undefined, rest: "" }]
  if (stated === undefined || !own.includes(stated)) return []
  const same = mentions.filter((mention) => mention.option === stated.option)
  const [, afterBar = ""] = line.split("|")
  const rest = restOf(line, sentence, same)
  return [{ option: stated.option, rest: rest.includes("|") ? rest : `${rest} ${afterBar}` }]
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

function placesOf(all: readonly Word[], phrases: readonly string[]): { start: number; end: number }[] {
  const book = phraseBookOf(phrases)
  const found: { start: number; end: number }[] = []
  for (let index = 0; index < all.length; ) {
    const length = book.longestMatchAt(all, index)?.length ?? 0
    if (length > 0) found.push({ start: index, end: index + length })
    index += length || 1
  }
  return found
}

/** A negation counts against the option after it, or against the last one before it; a condition says nothing. */
function affirmed({ words: all }: Sentence, mentions: readonly Mention[], names: OptionNames): Mention[] {
  const { language } = names
  const { phrases } = booksOf(language.votes)
  const rejected = new Set<Mention>()
  let negated = false
  let conditional = false
  let before: Mention | undefined
  let doubted: Mention | undefined
  let next = 0
  for (let index = 0; index < all.length; ) {
    const mention = mentions[next]
    if (mention?.at === index) {
      if (negated || conditional) rejected.add(mention)
      negated = false
      before = mention
      doubted = undefined
      next++
      index = endOfText(all, mention, names)
      while (mentions[next] && mentions[next]!.at < index) next++
      continue
    }
    const found = phrases.longestMatchAt(all, index)
    // An option called No is not a negation.
    const sign = found !== undefined && index + found.length <= (mention?.at ?? all.length) ? found : undefined
    const ends = endsClause(all, index) && !"()[]:".includes(all[index]!.text)
    if (ends || sign?.kind === "joints" || sign?.kind === "contrasts" || sign?.kind === "conclusions") {
      negated = false
      conditional = false
      if (doubted) rejected.add(doubted)
      doubted = undefined
      before = undefined
    } else if (sign?.kind === "conditions") {
      conditional = true
    } else if (before && phraseBookOf(language.votes.faults).longestMatchAt(all, index)) {
      doubted = before
    } else if (phraseBookOf(language.votes.comparisons).longestMatchAt(all, index)) {
      negated = true
    } else if (sign?.kind === "negations" || sign?.kind === "disagree" || sign?.kind === "denials") {
      negated = true
      // "B) No": what follows a label in brackets is its text.
      const isText =
        before !== undefined && index === before.at + before.length + 1 && ")]}".includes(all[index - 1]!.text)
      if (!isText) doubted = before
    }
    index += sign?.length ?? 1
  }
  if (doubted) rejected.add(doubted)
  return mentions.filter((mention) => !rejected.has(mention))
}

const listNumber = /^[\s#(]*\d{1,3}\s*[.)|](?!\d)/gmu

/** An amount is said with the choice, else on a line that is about it, else on one that is nothing but a number. */
export function amountIn(rest: string, aside: readonly string[], { language }: OptionNames): number | undefined {
  const { numbers, votes } = language
  const about = aside.flatMap((line) => {
    const place = sentences(line).findLast(({ words: all }) => contain(all, votes.amounts))
    return place ? line.slice(place.words[placesOf(place.words, votes.amounts).at(-1)!.end - 1]!.end) : []
  })
  const bare = aside.filter((line) => /^[\s$€£¥]*\d[\d.,]*[\s.€元]*$/u.test(line))
  for (const said of [rest.replace(listNumber, ""), ...about.toReversed(), ...bare.toReversed()]) {
    const amount = onlyNumber(said, numbers)
    if (amount !== undefined) return amount
  }
  return undefined
}

function restOf(text: string, { words: all }: Sentence, mentions: readonly Mention[]): string {
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return ""
  const shifted = all.map((word) => ({ ...word, start: word.start - first.start, end: word.end - first.start }))
  return blanked(text.slice(first.start, last.end), shifted, mentions)
}

export function given(amount: number | undefined): { readonly amount?: number } {
  return amount === undefined ? {} : { amount }
}
