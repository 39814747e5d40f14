import type { Language } from "../prompting/languages/language.ts"
import { type Word, words } from "../words/words.ts"
import { leadingNumber, matchOption, mentions, type OptionNames } from "./match-option.ts"
import { endsClause, endsSentence, voteSigns } from "./prose-signs.ts"
import { findNumber } from "./read-number.ts"

const surest = 65
const plainest = 45
const step = 10

/** The one option that prose names without negating it; a second one named makes it unreadable. */
export function readChoiceProse(
  prose: string,
  names: OptionNames,
  language: Language,
): { option: number; amount?: number; confidence: number } | undefined {
  const whole = matchOption(prose.trim(), names, language)
  if (whole?.whole && !/[?？]\s*$/u.test(prose)) return { option: whole.option, confidence: surest }

  const { options: chosen, rest } = affirmedOptions(prose, names, language)
  const [option] = chosen
  if (option === undefined || new Set(chosen).size > 1) return undefined
  const amount = onlyNumber(rest, language)
  const confidence = Math.min(surest, plainest + step * (chosen.length - 1))
  return { option, confidence, ...(amount !== undefined && { amount }) }
}

/** Every option that prose names without negating it, as often as it does; and the prose without these names. */
export function affirmedOptions(
  prose: string,
  names: OptionNames,
  language: Language,
): { options: readonly number[]; rest: string } {
  const all = words(prose)
  const chosen: number[] = []
  let rest = prose
  for (const clause of clauses(all)) {
    const named = mentionsIn(clause.words, names, prose, language)
    if (named.length === 0 || clause.question) continue
    for (const mention of named) {
      const start = clause.words[mention.at]!.start
      const end = clause.words[mention.at + mention.length - 1]!.end
      rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
    }
    chosen.push(...affirmed(clause.words, named, language))
  }
  return { options: chosen, rest }
}

interface Clause {
  readonly words: readonly Word[]
  readonly question: boolean
}

function clauses(all: readonly Word[]): Clause[] {
  const found: Clause[] = []
  let sentence: Word[][] = [[]]
  for (const [index, word] of all.entries()) {
    const ends = endsSentence(all, index)
    if (!ends && endsClause(all, index)) sentence.push([])
    else if (!ends) sentence.at(-1)!.push(word)
    if (!ends && index < all.length - 1) continue
    found.push(...sentence.map((part) => ({ words: part, question: word.text === "?" })))
    sentence = [[]]
  }
  return found
}

function mentionsIn(clause: readonly Word[], names: OptionNames, prose: string, language: Language) {
  const found = mentions(prose, clause, names)
  for (let index = 0; index < clause.length - 1; index++) {
    const first = clause[index]!
    if (/^\d/.test(first.text)) continue
    const option = leadingNumber(
      prose.slice(first.start, clause[Math.min(index + 2, clause.length - 1)]!.end),
      names,
      language,
    )
    const taken = found.some((mention) => index >= mention.at && index < mention.at + mention.length)
    if (option !== undefined && !taken) found.push({ option, at: index, length: 2 })
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** A negation counts against the option after it, or against the last one named before it. */
function affirmed(
  clause: readonly Word[],
  named: readonly { option: number; at: number; length: number }[],
  language: Language,
): number[] {
  const book = voteSigns(language.votes)
  const rejected = new Set<number>()
  let negated = false
  let mention = 0
  for (let index = 0; index < clause.length; ) {
    if (named[mention]?.at === index) {
      if (negated) rejected.add(mention)
      negated = false
      index += named[mention]!.length
      mention++
      continue
    }
    const next = named[mention]?.at ?? clause.length
    const found = book.longestAt(clause, index)
    // An option called No is not a negation.
    const sign = found !== undefined && index + found.length <= next ? found : undefined
    if (sign?.kind === "conditions") return []
    if (sign?.kind === "joints" || sign?.kind === "contrasts" || sign?.kind === "conclusions") negated = false
    if (sign?.kind === "negations" || sign?.kind === "disagree" || sign?.kind === "denials") {
      negated = true
      if (mention === named.length && mention > 0) rejected.add(mention - 1)
    }
    index += sign?.length ?? 1
  }
  return named.flatMap(({ option }, index) => (rejected.has(index) ? [] : [option]))
}

function onlyNumber(text: string, language: Language): number | undefined {
  const first = findNumber(text, language.numbers)
  if (first === undefined) return undefined
  return findNumber(text.slice(first.end), language.numbers) === undefined ? first.value : undefined
}
