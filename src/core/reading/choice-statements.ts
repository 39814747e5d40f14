import { contain, isPunctuation, phraseBookOf, type Word, wordKey } from "../words/words.ts"
import { affirmed, isAmongSeveral, isOneOfSeveral, mentionsIn, spansOf, type WordSpan } from "./find-mentions.ts"
import {
  blankMentions,
  isUnlabelledNumber,
  leadingLabel,
  type Mention,
  matchOption,
  type OptionNames,
  optionStartingWith,
  textMentions,
} from "./match-option.ts"
import { endsClause, type Sentence, sentences } from "./prose.ts"

/** Number of lines at the end of a reply in which a final answer is expected. */
export const finalLines = 3

export interface Statement {
  /** Undefined if several are named together: "Answer: A, C". */
  readonly option: number | undefined
  readonly line: number
  /** The rest of the sentence, with the option blanked out. */
  readonly rest: string
  /** The text of the line after the sentence. */
  readonly following?: string
  /** "The answer is not B." */
  readonly denied?: true
}

/** The choices that a line of a reply states. */
export function statementsIn(line: string, index: number, lines: readonly string[], names: OptionNames): Statement[] {
  const lineSentences = sentences(line)
  const stated = lineSentences.flatMap((sentence) => statementOf(line, sentence, names))
  const isLast = index === lines.length - 1
  const isOuter = index === 0 || index >= lines.length - finalLines
  const lone =
    (isOuter || announcesChoice(lines[index - 1]!, names)) && stated.length === 0
      ? loneOption(line, index, lines, names)
      : undefined
  const outer = lineSentences.length > 1 ? [index === 0 && lineSentences[0], isLast && lineSentences.at(-1)] : []
  const [opening, closing] = outer.map((sentence) => sentence && optionAlone(line, sentence, names))
  // Before a sentence, "B." may also be the label of a list.
  return [opening && opening.by !== "label" && opening, ...stated, lone, closing].flatMap((one) =>
    one ? [{ ...one, line: index }] : [],
  )
}

/** Whether the choice follows on the next line: "Therefore, the final answer remains:" */
function announcesChoice(line: string, { language }: OptionNames): boolean {
  const last = /:\s*$/u.test(line) ? sentences(line).at(-1) : undefined
  return last !== undefined && contain(last.words, language.votes.choosing)
}

/** A sentence that is only an option: "… as the others show. (B)", "Solar power. Wind is loud." */
function optionAlone(line: string, { words: all, question }: Sentence, names: OptionNames) {
  const match = question ? undefined : matchOption(line.slice(all[0]!.start, all.at(-1)!.end), names)
  const by = textMentions(all, names)[0]?.by ?? (names.labels ? "label" : "chance")
  return match?.whole && by !== "chance" && !/[\p{L}\p{N}]/u.test(match.rest) ? { ...match, by } : undefined
}

type Stated = Omit<Statement, "line">

/** The unit in 12k or 1.5万. */
const shortUnit = /(?<=\d)\p{L}(?!\p{L})/gu

