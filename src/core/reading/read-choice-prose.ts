import { bookOf, contain, type Word } from "../words/words.ts"
import { mentionsIn } from "./find-mentions.ts"
import { blanked, leadingLabel, type Mention, matchOption, type OptionNames } from "./match-option.ts"
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
/** Where an answer is put at the end, it is put in one of these lines. */
const finalLines = 3

interface Statement {
  readonly option: number
  readonly line: number
  /** What was said with it, without the option's name. */
  readonly rest: string
}

/**
 * The option that prose chooses: the one that its last lines state, else the one that all its statements of a choice
 * name, else the only one that it names. Undefined when it does not tell.
 */
export function readChoiceProse(prose: string, names: OptionNames): ProseChoice | undefined {
  const lines = spokenProse(prose)
    .split("\n")
    .filter((line) => line.trim() !== "")
  const verdict = comparison(lines, names)
  if (verdict) return verdict.option === undefined ? undefined : { option: verdict.option, confidence: sureness.final }
  const statements = lines.flatMap((line, index) => statementsIn(line, index, lines, names))
  const last = statements.at(-1)
  if (last !== undefined) {
    const isFinal = last.line >= lines.length - finalLines
    if (!isFinal && statements.some((one) => one.option !== last.option)) return undefined
    const confidence = isFinal ? sureness.final : sureness.explicit
    return { option: last.option, ...given(amountOf(last, statements, lines, names)), confidence }
  }
  const { options, rest } = affirmedOptions(prose, names)
  const [option, ...others] = new Set(options)
  if (option === undefined || others.length > 0) return undefined
  return { option, ...given(onlyNumber(rest, names.language.numbers)), confidence: sureness.lone }
}

