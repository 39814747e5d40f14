import { isPunctuation, phraseBookOf, type Word } from "../words/words.ts"
import {
  figureValue,
  isNumberOfLetters,
  labelIndex,
  type Mention,
  type OptionNames,
  optionWordsAt,
  textMentions,
} from "./match-option.ts"
import { endsClause, type Sentence } from "./prose.ts"
import { booksOf } from "./sentence-verdict.ts"

/** What may close a label, and what must open it then: `B)` is one, `C}` is the end of a formula. */
const closings: Readonly<Record<string, string>> = { ")": "", "]": "[", "}": "{" }
/** Between the words for a choice and a label: "the answer is indeed option (B)". */
const maxFillers = 2

/**
 * Where a sentence names an option: by its words, or by a label where it is plainly one: `(B)`, `B)`, `option B`, or B
 * right after the words for a choice, which end at `cues`.
 */
export function mentionsIn(
  text: string,
  all: readonly Word[],
  names: OptionNames,
  cues: ReadonlySet<number> = new Set(),
): Mention[] {
  const { chosen, contrasts, comparisons, preferences } = names.language.votes
  const verdicts = new Set(placesOf(all, chosen).map(({ start }) => start))
  const turns = new Set(
    [contrasts, comparisons, preferences].flatMap((list) => placesOf(all, list).map(({ end }) => end)),
  )
  const [firstCue = all.length] = cues
  const found: Mention[] = []
  for (let index = 0; index < all.length; ) {
    // "B is correct", "not A but B", "B rather than A": a single letter is a label here as well.
    const isAlone = all[index + 1] === undefined || isPunctuation(all[index + 1]!)
    const isTurn = isAlone && turns.has(index) && (found.length > 0 || firstCue < index)
    const isLetter = verdicts.has(index + 1) || isTurn
    const mention = ordinalAt(all, index, names) ?? labelAt(text, all, index, names, cues, isLetter)
    if (mention) found.push(mention)
    index += mention?.length ?? 1
  }
  const taken = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, place) => at + place)))
  const spoken = textMentions(all, names).filter(({ option }) => names.values[option] === undefined)
  found.push(...[...spoken, ...figuresIn(text, all, names)].filter(({ at }) => !taken.has(at)))
  return found.toSorted((a, b) => a.at - b.at)
}

export interface Place {
  readonly start: number
  readonly end: number
}

export function placesOf(all: readonly Word[], phrases: readonly string[]): Place[] {
  const book = phraseBookOf(phrases)
  const found: Place[] = []
  for (let index = 0; index < all.length; ) {
    const length = book.longestMatchAt(all, index)?.length ?? 0
    if (length > 0) found.push({ start: index, end: index + length })
    index += length || 1
  }
  return found
}

/** Options that are numbers are said by their value: 1,000 is 1000, but in -3 and 5/2 neither 3 nor 5 is said. */
function figuresIn(text: string, all: readonly Word[], { values, language }: OptionNames): Mention[] {
  if (values.every((value) => value === undefined)) return []
  const found: Mention[] = []
  for (let at = 0, end = 0; at < all.length; at = end) {
    for (end = at + 1; end < all.length && all[end]!.start === all[end - 1]!.end; ) end++
    const value = figureValue(text.slice(all[at]!.start, Math.min(all[end - 1]!.end, all[at]!.start + 40)), language)
    const option = value === undefined ? -1 : values.indexOf(value)
    if (option < 0 || values.lastIndexOf(value) !== option) continue
    const last = all.slice(at, end).findLastIndex((word) => !isPunctuation(word))
    found.push({ option, at, length: last + 1, by: "chance" })
  }
  return found
}

/** "The second option"; "my second choice" is how much it is liked. */
function ordinalAt(all: readonly Word[], index: number, { options, language }: OptionNames): Mention | undefined {
  const before = all[index - 1]
  if (before && phraseBookOf(language.votes.articles).longestMatchAt([before], 0) === undefined) return undefined
  const lengths = language.votes.ordinals.map(
    (phrases) => phraseBookOf(phrases).longestMatchAt(all, index)?.length ?? 0,
  )
  const option = lengths.findIndex((length, place) => length > 0 && place < options.length)
  return option < 0 ? undefined : { option, at: index, length: lengths[option]!, by: "label" }
}

