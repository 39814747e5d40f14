import { contain, isPunctuation, words } from "../words/words.ts"
import { endsInLoop, finalLines, hasVariant, restOf, statementsIn } from "./choice-statements.ts"
import { affirmed, mentionsIn, placesOf } from "./find-mentions.ts"
import { fromBlock, type MarkerBlock, markerBlocks } from "./marker-blocks.ts"
import { matchOption, type OptionNames, optionNames, textMentions } from "./match-option.ts"
import { isPolite, sentences, spokenProse } from "./prose.ts"
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
import { choiceKeys, fromObject, replyObjects } from "./reply-objects.ts"
import { firstLine, plainText, spokenText } from "./vote-text.ts"
import { wordsOf } from "./words/index.ts"
import type { NumberStyle } from "./words/reader-words.ts"

/** `choice` is one of the options, as it was given. */
export type ChoiceAnswer = Answer<{ readonly choice: string; readonly amount?: number }>

export interface Question {
  readonly text: string
  /** In the order, and with the numbers, that the seat was shown. */
  readonly options: readonly string[]
  /** Used for the letters that it gives to the options. */
  readonly topic?: string
  readonly language: { readonly code: string }
}

interface FoundChoice extends FoundAnswer {
  readonly option: number
  readonly amount: number | undefined
}

/** Reads a seat's choice among options: its object or block, else its prose. Never throws. */
export function readChoice({ text, options, topic, language }: Question): ChoiceAnswer {
  const names = optionNames(options, wordsOf(language), topic)
  const lines = replyLines(text)
  const written = markerBlocks(lines, "choice")
  const blocks = written.flatMap((block) => blockChoice(block, names))
  const found = lastAnswer(blocks, objectChoices(lines, names), lines)
  // A block that names none of the options invalidates the prose, too.
  const misfilled = written.length > blocks.length
  const read = found ?? (misfilled ? undefined : readChoiceProse(ownProse(lines), names, fencedText(lines)))
  const choice = read === undefined ? undefined : options[read.option]
  if (read === undefined || choice === undefined) return { reading: "unreadable", text }
  return {
    reading: found?.reading ?? "inferred",
    choice,
    ...given(read.amount),
    confidence: read.confidence,
    reasoning: found?.reasoning ?? spokenText(text),
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
    const { fields } = object
    const key = choiceKeys.find((one) => fields.has(one)) ?? ""
    const matched = matchOption(plainText(fields.get(key)), names)
    if (matched === undefined) return []
    const amount = fields.has("amount")
      ? amountField(fields.get("amount"), numbers)
      : amountIn(matched.rest, ownProse(lines).split("\n"), names)
    return [{ ...fromObject(object, numbers), option: matched.option, amount }]
  })
}

/** An amount as an object gives it: a number, or a text that holds one. */
export function amountField(value: unknown, numbers: NumberStyle): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : readNumber(plainText(value), numbers)
}

export interface ProseChoice {
  readonly option: number
  readonly amount?: number
  readonly confidence: number
}

