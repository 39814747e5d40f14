import { isPunctuation, phraseBookOf, type Word } from "../words/words.ts"
import {
  isUnlabelledNumber,
  labelIndex,
  type Mention,
  type OptionNames,
  optionWordsAt,
  textMentions,
} from "./match-option.ts"
import { endsClause, type Sentence } from "./prose.ts"
import { figureValue } from "./read-number.ts"
import { booksOf } from "./sentence-verdict.ts"

/** Closing brackets of a label, with the opening one each requires: `B)` is a label, `C}` is the end of a formula. */
const closingBrackets: Readonly<Record<string, string>> = { ")": "", "]": "[", "}": "{" }
/** Maximum number of words between a cue and its label: "the answer is indeed option (B)". */
const maxFillers = 2

/**
 * The options that a sentence names: by their words, or by an unmistakable label: `(B)`, `B)`, `option B`, or `B` right
 * after a cue ("the answer is"). `cues` holds the index after each cue.
 */
export function mentionsIn(
  text: string,
  all: readonly Word[],
  names: OptionNames,
  cues: ReadonlySet<number> = new Set(),
): Mention[] {
  const { chosen, contrasts, comparisons, preferences } = names.language.votes
  const verdictStarts = new Set(spansOf(all, chosen).map(({ start }) => start))
  const contrastEnds = new Set(
    [contrasts, comparisons, preferences].flatMap((list) => spansOf(all, list).map(({ end }) => end)),
  )
  const [firstCue = all.length] = cues
  const found: Mention[] = []
  for (let index = 0; index < all.length; ) {
    // A bare letter is also a label in "B is correct", "not A but B" and "B rather than A".
    const isAlone = all[index + 1] === undefined || isPunctuation(all[index + 1]!)
    const followsContrast = isAlone && contrastEnds.has(index) && (found.length > 0 || firstCue < index)
    const mayBeLetter = verdictStarts.has(index + 1) || followsContrast
    const mention = ordinalAt(all, index, names) ?? labelAt(text, all, index, names, cues, mayBeLetter)
    if (mention) found.push(mention)
    index += mention?.length ?? 1
  }
  const takenWords = new Set(found.flatMap(({ at, length }) => Array.from({ length }, (_, place) => at + place)))
  const byWords = textMentions(all, names).filter(({ option }) => names.values[option] === undefined)
  found.push(...[...byWords, ...numberMentions(text, all, names)].filter(({ at }) => !takenWords.has(at)))
  return found.toSorted((a, b) => a.at - b.at)
}

export interface WordSpan {
  readonly start: number
  readonly end: number
}

export function spansOf(all: readonly Word[], phrases: readonly string[]): WordSpan[] {
  const book = phraseBookOf(phrases)
  const found: WordSpan[] = []
  for (let index = 0; index < all.length; ) {
    const length = book.longestMatchAt(all, index)?.length ?? 0
    const end = index + length
    // 选 in 选项 is no cue, and "A: 对风的理解" no verdict.
    const isPart = /^(?:选项|对\p{Script=Han})$/u.test(`${all[end - 1]?.text}${all[end]?.text}`)
    if (length > 0 && !isPart) found.push({ start: index, end })
    index += length || 1
  }
  return found
}

/** Numeric options are matched by value: 1,000 names 1000, but -3 does not name 3, nor 5/2 the option 5. */
function numberMentions(text: string, all: readonly Word[], { values, language }: OptionNames): Mention[] {
  if (values.every((value) => value === undefined)) return []
  const found: Mention[] = []
  for (let at = 0, end = 0; at < all.length; at = end) {
    for (end = at + 1; end < all.length && all[end]!.start === all[end - 1]!.end; ) end++
    const value = figureValue(
      text.slice(all[at]!.start, Math.min(all[end - 1]!.end, all[at]!.start + 40)),
      language.numbers,
    )
    const option = value === undefined ? -1 : values.indexOf(value)
    if (option < 0 || values.lastIndexOf(value) !== option) continue
    const last = all.slice(at, end).findLastIndex((word) => !isPunctuation(word))
    found.push({ option, at, length: last + 1, by: "chance" })
  }
  return found
}