function labelAt(
  text: string,
  all: readonly Word[],
  index: number,
  names: OptionNames,
  cues: ReadonlySet<number>,
  isLetter: boolean,
): Mention | undefined {
  const counted = optionWordsAt(all, names.language, index)
  const bracket = all[index + counted]?.text === "(" ? 1 : 0
  const at = index + counted + bracket
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined || isPunctuation(word)) return undefined
  const written = text.slice(word.start, word.end)
  // 第二个 is the second of the options, 第二轮 the second round.
  if (all[at - 1]?.text === "第" && next !== undefined && !isPunctuation(next) && !/^[个项种条号]$/u.test(next.text))
    return
  if (!/^(?:\p{Lu}|[IVX]{2,4}|\d{1,3}|\p{Script=Han})$/u.test(written)) return undefined
  const option = labelIndex(written, names)
  if (option === undefined) return undefined
  const opening = next?.start === word.end ? closings[next.text] : undefined
  const closes = opening !== undefined && (opening === "" || text[word.start - 1] === opening)
  // In "I = 7/2", 10^3 and 90°F it belongs to a quantity.
  if (/^[=≈^×]$/u.test(next?.text ?? "") || "°^".includes(text[word.start - 1] ?? " ")) return undefined
  if (isOneOfSeveral(text, all, at, names) || countsLabel(text, all, at, names)) return undefined
  const isLabel =
    counted > 0 ||
    ((closes || isLetter) && /\p{Lu}/u.test(written)) ||
    (closes && bracket > 0 && names.labels?.includes(written))
  // Where options are numbers, a number is one of them and not their place.
  const isPlace = /\d/u.test(written) && names.values.some((value) => value !== undefined)
  if (!isLabel && (isPlace || !followsCue(all, at, names, cues))) return undefined
  return { option, at: index, length: at - index + 1, by: "label" }
}

