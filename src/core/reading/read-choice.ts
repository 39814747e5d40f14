import { contain, isPunctuation, words } from "../words/words.ts"
import {
  endsInLoop,
  finalLines,
  hasVariant,
  isOfOthers,
  labelOf,
  statementsIn,
  textWithoutMentions,
} from "./choice-statements.ts"
import { affirmed, mentionsIn, spansOf } from "./find-mentions.ts"
import { fromBlock, type MarkerBlock, markerBlocks } from "./marker-blocks.ts"
import { blank, isUnlabelledNumber, matchOption, type OptionNames, optionNames, textMentions } from "./match-option.ts"
import { isPolite, plainProse, sentences } from "./prose.ts"
import { onlyNumber, readNumber } from "./read-number.ts"
import {
  type Answer,
  type FoundAnswer,
  fencedText,
  lastAnswer,
  ownProse,
  type ReplyLine,
  replyLines,
} from "./reply-lines.ts"
import { amountKey, fromObject, replyObjects } from "./reply-objects.ts"
import { asReasoning, firstLine, plainText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** `choice` is one of the options, verbatim. */
export type ChoiceAnswer = Answer<{ readonly choice: string; readonly amount?: number }>

export interface Question {
  readonly text: string
  /** In the order in which the seat saw them numbered. */
  readonly options: readonly string[]
  /** May list the options with letters, which replies then use. */
  readonly topic?: string
  readonly language: { readonly code: string }
}

interface FoundChoice extends FoundAnswer {
  readonly option: number
  readonly amount: number | undefined
}

/** Reads the choice among options from an object or block, else from the prose. Never throws. */
export function readChoice({ text, options, topic, language }: Question): ChoiceAnswer {
  const names = optionNames(options, wordsOf(language), topic)
  const lines = replyLines(text)
  const written = markerBlocks(lines, "choice")
  const blocks = written.flatMap((block) => blockChoice(block, names))
  const found = lastAnswer(blocks, objectChoices(lines, names), lines)
  // If a block names none of the options, the prose is not trusted either.
  const misfilled = written.length > blocks.length
  const read = found ?? (misfilled ? undefined : readChoiceProse(ownProse(lines), names, fencedText(lines)))
  const choice = read === undefined ? undefined : options[read.option]
  if (read === undefined || choice === undefined) return { reading: "unreadable", text }
  return {
    reading: found?.reading ?? "inferred",
    choice,
    ...withAmount(read.amount),
    confidence: read.confidence,
    reasoning: found?.reasoning ?? asReasoning(text),
  }
}

function blockChoice(block: MarkerBlock, names: OptionNames): FoundChoice[] {
  const { doubtful, sections } = block
  const { numbers } = names.language
  const matched = matchOption(firstLine(sections.get("CHOICE") ?? ""), names)
  if (matched === undefined || (doubtful && !matched.whole)) return []
  const amount = readNumber(firstLine(sections.get("AMOUNT") ?? ""), numbers) ?? onlyNumber(matched.rest, numbers)
  return [{ ...fromBlock(block, numbers), option: matched.option, amount }]
}

function objectChoices(lines: readonly ReplyLine[], names: OptionNames): (FoundChoice & { ownLine: boolean })[] {
  const { numbers } = names.language
  return replyObjects(lines, "choice").flatMap((object) => {
    const matched = matchOption(plainText(object.value), names)
    if (matched === undefined) return []
    const field = [...object.fields].find(([key]) => amountKey.test(key))
    const amount = field ? parseAmount(field[1], numbers) : amountIn(matched.rest, ownProse(lines).split("\n"), names)
    return [{ ...fromObject(object, numbers), option: matched.option, amount }]
  })
}

/** The amount field of an object: a number, or text that contains one. */
export function parseAmount(value: unknown, numbers: NumberStyle): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : readNumber(plainText(value), numbers)
}

export interface ProseChoice {
  readonly option: number
  readonly amount?: number
  readonly confidence: number
}