/** A line that is an option or starts with its label, and is not an item of a list of options. */
function loneOption(line: string, index: number, lines: readonly string[], names: OptionNames): Stated | undefined {
  if (/\?\s*$/.test(line) || listsAll(line, names)) return undefined
  const match = matchOption(line.trim(), names)
  if (!match?.whole || isRejected(line, match.option, names)) return undefined
  const { words: all } = sentences(line)[0]!
  if (all.some((_, at) => isOneOfSeveral(line, all, at, names))) return { option: undefined, rest: "" }
  const [before, after] = [lines[index - 1], lines[index + 1]].map((other) => other && labelOf(other, names))
  const listed = [before, after].some((other) => other !== undefined && other !== match.option)
  // A list number or lower-case letter is not a choice, but a number before a bar is: "3 | because".
  const isOwnLabel = names.labels !== undefined && !isUnlabelledNumber(line.replace(/^[\s#([*]+/u, ""), names)
  const isItem = names.labels !== undefined && !names.smallLabels && /^[\s([*]*\p{Ll}\s*[).:]/u.test(line)
  const isWords =
    /\p{L}/u.test(match.rest.replace(shortUnit, "")) && (!isOwnLabel || isItem) && !/^\s*\d{1,3}\s*\|/u.test(line)
  return listed || isWords ? undefined : match
}

/** Whether a line is a copy of the options, in their order: "A: wind; B: sun; C: nothing". */
function listsAll(line: string, { labels }: OptionNames): boolean {
  const listed = [...line.matchAll(/(?<![\p{Script=Latin}\p{N}])(?:\p{Lu}|\d{1,2})(?=\s?[:：).、])/gu)].map(
    ([label]) => label,
  )
  return labels !== undefined && labels.length > 1 && labels.every((label, index) => listed[index] === label)
}

/** "Option A is incorrect, because …", but not "I) He cannot pay", where the option's own text follows the label. */
function isRejected(line: string, option: number, names: OptionNames): boolean {
  const [first] = sentences(line)
  const mentions = first ? mentionsIn(line, first.words, names) : []
  const own = mentions.find((mention) => mention.option === option)
  const next = own && first!.words[own.at + own.length]
  return next !== undefined && !isPunctuation(next) && !affirmed(first!, mentions, names).includes(own!)
}

export function labelOf(line: string, names: OptionNames): number | undefined {
  const [first] = sentences(line)
  return first && leadingLabel(line, first.words, names)?.option
}

/** Maximum number of words between a cue ("the answer is") and the option. */
const maxCueDistance = 5

/** A copied instruction: "For example: Answer: C". */
const isExample = /^(?:for example|e\.g\.|por ejemplo|例如|比如)/iu

/** "The student's answer (C)" and "their choice" are not the speaker's, unlike "here's my answer". */
export function isOfOthers(all: readonly Word[], { start }: WordSpan): boolean {
  return /(?<!^(?:let|it|that|here|what))'s$|^(?:his|her|their)$/u.test(all[start - 1]?.text ?? "")
}

/** The option that a sentence states as its choice: after "the answer is" or before "is the answer". */
function statementOf(line: string, sentence: Sentence, names: OptionNames): Stated[] {
  const { words: all } = sentence
  if (sentence.question || isExample.test(line.slice(all[0]!.start, all[0]!.start + 20))) return []
  const { choosing, chooses, chosen, choices, links } = names.language.votes
  const cueSpans = [
    ...spansOf(all, choosing).filter((span) => !isOfOthers(all, span)),
    ...spansOf(all, chooses).filter(({ start }) => isOwn(all, start, names)),
  ]
    .toSorted((a, b) => a.end - b.end)
    .filter(({ end }, index, sorted) => sorted[index + 1]?.end !== end)
  const cues = cueSpans.map(({ end }) => end)
  const closingSpans = spansOf(all, chosen)
  if (cues.length + closingSpans.length === 0) return []
  const mentions = mentionsIn(line, all, names, new Set(cues))
  const isNoun = ({ start, end }: WordSpan) => phraseBookOf(choices).longestMatchAt(all, start)?.length === end - start
  // A noun needs a link: "the solution gives a comprehensive view" states nothing, unlike "the solution is …".
  const isLinked = (span: WordSpan, { at, by }: Mention) => {
    const between = all.slice(span.end, at)
    const isNext = between.every((word) => isPunctuation(word) && word.text !== ")")
    return by === "label" || isNext || !isNoun(span) || contain(between, links)
  }
  const accepted = affirmed(sentence, mentions, names)
  const starts = new Map(mentions.map((mention) => [mention.at, mention]))
  const ends = new Map(mentions.map((mention) => [mention.at + mention.length, mention]))
  // Starts at -1 because a cue may end with "option", which is part of the label.
  const distances = Array.from({ length: maxCueDistance + 2 }, (_, distance) => distance - 1)
  const firstLink = all.findIndex((_, index) => index >= cues[0]! && phraseBookOf(links).longestMatchAt(all, index))
  const firstVerb = cueSpans.find((span) => !isNoun(span))?.end ?? all.length
  const earliest = firstLink < 0 ? firstVerb : Math.min(firstVerb, firstLink)
  const options = new Set(
    accepted
      .filter(({ at, by }) => by !== "chance" && at >= (by === "label" ? (cues[0] ?? all.length) : earliest))
      .map(({ option }) => option),
  )
  const after = cueSpans.toReversed().map((span) => {
    const near = distances.flatMap((distance) => starts.get(span.end + distance) ?? [])
    // "The answer is not A but B"
    const mention = near.find((one) => accepted.includes(one)) ?? near[0]
    if (mention === undefined || !isLinked(span, mention)) return undefined
    return mention.by === "chance" && mention.at - span.end > 2 ? undefined : mention
  })
  const before = closingSpans.map(({ start }) => distances.flatMap((distance) => ends.get(start - distance) ?? [])[0])
  const onlyOption = options.size === 1 ? accepted.find(({ option }) => options.has(option)) : undefined
  const stated = [...after, ...before, onlyOption].find((mention) => mention !== undefined)
  if (stated === undefined) {
    const verbs = cueSpans.filter((span) => !isNoun(span) || all[span.end]?.text === ":").toReversed()
    const [fromFirstWords] = verbs.flatMap((span) => optionByFirstWords(line, all, span.end, names) ?? [])
    if (fromFirstWords !== undefined) return [{ option: fromFirstWords, rest: "" }]
  }
  const isSeveral =
    stated === undefined
      ? cues.some((cue) => distances.some((distance) => isOneOfSeveral(line, all, cue + distance, names)))
      : isAmongSeveral(line, all, stated, mentions, names)
  if (isSeveral) return [{ option: undefined, rest: "" }]
  const denyingCue = stated && !accepted.includes(stated) ? cues.findLast((cue) => cue <= stated.at) : undefined
  if (denyingCue !== undefined && contain(all.slice(denyingCue, stated!.at), names.language.votes.negations))
    return [{ option: stated!.option, rest: "", denied: true }]
  if (stated === undefined || !accepted.includes(stated)) return []
  if (stated.by === "words" && hasVariant(stated.option, all, names)) return []
  const same = mentions.filter((mention) => mention.option === stated.option)
  const [, afterBar = ""] = line.split("|")
  const rest = textWithoutMentions(line, sentence, same)
  const following = line.slice(all.at(-1)!.end)
  return [{ option: stated.option, rest: rest.includes("|") ? rest : `${rest} ${afterBar}`, following }]
}

/** Whether the speaker is the subject of the verb: "I would ultimately choose". */
function isOwn(all: readonly Word[], verb: number, { language }: OptionNames): boolean {
  const before = all.slice(Math.max(0, verb - maxCueDistance), verb)
  const { choosers, listeners } = language.votes
  const from = before.findLastIndex((_, index) => phraseBookOf(choosers).longestMatchAt(before, index))
  const between = before.slice(from + 1)
  return from >= 0 && !contain(between, listeners) && !between.some((word) => isPunctuation(word))
}

const maxNameWords = 12

/** The option whose first words are the whole rest of the clause: "I vote for Faro." for "Faro, Portugal". */
function optionByFirstWords(line: string, all: readonly Word[], from: number, names: OptionNames): number | undefined {
  const start = all[from]?.text === ":" ? from + 1 : from
  const rest = all.slice(start, start + maxNameWords)
  const to = rest.findIndex((_, index) => endsClause(rest, index))
  const value = to < 0 ? rest : rest.slice(0, to)
  const name = value[0] ? line.slice(value[0].start, value.at(-1)!.end) : ""
  return /\p{L}{4}|\p{Script=Han}{2}/u.test(name) ? optionStartingWith(name, names) : undefined
}

/** Whether the text mentions what a longer variant of the option adds ("… with a floor"): either may be meant. */
export function hasVariant(option: number, all: readonly Word[], { added }: OptionNames): boolean {
  return all.some((word) => added[option]!.has(word.text))
}

export function textWithoutMentions(text: string, { words: all }: Sentence, mentions: readonly Mention[]): string {
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return ""
  const shifted = all.map((word) => ({ ...word, start: word.start - first.start, end: word.end - first.start }))
  return blankMentions(text.slice(first.start, last.end), shifted, mentions)
}

/** A text loops if less than `minDistinct` of the six-word sequences in its last `loopWords` words are distinct. */
const loopWords = 200
const minDistinct = 0.6

/** Whether a model got stuck repeating itself. A line that is repeated verbatim counts once. */
export function endsInLoop(prose: string): boolean {
  const lines = prose
    .slice(-20 * loopWords)
    .split("\n")
    .map(wordKey)
    .filter((line) => line !== "")
  const all = lines
    .filter((line, index) => line !== lines[index - 1])
    .join(" ")
    .split(" ")
    .slice(-loopWords)
  const sequences = all.slice(0, -5).map((_, index) => all.slice(index, index + 6).join(" "))
  return sequences.length > loopWords / 4 && new Set(sequences).size < minDistinct * sequences.length
}
