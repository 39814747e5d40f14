import type { SeatId } from "../discussion/seat.ts"
import type { Vote } from "../discussion/vote.ts"
import { allWords, wordsOf } from "../reading/words/index.ts"
import type { ReaderWords } from "../reading/words/reader-words.ts"
import { excerpt } from "../text.ts"
import { contain, isPunctuation, words } from "../words/words.ts"

/** Proposals with the same meaning, in the words of the most confident voter. */
export interface Cluster {
  readonly option: string
  /** The full text, if `option` is shortened. */
  readonly text: string
  readonly roles: readonly SeatId[]
}

const maxOptionLength = 500
/** Shorter proposals must be more similar: one different word can mean another answer. */
const shortProposalWords = 8
const shortSimilarityThreshold = 0.8
const longSimilarityThreshold = 0.6
const stemLength = 5

/**
 * Groups proposals that say the same in other words: equal but for punctuation, case and accents, or sharing enough
 * words (five-letter stems, pairs of Chinese characters) without different numbers or negation. Each proposal is
 * compared with the first of a group.
 */
export function clusterProposals(votes: readonly Vote[], language: { readonly code: string }): readonly Cluster[] {
  const groups: { readonly first: Terms; readonly members: Vote[] }[] = []
  for (const vote of votes) {
    if (vote.proposedSolution === undefined) continue
    const terms = termsOf(vote.proposedSolution, wordsOf(language))
    const group = groups.find(({ first }) => isSameProposal(first, terms))
    if (group) group.members.push(vote)
    else groups.push({ first: terms, members: [vote] })
  }
  return groups.map(({ members }) => {
    const mostConfident = members.reduce((best, vote) => (vote.confidence > best.confidence ? vote : best))
    const text = mostConfident.proposedSolution!
    return { option: excerpt(text, maxOptionLength), text, roles: members.map((vote) => vote.seat) }
  })
}

/** The first known proposal with the same meaning, if any. */
export function findSameProposal(
  text: string,
  known: Iterable<string>,
  language: { readonly code: string },
): string | undefined {
  const terms = termsOf(text, wordsOf(language))
  for (const one of known) if (isSameProposal(termsOf(one, wordsOf(language)), terms)) return one
  return undefined
}

/** False if the texts name different numbers or only one of them contains a negation. */
export function mayMeanTheSame(a: string, b: string): boolean {
  return allWords.every((language) => {
    const [one, other] = [termsOf(a, language), termsOf(b, language)]
    const most = Math.max(one.numbers.size, other.numbers.size)
    return one.negates === other.negates && countShared(one.numbers, other.numbers) === most
  })
}

interface Terms {
  readonly key: string
  readonly terms: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  readonly negates: boolean
}

const han = /^\p{Script=Han}$/u

function termsOf(text: string, { votes, numbers: style }: ReaderWords): Terms {
  const all = words(text.slice(0, 20_000)).filter((word) => !isPunctuation(word))
  const terms = new Set<string>()
  const numbers = new Set<string>()
  for (const [index, { text: word }] of all.entries()) {
    const next = all[index + 1]?.text ?? ""
    if (/^\d/.test(word)) numbers.add(word)
    else if (Object.hasOwn(style.digits, word)) numbers.add(String(style.digits[word]))
    if (!han.test(word)) terms.add(word.slice(0, stemLength))
    else if (han.test(next)) terms.add(word + next)
  }
  return {
    key: all.map((word) => word.text).join(" "),
    terms,
    numbers,
    negates: contain(all, votes.negations),
  }
}

function isSameProposal(a: Terms, b: Terms): boolean {
  if (a.key === b.key) return true
  if (a.negates !== b.negates) return false
  if (
    a.numbers.size > 0 &&
    b.numbers.size > 0 &&
    countShared(a.numbers, b.numbers) < Math.max(a.numbers.size, b.numbers.size)
  )
    return false
  const common = countShared(a.terms, b.terms)
  const all = a.terms.size + b.terms.size - common
  const threshold =
    Math.min(a.terms.size, b.terms.size) < shortProposalWords ? shortSimilarityThreshold : longSimilarityThreshold
  return all > 0 && common / all >= threshold
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((term) => b.has(term)).length
}