/** "The second option", but not "my second choice", which is a rank. */
function ordinalAt(all: readonly Word[], index: number, { options, language }: OptionNames): Mention | undefined {
  const previous = all[index - 1]
  if (previous && phraseBookOf(language.votes.articles).longestMatchAt([previous], 0) === undefined) return undefined
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
  mayBeLetter: boolean,
): Mention | undefined {
  const optionWordCount = optionWordsAt(all, names.language, index)
  const bracket = all[index + optionWordCount]?.text === "(" ? 1 : 0
  const at = index + optionWordCount + bracket
  const [word, next] = [all[at], all[at + 1]]
  if (word === undefined || isPunctuation(word)) return undefined
  const label = text.slice(word.start, word.end)
  // 第二个 is the second option, 第二轮 the second round.
  if (all[at - 1]?.text === "第" && next !== undefined && !isPunctuation(next) && !/^[个项种条号]$/u.test(next.text))
    return
  // A small letter is often a word: "la opción a la que me refiero".
  const endsAfter = next === undefined || isPunctuation(next) || mayBeLetter
  const isSmall =
    names.smallLabels && /^[a-z]$/u.test(label) && (endsAfter || (optionWordCount > 0 && !/[aeiouy]/u.test(label)))
  if (!isSmall && !/^(?:\p{Lu}|[IVX]{2,4}|\d{1,3}|\p{Script=Han})$/u.test(label)) return undefined
  const option = labelIndex(label, names)
  if (option === undefined) return undefined
  const opening = next?.start === word.end ? closingBrackets[next.text] : undefined
  // "(ruling out E)": the bracket holds more than the letter.
  const isInside = /\([^()]*[^()\s][^()]*$/u.test(text.slice(Math.max(0, word.start - 80), word.start))
  const isBracketed = opening !== undefined && (opening === "" ? !isInside : text[word.start - 1] === opening)
  // Part of a quantity: "I = 7/2", 10^3, 90°F.
  if (/^[=≈^×]$/u.test(next?.text ?? "") || "°^".includes(text[word.start - 1] ?? " ")) return undefined
  if (isOneOfSeveral(text, all, at, names) || countsLabel(text, all, at, names)) return undefined
  const isLabel =
    optionWordCount > 0 ||
    ((isBracketed || mayBeLetter) && (isSmall || /\p{Lu}/u.test(label))) ||
    (isBracketed && bracket > 0 && names.labels?.includes(label))
  // If options are numbers, a number is a value and not an index.
  const isValue = /\d/u.test(label) && names.values.some((value) => value !== undefined)
  if (!isLabel && (isValue || !followsCue(all, at, names, cues))) return undefined
  return { option, at: index, length: at - index + 1, by: "label" }
}

/** Whether the word follows a cue, with at most `maxFillers` words between, and is not part of a longer expression. */
function followsCue(all: readonly Word[], at: number, names: OptionNames, cues: ReadonlySet<number>): boolean {
  const { articles, speakers, links } = names.language.votes
  const isNumber = /^\d/u.test(all[at]!.text)
  let fillers = 0
  let cue = at
  while (!cues.has(cue)) {
    if (--cue < 0 || at - cue > maxFillers + 4) return false
    if (!isPunctuation(all[cue]!) && ++fillers > maxFillers) return false
    // In "my choice in round 1" the number counts rounds.
    if (cue === at - 1 && isNumber && !isPunctuation(all[cue]!) && !phraseBookOf(links).longestMatchAt(all, cue))
      return false
  }
  const next = all[at + 1]
  // A and I are also words ("the solution, I think"), and numbers also count ("the answer of 5 passes", 选择一个).
  const isWord =
    [articles, speakers].some((list) => phraseBookOf(list).longestMatchAt(all.slice(at, at + 1), 0) !== undefined) ||
    isUnlabelledNumber(all[at]!.text, names) ||
    /\p{Script=Han}/u.test(all[at]!.text)
  if (isWord && next !== undefined && !isPunctuation(next)) return false
  const isJoined = next !== undefined && next.start === all[at]!.end && /^[.,'’/%-]$/u.test(next.text)
  const after = all[at + 2]
  return (
    !isJoined || after === undefined || /^[\P{L}--\p{N}]|\p{Script=Han}/v.test(after.text) || after.start !== next.end
  )
}

/** In "(1) F, (2) D" the numbers count the answers, and the letters are the labels. */
function countsLabel(text: string, all: readonly Word[], at: number, names: OptionNames): boolean {
  const next = all.slice(at + 1, at + 4).find((word) => !isPunctuation(word))
  const after = next && text.slice(next.start, next.end)
  return isUnlabelledNumber(all[at]!.text, names) && names.labels!.some((label) => label === after)
}

const conjunctions: ReadonlySet<string> = new Set(["or", "and", "o", "u", "y", "e", "或", "和", "/", ",", "&", "+"])

/** Whether a label is joined to another one, so that neither is chosen: "B or G", "A and C". */
export function isOneOfSeveral(text: string, all: readonly Word[], at: number, names: OptionNames): boolean {
  const shape = names.smallLabels ? /^[\p{Lu}a-z]$/u : /^(?:\p{Lu}|\d{1,2})$/u
  const isLabel = (word: Word | undefined) => {
    const label = word === undefined ? "" : text.slice(word.start, word.end)
    return shape.test(label) && labelIndex(label, names) !== undefined
  }
  if (!isLabel(all[at])) return false
  const around = (step: 1 | -1) => {
    let place = at + step
    while (all[place] && "()[]{}".includes(all[place]!.text)) place += step
    // Case-sensitive: the conjunctions "y", "e" and "o", not the labels Y, E and O.
    const joins = (word: Word | undefined) => word !== undefined && conjunctions.has(text.slice(word.start, word.end))
    if (!joins(all[place])) return false
    while (joins(all[place]) || (all[place] && "()[]{}".includes(all[place]!.text))) place += step
    return isLabel(all[place])
  }
  return around(1) || around(-1)
}

/** The end of what is between two labels of which neither is chosen: "A) wind or B) sun". */
const orBeforeLabel = /^\).*(?:\s(?:or|o|u)|或者?)$/su

/** Whether a mention is one of several: "Wind and solar", "A) Wind, B) Sun", "A, modified F, E". */
export function isAmongSeveral(
  text: string,
  all: readonly Word[],
  mention: Mention,
  mentions: readonly Mention[],
  names: OptionNames,
): boolean {
  const end = endOfOptionText(all, mention, names)
  const next = mentions.find(({ at, option }) => at > end && option !== mention.option)
  const between = next && text.slice(all[end]!.start, all[next.at]!.start).trim()
  const joins = between !== undefined && (conjunctions.has(between) || orBeforeLabel.test(between))
  if (joins && (between !== "," || (mention.by === "label" && next!.by === "label"))) return true
  const [conjunction, last] = all.slice(-2).map((word) => text.slice(word.start, word.end))
  const final = /^\p{Lu}$/u.test(last ?? "") && conjunctions.has(conjunction!) ? labelIndex(last!, names) : undefined
  return mention.by === "label" && final !== undefined && final !== mention.option
}

/** End of a mention with the option's text after its label: the "cannot" of "I) He cannot pay" negates nothing. */
function endOfOptionText(all: readonly Word[], mention: Mention, { keys, language }: OptionNames): number {
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

/** The mentions that are neither negated nor conditional. A negation rejects the next mention, or the one before it. */
export function affirmed({ words: all }: Sentence, mentions: readonly Mention[], names: OptionNames): Mention[] {
  const { language } = names
  const { phrases } = booksOf(language.votes)
  const rejected = new Set<Mention>()
  let negated = false
  let negationEnd = 0
  let conditional = false
  let opensWithCondition = false
  let previous: Mention | undefined
  let doubtful: Mention | undefined
  let next = 0
  for (let index = 0; index < all.length; ) {
    const mention = mentions[next]
    if (mention?.at === index) {
      if (negated || conditional) rejected.add(mention)
      negated = false
      previous = mention
      doubtful = undefined
      next++
      index = endOfOptionText(all, mention, names)
      for (; mentions[next] && mentions[next]!.at < index; next++)
        if (rejected.has(mention)) rejected.add(mentions[next]!)
      continue
    }
    const found = phrases.longestMatchAt(all, index)
    // An option named "No" is not a negation.
    const match = found !== undefined && index + found.length <= (mention?.at ?? all.length) ? found : undefined
    const endsHere = endsClause(all, index) && !"()[]:".includes(all[index]!.text)
    const isRightAfter = previous !== undefined && index === endOfOptionText(all, previous, names)
    const comparison =
      phraseBookOf(language.votes.comparisons).longestMatchAt(all, index) ??
      (isRightAfter ? phraseBookOf(language.votes.preferences).longestMatchAt(all, index) : undefined)
    // "I disagree with them: A" affirms A, "the answer is not: A" does not.
    const wasNegated = negated
    if (all[index]!.text === ":" && index > negationEnd) negated = false
    if (previous && phraseBookOf(language.votes.faults).longestMatchAt(all, index)) doubtful = previous
    if (comparison) {
      negated = true
      // "A is not better than B" and "A is inferior to B" choose neither.
      if (doubtful) rejected.add(doubtful)
    } else if (endsHere || match?.kind === "joints" || match?.kind === "contrasts" || match?.kind === "conclusions") {
      negated = false
      // "If it is cold and windy, then I choose A": a condition that starts the sentence extends past the comma.
      conditional &&= match?.kind === "joints" || (opensWithCondition && all[index]!.text === ",")
      opensWithCondition &&= match?.kind === "joints"
      if (doubtful) rejected.add(doubtful)
      doubtful = undefined
      previous = undefined
    } else if (match?.kind === "conditions") {
      conditional = true
      opensWithCondition = index <= 2
      // "H) ethical as long as …": after a bracketed label comes the option's text.
      if (previous && !")]}".includes(all[previous.at + previous.length]!.text)) doubtful = previous
    } else if (match?.kind === "negations" || match?.kind === "disagree" || match?.kind === "denials") {
      negated = true
      // "B) No": after a bracketed label comes the option's text.
      const isText =
        previous !== undefined && index === previous.at + previous.length + 1 && ")]}".includes(all[index - 1]!.text)
      if (!isText) doubtful = previous
    }
    index += Math.max(match?.length ?? 1, comparison?.length ?? 1)
    if (negated && !wasNegated) negationEnd = index
  }
  if (doubtful) rejected.add(doubtful)
  return mentions.filter((mention) => !rejected.has(mention))
}