/** Whether nothing but a word or two stands between the words for a choice and this one, and it ends there. */
function followsCue(all: readonly Word[], at: number, names: OptionNames, cues: ReadonlySet<number>): boolean {
  const { articles, speakers, links } = names.language.votes
  const counts = /^\d/u.test(all[at]!.text)
  let fillers = 0
  let cue = at
  while (!cues.has(cue)) {
    if (--cue < 0 || at - cue > maxFillers + 4) return false
    if (!isPunctuation(all[cue]!) && ++fillers > maxFillers) return false
    // "My choice in round 1" counts rounds.
    if (cue === at - 1 && counts && !isPunctuation(all[cue]!) && !phraseBookOf(links).longestMatchAt(all, cue))
      return false
  }
  const next = all[at + 1]
  // "The solution, I think": A and I are words as well, and "the answer of 5 passes" or 选择一个 counts something.
  const isWord =
    [articles, speakers].some((list) => phraseBookOf(list).longestMatchAt(all.slice(at, at + 1), 0) !== undefined) ||
    isNumberOfLetters(all[at]!.text, names) ||
    /\p{Script=Han}/u.test(all[at]!.text)
  if (isWord && next !== undefined && !isPunctuation(next)) return false
  const joined = next !== undefined && next.start === all[at]!.end && /^[.,'’/%-]$/u.test(next.text)
  const after = all[at + 2]
  return (
    !joined || after === undefined || /^[\P{L}--\p{N}]|\p{Script=Han}/v.test(after.text) || after.start !== next.end
  )
}

/** "(1) F, (2) D": a number before a letter that is a label counts the answers. */
function countsLabel(text: string, all: readonly Word[], at: number, names: OptionNames): boolean {
  const next = all.slice(at + 1, at + 4).find((word) => !isPunctuation(word))
  const after = next && text.slice(next.start, next.end)
  return isNumberOfLetters(all[at]!.text, names) && names.labels!.some((label) => label === after)
}

const alternatives: ReadonlySet<string> = new Set(["or", "and", "o", "u", "y", "e", "或", "和", "/", ",", "&", "+"])

/** "B or G", "A and C": of two side by side none is chosen. */
export function isOneOfSeveral(text: string, all: readonly Word[], at: number, names: OptionNames): boolean {
  const isLabel = (word: Word | undefined) => {
    const written = word === undefined ? "" : text.slice(word.start, word.end)
    return /^(?:\p{Lu}|\d{1,2})$/u.test(written) && labelIndex(written, names) !== undefined
  }
  if (!isLabel(all[at])) return false
  const around = (step: 1 | -1) => {
    let place = at + step
    while (all[place] && "()[]{}".includes(all[place]!.text)) place += step
    // Joined as "y", "e" or "o" join, but not the labels Y, E and O.
    const joins = (word: Word | undefined) => word !== undefined && alternatives.has(text.slice(word.start, word.end))
    if (!joins(all[place])) return false
    while (joins(all[place]) || (all[place] && "()[]{}".includes(all[place]!.text))) place += step
    return isLabel(all[place])
  }
  return around(1) || around(-1)
}

/** "Wind and solar", "A) Wind, B) Sun", "A, modified F, E": whether an option that is named is one of several. */
export function isAmongSeveral(
  text: string,
  all: readonly Word[],
  mention: Mention,
  mentions: readonly Mention[],
  names: OptionNames,
): boolean {
  const end = endOfText(all, mention, names)
  const next = mentions.find(({ at, option }) => at > end && option !== mention.option)
  const between = next && text.slice(all[end]!.start, all[next.at]!.start).trim()
  const joins = between !== undefined && alternatives.has(between)
  if (joins && (between !== "," || (mention.by === "label" && next!.by === "label"))) return true
  const [joint, last] = all.slice(-2).map((word) => text.slice(word.start, word.end))
  const closing = /^\p{Lu}$/u.test(last ?? "") && alternatives.has(joint!) ? labelIndex(last!, names) : undefined
  return mention.by === "label" && closing !== undefined && closing !== mention.option
}

/** Where the words of an option end that follow its label: "I) He cannot pay" negates nothing. */
function endOfText(all: readonly Word[], mention: Mention, { keys, language }: OptionNames): number {
  const { articles } = language.votes
  let end = mention.at + mention.length
  if (mention.by !== "label") return end
  let at = end
  for (const word of keys[mention.option]!.split(" ")) {
    const between = all.slice(at, at + 4)
    const next = between.findIndex((one) => one.text === word)
    const isSpoken = (one: Word) => !isPunctuation(one) && phraseBookOf(articles).longestMatchAt([one], 0) === undefined
    if (next < 0 || between.slice(0, next).some(isSpoken)) return end
    at += next + 1
    end = at
  }
  return end
}

/** A negation counts against the option after it, or against the last one before it; a condition says nothing. */
export function affirmed({ words: all }: Sentence, mentions: readonly Mention[], names: OptionNames): Mention[] {
  const { language } = names
  const { phrases } = booksOf(language.votes)
  const rejected = new Set<Mention>()
  let negated = false
  let conditional = false
  let opensWithCondition = false
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
    const isNext = before !== undefined && index === endOfText(all, before, names)
    const compared =
      phraseBookOf(language.votes.comparisons).longestMatchAt(all, index) ??
      (isNext ? phraseBookOf(language.votes.preferences).longestMatchAt(all, index) : undefined)
    if (compared) {
      negated = true
    } else if (ends || sign?.kind === "joints" || sign?.kind === "contrasts" || sign?.kind === "conclusions") {
      negated = false
      // "If it is windy, I choose A": what follows the condition that opens a sentence depends on it.
      conditional &&= opensWithCondition && all[index]!.text === ","
      opensWithCondition = false
      if (doubted) rejected.add(doubted)
      doubted = undefined
      before = undefined
    } else if (sign?.kind === "conditions") {
      conditional = true
      opensWithCondition = index === 0
    } else if (before && phraseBookOf(language.votes.faults).longestMatchAt(all, index)) {
      doubted = before
    } else if (sign?.kind === "negations" || sign?.kind === "disagree" || sign?.kind === "denials") {
      negated = true
      // "B) No": what follows a label in brackets is its text.
      const isText =
        before !== undefined && index === before.at + before.length + 1 && ")]}".includes(all[index - 1]!.text)
      if (!isText) doubted = before
    }
    index += Math.max(sign?.length ?? 1, compared?.length ?? 1)
  }
  if (doubted) rejected.add(doubted)
  return mentions.filter((mention) => !rejected.has(mention))
}
