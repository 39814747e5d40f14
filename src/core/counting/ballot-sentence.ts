import type { CountedBallot } from "../discussion/outcome.ts"
import type { Language } from "../languages/language.ts"
import { excerpt } from "../text.ts"

const maxOptionLength = 80
const maxRanksShown = 5

/** The question and its result: "Call a vote? 1 of 5 yes: called." */
export function ballotSentence(ballot: CountedBallot, language: Language): string {
  const { ballotSentences: words } = language
  const { asks, passed, voters } = ballot
  if (asks !== "choice") {
    const came = voters > 1 ? words.came[asks][passed ? "passed" : "failed"] : ""
    return endSentence(`${words.asked[asks]}${language.space}${yesCount(ballot, language)}${came}`, language)
  }
  const count = choiceCount(ballot, language) || words.nobody
  if (ballot.answers) return endSentence(rankCount(ballot, language), language)
  return endSentence(`${words.asked.choice}${count}${passed ? "" : words.came.choice.failed}`, language)
}

/** "Answers ranked: Ash: 2, Elm: 1 points (borda)"; without any ranking it says only that. */
export function rankCount(ballot: CountedBallot, language: Language): string {
  const count = choiceCount(ballot, language)
  return ballot.choice === undefined ? capitalized(count) : `${language.ballotSentences.askedForAnswers}${count}`
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Adds a full stop unless the sentence ends with punctuation. */
export function endSentence(sentence: string, { fullStop }: Language): string {
  return /[.。…!?！？][”»]?$/u.test(sentence) ? sentence : `${sentence}${fullStop}`
}

/** "2 of 5 yes, 1 of them not sure enough, 1 could not be read". */
export function yesCount({ yes, voters, unsure, unreadable }: CountedBallot, language: Language): string {
  const { ballotSentences: words } = language
  return [
    words.yes({ yes, voters }),
    ...(unsure ? [words.unsure({ count: unsure })] : []),
    ...(unreadable > 0 ? [words.unreadable({ count: unreadable })] : []),
  ].join(words.clause)
}

/**
 * “sea”, 4 of 5; undecided: 3 for “sea”, 2 for “land”; in points: “sea”, 9 to 6 to 3 (borda); answers: Ash: 9, Elm: 6
 * points (borda). Empty without a vote.
 */
export function choiceCount(ballot: CountedBallot, language: Language): string {
  const { comma, ballotSentences: words } = language
  const {
    choice,
    amount,
    yes,
    voters,
    unsure,
    unreadable,
    tally = [],
    inPoints,
    tie,
    amounts,
    protocol: counted,
    answers,
  } = ballot
  const protocol = language.report.protocols[counted] ?? counted.replace(/^own:/, "")
  const parts: string[] = []
  const held = tally.map(({ option, score }) => words.held({ option: quoteOption(option, language), count: score }))
  if (choice === undefined && answers) parts.push(words.unranked)
  else if (choice === undefined) parts.push(...(held.length > 0 ? [held.join(comma)] : []))
  else if (answers && inPoints) {
    // The winner first among tied options.
    const ranked = tally.toSorted(
      (a, b) => b.score - a.score || Number(b.option === choice) - Number(a.option === choice),
    )
    const ranks = ranked.slice(0, maxRanksShown).map(({ option, score }) => ({ option, score: formatNumber(score) }))
    parts.push(words.ranks({ ranks, others: tally.length - ranks.length, protocol }))
  } else {
    parts.push(
      `${answers ? choice : quoteOption(choice, language)}${amount === undefined ? "" : ` (${formatNumber(amount)})`}`,
    )
    const scores = tally.map(({ score }) => formatNumber(score))
    if (inPoints) parts.push(words.points({ scores, ...(voters > 1 && { protocol }) }))
    else if (voters > 1) parts.push(words.votes({ count: yes, voters }))
  }
  if (amounts) parts.push(words.amounts({ amounts: amounts.map(formatNumber) }))
  if (unsure) parts.push(words.unsure({ count: unsure }))
  if (unreadable > 0) parts.push(words.unreadable({ count: unreadable }))
  const others = tie?.between.filter((option) => option !== choice) ?? []
  if (tie && others.length > 0) {
    const named = answers ? others : others.map((option) => quoteOption(option, language))
    parts.push(
      `${answers ? `${choice}${language.space}` : ""}${words.tie[tie.by]({ others: joinWithAnd(named, language) })}`,
    )
  }
  return parts.join(words.clause)
}

/** A quoted option without its final full stop. */
export function quoteOption(option: string, { quoted }: Language): string {
  return quoted(excerpt(option.replace(/\s+/g, " ").replace(/[.。]$/u, ""), maxOptionLength))
}

function joinWithAnd(words: readonly string[], { code }: Language): string {
  return new Intl.ListFormat(code).format(words)
}

/** Created lazily: Intl.NumberFormat is slow to load. */
let numbers: Intl.NumberFormat | undefined

export function formatNumber(value: number): string {
  numbers ??= new Intl.NumberFormat("en", { maximumFractionDigits: 2 })
  return numbers.format(value)
}