/** Confidence by kind of evidence; on recorded replies, each kind was more accurate than the next. */
const certainty = { final: 65, explicit: 55, lone: 45 } as const
/** A single letter that is boxed or emphasized is a label: "the answer **I** as the best". */
const boxedLabel = /\\boxed\s?\{(?:\\text\s?\{)?\s{0,2}(?<label>\p{Lu})\s{0,2}\}{1,2}/gu
const emphasizedLabel = /(?<=[\p{Ll}:]\s{1,2})(?<sign>\*\*|__)(?<label>\p{Lu})\k<sign>(?!\s{1,2}\*\*)/gu
/** Punctuation that does not end the sentence: 'the answer to "Is it cold?" is… B) No'. */
const innerPunctuation = /(?:\.{3}|…)\s{0,3}(?=\(?\p{Lu}\))|["“][^"“”\n]{0,300}\?["”]/gu
/** What comes before these words no longer counts. */
const retraction = /\b(?:no,? wait|wait,? (?:no|actually)|hold on|scratch that|on second thoughts?)\b/iu
/** A line with a cross names a rejected option. */
const crossedOut = /^.*(?:❌|✗|✘|🚫|👎).*$/gmu
/** In a reply of more sentences, a lone mention by fewer than `minNameWords` words may be accidental. */
const maxSentences = 12
const minNameWords = 4
/** Maximum number of words in a sentence that is only an answer. */
const maxAnswerWords = 12

/**
 * The option that prose chooses: stated in the last lines, else in all its statements of a choice, else the only one it
 * names. Undefined if unclear. The amount may also be in `code`, the text of the reply's code fences.
 */
export function readChoiceProse(reply: string, names: OptionNames, code = ""): ProseChoice | undefined {
  const prose = reply.split(retraction).at(-1)!.replace(crossedOut, "")
  const text = [boxedLabel, emphasizedLabel].reduce((current, label) => current.replace(label, "($<label>)"), prose)
  const lines = withoutGreeting(withoutOptionList(plainProse(text.replace(innerPunctuation, " ")), names), names)
    .split("\n")
    .filter((line) => line.trim() !== "")
  const verdict = pairwiseVerdict(lines, names)
  if (verdict) return verdict.option === undefined ? undefined : { option: verdict.option, confidence: certainty.final }
  const stated = lines.flatMap((line, index) => statementsIn(line, index, lines, names))
  const statements = stated.filter((one) => !one.denied)
  const last = statements.at(-1)
  if (last !== undefined) {
    const isFinal = last.line >= lines.length - finalLines
    if (last.option === undefined || stated.some((one) => one.denied && one.option === last.option)) return undefined
    if (!isFinal && statements.some((one) => one.option !== last.option)) return undefined
    if (endsInLoop(prose) && !(last.line === lines.length - 1 && isAnswer(lines.at(-1)!, names))) return undefined
    const confidence = isFinal ? certainty.final : certainty.explicit
    const otherLines = lines.map((line, index) => (index === last.line ? (last.following ?? "") : line))
    return {
      option: last.option,
      ...withAmount(amountIn(last.rest, [...otherLines, ...code.split("\n")], names)),
      confidence,
    }
  }
  const opening = openingAnswer(lines, names)
  if (opening !== undefined) return { option: opening, confidence: certainty.explicit }
  const { options, rest, mayNameOthers } = affirmedOptions(prose, names)
  const [option, ...others] = new Set(options)
  if (option === undefined || others.length > 0 || hasVariant(option, words(prose), names)) return undefined
  const name = names.keys[option]!.match(/\p{Script=Han}|\p{L}{2,}/gu) ?? []
  const isAccidental = name.length < minNameWords && lines.flatMap(sentences).length > maxSentences
  // "B. Wind is loud" may mean either.
  const label = isUnlabelledNumber(lines[0]!, names) ? undefined : names.labels && labelOf(lines[0]!, names)
  if (mayNameOthers || isAccidental || endsInLoop(prose) || (label ?? option) !== option) return undefined
  return { option, ...withAmount(amountIn(rest, [...lines, ...code.split("\n")], names)), confidence: certainty.lone }
}

/** Strips a bracket that lists every option, as a prompt does, if an option follows: "the answer (Yes or No) is No". */
function withoutOptionList(text: string, names: OptionNames): string {
  return text.replace(/\s?\(([^()\n]{3,120})\)(?=([^\n]{0,60}))/gu, (bracket, list: string, after: string) => {
    const items = list.split(/[/,、|]|\s(?:or|o|u)\s|或者?/iu).filter((item) => item.trim() !== "")
    const listed = new Set(items.map((item) => matchOption(item, names)).map((match) => match?.whole && match.option))
    const isList = items.length === listed.size && names.options.every((_, option) => listed.has(option))
    return isList && mentionsIn(after, words(after), names, new Set([0])).length > 0 ? "" : bracket
  })
}

/** Strips a polite opening, unless it is the whole reply or names an option. */
function withoutGreeting(text: string, names: OptionNames): string {
  const [first, second] = sentences(text.slice(0, 1_000)).filter((sentence) => !sentence.words.every(isPunctuation))
  const isOpening = first && second && isPolite(first, names.language.votes)
  const line = isOpening ? text.slice(0, second.words[0]!.start) : ""
  const isEmpty =
    isOpening && mentionsIn(text, first.words, names).length + statementsIn(line, 0, [line], names).length === 0
  return isEmpty ? text.slice(second.words[0]!.start) : text
}

/** "Yes, whales are mammals", if "yes" is an option. "Yes, I agree" is addressed to the other seats. */
function openingAnswer(lines: readonly string[], names: OptionNames): number | undefined {
  const [first] = sentences(lines[0] ?? "").filter(({ words: all }) => !all.every(isPunctuation))
  const at = first?.words.findIndex((word) => !isPunctuation(word)) ?? 0
  const [answer] = first && !first.question ? textMentions(first.words, names).filter((one) => one.at === at) : []
  if (first === undefined || answer?.by !== "chance" || names.values[answer.option] !== undefined) return undefined
  const { votes } = names.language
  const after = first.words[answer.at + answer.length]
  const isAnswer = after === undefined || isPunctuation(after)
  return isAnswer && !contain(first.words, votes.agree) && !contain(first.words, votes.disagree)
    ? answer.option
    : undefined
}

/** Whether the last sentence of a line is only an answer; after a loop, nothing else is trusted. */
function isAnswer(line: string, { language }: OptionNames): boolean {
  const { words: all } = sentences(line).at(-1)!
  return all.length <= maxAnswerWords && contain(all, language.votes.choosing)
}

/** Every affirmed mention of an option, with repetitions, and the prose with the options blanked out. */
export function affirmedOptions(prose: string, names: OptionNames) {
  const text = plainProse(prose)
  const found = sentences(text).flatMap((sentence) => {
    const all = mentionsIn(text, sentence.words, names)
    const mentions = all.filter((mention) => mention.by !== "chance")
    // "I understand your focus on wind" is the listener's position, not the speaker's.
    const { listeners, choices } = names.language.votes
    const isReport = spansOf(sentence.words, choices).some((span) => isOfOthers(sentence.words, span))
    const isOwn = !sentence.question && !isReport && !contain(sentence.words, listeners)
    const others = all.filter((one) => mentions.every(({ option }) => option !== one.option))
    return isOwn ? [{ sentence, mentions, mayNameOthers: mentions.length > 0 && others.length > 0 }] : []
  })
  const rest = found.map(({ sentence, mentions }) => textWithoutMentions(text, sentence, mentions)).join("\n")
  const options = found.flatMap((one) => affirmed(one.sentence, one.mentions, names).map(({ option }) => option))
  return { options, rest, mayNameOthers: found.some((one) => one.mayNameOthers) }
}

/** `[[A>>B]]`, the notation of pairwise judges. A tie chooses nothing. */
function pairwiseVerdict(lines: readonly string[], names: OptionNames): { option: number | undefined } | undefined {
  const text = lines.slice(-finalLines).join("\n")
  const [, left, sign, right] =
    [...text.matchAll(/\[\[([^[\]<>=]{1,60})(>{1,2}|<{1,2}|=)([^[\]<>=]{1,60})\]\]/gu)].at(-1) ?? []
  if (sign === undefined) return undefined
  const better = sign === "=" ? undefined : matchOption(sign.startsWith(">") ? left! : right!, names)
  return { option: better?.option }
}

const listNumber = /^[\s#(]*\d{1,3}\s*[.)|](?!\d)/gmu

/** The amount: stated with the choice, else on a line with a word for it, else on a line that is only a number. */
function amountIn(rest: string, otherLines: readonly string[], { language }: OptionNames): number | undefined {
  const { numbers, votes } = language
  const afterAmountWords = otherLines.flatMap((line) => {
    const sentence = sentences(line).findLast(({ words: all }) => contain(all, votes.amounts))
    return sentence ? line.slice(sentence.words[spansOf(sentence.words, votes.amounts).at(-1)!.end - 1]!.end) : []
  })
  const numberLines = otherLines.filter((line) => /^[\s$€£¥]*\d[\d.,]*[\s.€元]*$/u.test(line))
  // Of several numbers, the one right after the option: "3 with $10,000, although others want $14,000".
  const afterOption = rest.slice(rest.lastIndexOf(blank) + 1).replace(/^\s*\|/u, "")
  const [next = ""] = afterOption.split(/,\s|[;|–—]|\s\(/u, 1)
  const own = /\p{Sc}|\d{3}/u.test(next) ? [next] : []
  const others = [...afterAmountWords.toReversed(), ...numberLines.toReversed()]
  for (const text of [rest.replace(listNumber, ""), ...own, ...others]) {
    const amount = onlyNumber(text, numbers)
    if (amount !== undefined) return amount
  }
  return undefined
}

export function withAmount(amount: number | undefined): { readonly amount?: number } {
  return amount === undefined ? {} : { amount }
}
