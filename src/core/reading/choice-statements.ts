import { contain, isPunctuation, phraseBookOf, type Word, wordKey } from "../words/words.ts"
import { affirmed, isAmongSeveral, isOneOfSeveral, mentionsIn, type Place, placesOf } from "./find-mentions.ts"
import {
  beginningOption,
  blanked,
  isNumberOfLetters,
  leadingLabel,
  type Mention,
  matchOption,
  type OptionNames,
} from "./match-option.ts"
import { endsClause, type Sentence, sentences } from "./prose.ts"

/** Where an answer is put at the end, it is put in one of these lines. */
export const finalLines = 3

export interface Statement {
  /** Undefined where several are named side by side: "Answer: A, C". */
  readonly option: number | undefined
  readonly line: number
  /** What was said with it, without the option's name. */
  readonly rest: string
  /** "The answer is not B." */
  readonly denied?: true
}

/** What a line of a reply states as its choice. */
export function statementsIn(line: string, index: number, lines: readonly string[], names: OptionNames): Statement[] {
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

/** 12k, 1.5万 */
const shortUnit = /(?<=\d)\p{L}(?!\p{L})/gu

/** A line that is an option, or begins with the label of one; not in a list of them. */
function loneOption(line: string, index: number, lines: readonly string[], names: OptionNames): Stated | undefined {
  if (/\?\s*$/.test(line)) return undefined
  const match = matchOption(line.trim(), names)
  if (!match?.whole || isRejected(line, match.option, names)) return undefined
  const [before, after] = [lines[index - 1], lines[index + 1]].map((other) => other && labelOf(other, names))
  const listed = [before, after].some((other) => other !== undefined && other !== match.option)
  // The number or small letter of a list is no choice, but what stands before a bar is: "3 | because".
  const isOwnLabel = names.labels !== undefined && !isNumberOfLetters(line.replace(/^[\s#([*]+/u, ""), names)
  const isItem = names.labels !== undefined && /^[\s([*]*\p{Ll}\s*[).:]/u.test(line)
  const isWords =
    /\p{L}/u.test(match.rest.replace(shortUnit, "")) && (!isOwnLabel || isItem) && !/^\s*\d{1,3}\s*\|/u.test(line)
  return listed || isWords ? undefined : match
}

/** "Option A is incorrect, because …"; what follows a label and a sign is the text of the option: "I) He cannot pay". */
function isRejected(line: string, option: number, names: OptionNames): boolean {
  const [first] = sentences(line)
  const mentions = first ? mentionsIn(line, first.words, names) : []
  const own = mentions.find((mention) => mention.option === option)
  const next = own && first!.words[own.at + own.length]
  return next !== undefined && !isPunctuation(next) && !affirmed(first!, mentions, names).includes(own!)
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
  const { choosing, chooses, chosen, choices, links } = names.language.votes
  const places = [...placesOf(all, choosing), ...placesOf(all, chooses).filter(({ start }) => isOwn(all, start, names))]
    .toSorted((a, b) => a.end - b.end)
    .filter(({ end }, index, sorted) => sorted[index + 1]?.end !== end)
  const cues = places.map(({ end }) => end)
  const closings = placesOf(all, chosen)
  if (cues.length + closings.length === 0) return []
  const mentions = mentionsIn(line, all, names, new Set(cues))
  const isNoun = ({ start, end }: Place) => phraseBookOf(choices).longestMatchAt(all, start)?.length === end - start
  // "The solution gives a comprehensive view" states nothing, "the solution is comprehensive" might.
  const isTied = (place: Place, { at, by }: Mention) => {
    const between = all.slice(place.end, at)
    const isNext = between.every((word) => isPunctuation(word) && word.text !== ")")
    return by === "label" || isNext || !isNoun(place) || contain(between, links)
  }
  const own = affirmed(sentence, mentions, names)
  const starts = new Map(mentions.map((mention) => [mention.at, mention]))
  const ends = new Map(mentions.map((mention) => [mention.at + mention.length, mention]))
  // The words may end with "option", which belongs to the label.
  const distances = Array.from({ length: reach + 2 }, (_, distance) => distance - 1)
  const firstLink = all.findIndex((_, index) => index >= cues[0]! && phraseBookOf(links).longestMatchAt(all, index))
  const firstVerb = places.find((place) => !isNoun(place))?.end ?? all.length
  const tied = firstLink < 0 ? firstVerb : Math.min(firstVerb, firstLink)
  const only = new Set(
    own
      .filter(({ at, by }) => by !== "chance" && at >= (by === "label" ? (cues[0] ?? all.length) : tied))
      .map(({ option }) => option),
  )
  const after = places.toReversed().map((place) => {
    const near = distances.flatMap((distance) => starts.get(place.end + distance) ?? [])
    // "The answer is not A but B"
    const mention = near.find((one) => own.includes(one)) ?? near[0]
    if (mention === undefined || !isTied(place, mention)) return undefined
    return mention.by === "chance" && mention.at - place.end > 2 ? undefined : mention
  })
  const before = closings.map(({ start }) => distances.flatMap((distance) => ends.get(start - distance) ?? [])[0])
  const far = only.size === 1 ? own.find(({ option }) => only.has(option)) : undefined
  const stated = [...after, ...before, far].find((mention) => mention !== undefined)
  if (stated === undefined) {
    const verbs = places.filter((place) => !isNoun(place)).toReversed()
    const [begun] = verbs.flatMap((place) => begunOption(line, all, place.end, names) ?? [])
    if (begun !== undefined) return [{ option: begun, rest: "" }]
  }
  const isSeveral =
    stated === undefined
      ? !all.some((word, index) => word.text === ":" && index > cues[0]! + 1) &&
        cues.some((cue) => distances.some((distance) => isOneOfSeveral(line, all, cue + distance, names)))
      : isAmongSeveral(line, all, stated, mentions, names)
  if (isSeveral) return [{ option: undefined, rest: "" }]
  const denied = stated && !own.includes(stated) ? cues.findLast((cue) => cue <= stated.at) : undefined
  if (denied !== undefined && contain(all.slice(denied, stated!.at), names.language.votes.negations))
    return [{ option: stated!.option, rest: "", denied: true }]
  if (stated === undefined || !own.includes(stated)) return []
  if (stated.by === "words" && hasVariant(stated.option, all, names)) return []
  const same = mentions.filter((mention) => mention.option === stated.option)
  const [, afterBar = ""] = line.split("|")
  const rest = restOf(line, sentence, same)
  return [{ option: stated.option, rest: rest.includes("|") ? rest : `${rest} ${afterBar}` }]
}

/** Whether a verb is the speaker's own: "I would ultimately choose". */
function isOwn(all: readonly Word[], verb: number, { language }: OptionNames): boolean {
  const before = all.slice(Math.max(0, verb - reach), verb)
  const { choosers, listeners } = language.votes
  const from = before.findLastIndex((_, index) => phraseBookOf(choosers).longestMatchAt(before, index))
  const between = before.slice(from + 1)
  return from >= 0 && !contain(between, listeners) && !between.some((word) => isPunctuation(word))
}

const maxNameWords = 12

/** The option whose first words are all that a clause says after the words for a choice: "I vote for Faro." */
function begunOption(line: string, all: readonly Word[], from: number, names: OptionNames): number | undefined {
  const rest = all.slice(from, from + maxNameWords)
  const to = rest.findIndex((_, index) => endsClause(rest, index))
  const value = to < 0 ? rest : rest.slice(0, to)
  const said = value[0] ? line.slice(value[0].start, value.at(-1)!.end) : ""
  return /\p{L}{4}|\p{Script=Han}{2}/u.test(said) ? beginningOption(said, names) : undefined
}

/** "Average income" is not meant where a text also speaks of what another option adds to it: "… with a floor". */
export function hasVariant(option: number, all: readonly Word[], { added }: OptionNames): boolean {
  return all.some((word) => added[option]!.has(word.text))
}

export function restOf(text: string, { words: all }: Sentence, mentions: readonly Mention[]): string {
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return ""
  const shifted = all.map((word) => ({ ...word, start: word.start - first.start, end: word.end - first.start }))
  return blanked(text.slice(first.start, last.end), shifted, mentions)
}

/** How many of its last words show that a text goes round in circles, and what share of their runs of six is new then. */
const loopWords = 200
const newInLoop = 0.6

/** Whether a text ends in a loop, as of a model that has lost its thread; a line written again and again is one line. */
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
  const runs = all.slice(0, -5).map((_, index) => all.slice(index, index + 6).join(" "))
  return runs.length > loopWords / 4 && new Set(runs).size < newInLoop * runs.length
}