/** Every option that prose names without negating it, as often as it does; and the prose without these names. */
export function affirmedOptions(prose: string, names: OptionNames): { options: readonly number[]; rest: string } {
  const text = spokenProse(prose)
  const found = sentences(text).flatMap((sentence) => {
    const mentions = mentionsIn(text, sentence.words, names).filter((mention) => !mention.weak)
    return sentence.question ? [] : [{ sentence, mentions, affirmed: affirmed(sentence, mentions, names) }]
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
  const isOuter = index === 0 || index >= lines.length - finalLines
  const alone = isOuter && stated.length === 0 ? loneOption(line, index, lines, names) : undefined
  return [...stated, ...(alone ? [alone] : [])].map((one) => ({ ...one, line: index }))
}

type Stated = Omit<Statement, "line">

/** A line that is an option, or begins with the label of one; not in a list of them. */
function loneOption(line: string, index: number, lines: readonly string[], names: OptionNames): Stated | undefined {
  if (/\?\s*$/.test(line)) return undefined
  const match = matchOption(line.trim(), names)
  if (!match?.whole) return undefined
  const [before, after] = [lines[index - 1], lines[index + 1]].map((other) => other && labelOf(other, names))
  const listed = [before, after].some((other) => other !== undefined && other !== match.option)
  const isWords = /\p{L}/u.test(match.rest) && !names.labels
  return listed || isWords ? undefined : match
}

function labelOf(line: string, names: OptionNames): number | undefined {
  const [first] = sentences(line)
  return first && leadingLabel(line, first.words, names)?.option
}

/** The option that a sentence states as its answer: the one after the words for that, or the only one before them. */
function statementOf(line: string, sentence: Sentence, names: OptionNames): Stated[] {
  if (sentence.question) return []
  const { words: all } = sentence
  const cues = cuesIn(all, names)
  const last = cues.at(-1)
  if (last === undefined) return []
  const mentions = mentionsIn(line, all, names, cues)
  const own = affirmed(sentence, mentions, names)
  for (const cue of cues.toReversed()) {
    const at = mentions.findIndex((mention) => mention.at >= cue && mention.at - cue <= (mention.weak ? 2 : 8))
    const chosen = mentions[at]
    if (chosen === undefined) continue
    const next = mentions[at + 1]
    if (next && next.option !== chosen.option && isOffered(all, chosen, next)) return []
    if (!own.includes(chosen)) return []
    return [
      {
        option: chosen.option,
        rest: restOf(
          line,
          sentence,
          mentions.filter((one) => one.option === chosen.option),
        ),
      },
    ]
  }
  const [only, ...others] = new Set(own.filter((mention) => !mention.weak).map((mention) => mention.option))
  return only === undefined || others.length > 0 ? [] : [{ option: only, rest: restOf(line, sentence, mentions) }]
}

/** After each phrase like "the answer is": the place of the next word. */
function cuesIn(all: readonly Word[], { language }: OptionNames): number[] {
  const book = bookOf(language.votes.choosing)
  const found: number[] = []
  for (let index = 0; index < all.length; ) {
    const length = book.longestAt(all, index)?.length ?? 0
    if (length > 0) found.push(index + length)
    index += length || 1
  }
  return found
}

const alternatives: ReadonlySet<string> = new Set(["or", "and", "o", "u", "y", "e", "或", "和", "/", ",", "&"])

/** "B or G": two options side by side are none chosen. */
function isOffered(all: readonly Word[], one: Mention, next: Mention): boolean {
  const between = all.slice(one.at + one.length, next.at).filter((word) => !")]}([{".includes(word.text))
  return between.length <= 2 && between.every((word) => alternatives.has(word.text))
}

/** A negation counts against the option after it, or against the last one before it; a condition says nothing. */
function affirmed({ words: all }: Sentence, mentions: readonly Mention[], { language }: OptionNames): Mention[] {
  const { phrases } = booksOf(language.votes)
  const rejected = new Set<Mention>()
  let negated = false
  let conditional = false
  let before: Mention | undefined
  let next = 0
  for (let index = 0; index < all.length; ) {
    const mention = mentions[next]
    if (mention?.at === index) {
      if (negated || conditional) rejected.add(mention)
      negated = false
      before = mention
      next++
      index += mention.length
      continue
    }
    const found = phrases.longestAt(all, index)
    // An option called No is not a negation.
    const sign = found !== undefined && index + found.length <= (mention?.at ?? all.length) ? found : undefined
    const ends = endsClause(all, index) && !"()[]:".includes(all[index]!.text)
    if (ends || sign?.kind === "joints" || sign?.kind === "contrasts" || sign?.kind === "conclusions") {
      negated = false
      conditional = false
      before = undefined
    } else if (sign?.kind === "conditions") {
      conditional = true
    } else if (sign?.kind === "negations" || sign?.kind === "disagree" || sign?.kind === "denials") {
      negated = true
      if (before !== undefined) rejected.add(before)
    }
    index += sign?.length ?? 1
  }
  return mentions.filter((mention) => !rejected.has(mention))
}

/** An amount is said with the choice, else with a choice of the same before, else on a line that is about it. */
function amountOf(
  last: Statement,
  statements: readonly Statement[],
  lines: readonly string[],
  { language }: OptionNames,
) {
  const { numbers, votes } = language
  const said = statements.filter((one) => one.option === last.option).toReversed()
  for (const { rest } of said) {
    const amount = onlyNumber(rest, numbers)
    if (amount !== undefined) return amount
  }
  const about = lines.findLast((line) => contain(sentences(line)[0]?.words ?? [], votes.amounts))
  return about === undefined ? undefined : onlyNumber(about, numbers)
}

function restOf(text: string, { words: all }: Sentence, mentions: readonly Mention[]): string {
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return ""
  const shifted = all.map((word) => ({ ...word, start: word.start - first.start, end: word.end - first.start }))
  return blanked(text.slice(first.start, last.end), shifted, mentions)
}

function given(amount: number | undefined) {
  return amount === undefined ? {} : { amount }
}