/** Confidence by kind of reading; on recorded replies each kind was right more often than the next. */
const sureness = { final: 65, explicit: 55, lone: 45 } as const
/** A letter that is boxed, or emphasised by itself, is a label: "the answer **I** as the best". */
const boxedLabel = /\\boxed\s?\{(?:\\text\s?\{)?\s{0,2}(?<label>\p{Lu})\s{0,2}\}{1,2}/gu
const emphasisedLabel = /(?<=[\p{Ll}:]\s{1,2})(?<sign>\*\*|__)(?<label>\p{Lu})\k<sign>(?!\s{1,2}\*\*)/gu
/** Signs that end no sentence here: 'the answer to "Is it cold?" is… B) No'. */
const innerStop = /(?:\.{3}|…)\s{0,3}(?=\(?\p{Lu}\))|["“][^"“”\n]{0,300}\?["”]/gu
/** A line with a cross says what is not chosen; other pictures before a line say nothing. */
const crossedOut = /^[\s>*|-]*(?:❌|✗|✘|🚫|👎)/u
const picture = /^[\s*-]*(?:(?:\p{Extended_Pictographic}|✓)\uFE0F?)+\s*/u
/** In a reply of more sentences, the only option that is named by fewer words may be there for any reason. */
const maxSentences = 12
const minName = 4
/** Of this many words at most is a sentence that is an answer and nothing more. */
const maxAnswerWords = 12

/**
 * The option that prose chooses: the one that its last lines state, else the one that all its statements of a choice
 * name, else the only one that it names. Undefined when it does not tell. An amount may also stand in its `code`.
 */
export function readChoiceProse(prose: string, names: OptionNames, code = ""): ProseChoice | undefined {
  const text = [boxedLabel, emphasisedLabel].reduce((said, label) => said.replace(label, "($<label>)"), prose)
  const lines = withoutGreeting(spokenProse(text.replace(innerStop, " ")), names)
    .split("\n")
    .filter((line) => !crossedOut.test(line))
    .map((line) => line.replace(picture, ""))
    .filter((line) => line.trim() !== "")
  const verdict = comparison(lines, names)
  if (verdict) return verdict.option === undefined ? undefined : { option: verdict.option, confidence: sureness.final }
  const said = lines.flatMap((line, index) => statementsIn(line, index, lines, names))
  const statements = said.filter((one) => !one.denied)
  const last = statements.at(-1)
  if (last !== undefined) {
    const isFinal = last.line >= lines.length - finalLines
    if (last.option === undefined || said.some((one) => one.denied && one.option === last.option)) return undefined
    if (!isFinal && statements.some((one) => one.option !== last.option)) return undefined
    if (endsInLoop(prose) && !(last.line === lines.length - 1 && isAnswer(lines.at(-1)!, names))) return undefined
    const confidence = isFinal ? sureness.final : sureness.explicit
    const aside = lines.filter((_, index) => index !== last.line)
    return { option: last.option, ...given(amountIn(last.rest, [...aside, ...code.split("\n")], names)), confidence }
  }
  const opening = openingAnswer(lines, names)
  if (opening !== undefined) return { option: opening, confidence: sureness.explicit }
  const { options, rest } = affirmedOptions(prose, names)
  const [option, ...others] = new Set(options)
  if (option === undefined || others.length > 0 || hasVariant(option, words(prose), names)) return undefined
  const name = names.keys[option]!.match(/\p{Script=Han}|\p{L}{2,}/gu) ?? []
  const isByChance = name.length < minName && lines.flatMap(sentences).length > maxSentences
  if (isByChance || endsInLoop(prose)) return undefined
  return { option, ...given(amountIn(rest, [...lines, ...code.split("\n")], names)), confidence: sureness.lone }
}

/** What opens a reply out of politeness is not its first line, unless it is all of it or names an option. */
function withoutGreeting(text: string, names: OptionNames): string {
  const [first, second] = sentences(text.slice(0, 1_000)).filter((sentence) => !sentence.words.every(isPunctuation))
  const isOpening =
    first && second && isPolite(first, names.language.votes) && mentionsIn(text, first.words, names).length === 0
  return isOpening ? text.slice(second.words[0]!.start) : text
}

/** "Yes, whales are mammals", where yes is an option; "Yes, I agree" answers the others. */
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

/** Whether the last sentence of a line is an answer and nothing more: after a loop only such a one is meant. */
function isAnswer(line: string, { language }: OptionNames): boolean {
  const { words: all } = sentences(line).at(-1)!
  return all.length <= maxAnswerWords && contain(all, language.votes.choosing)
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

const listNumber = /^[\s#(]*\d{1,3}\s*[.)|](?!\d)/gmu

/** An amount is said with the choice, else on a line that is about it, else on one that is nothing but a number. */
function amountIn(rest: string, aside: readonly string[], { language }: OptionNames): number | undefined {
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

export function given(amount: number | undefined): { readonly amount?: number } {
  return amount === undefined ? {} : { amount }
}
