import { beginWith, contain, isPunctuation, phraseBookOf, type Word, words } from "../words/words.ts"
import { isPolite, type Sentence, sentences, spokenProse, withoutQuotedSpeech } from "./prose.ts"
import { readYesNo } from "./read-yes-no.ts"
import { ownProse, type ReplyLine } from "./reply-lines.ts"
import { sentenceVerdict } from "./sentence-verdict.ts"
import { solutionText } from "./vote-text.ts"
import { allWords } from "./words/index.ts"
import type { ReaderWords, VoteLexicon } from "./words/reader-words.ts"

export interface ProseVote {
  readonly hasConsensus: boolean
  readonly confidence: number
  /** What a yes says was agreed on. */
  readonly proposedSolution?: string
}

/** The topic's own answer: "the solution, B) No, is right" and "the answer is no, so I agree" are no no. */
const labelledAnswer =
  /(?<![\p{L}\p{N}])(?:\p{Lu}\)\s{0,3}|(?<=\b(?:the (?:final |correct )?answer|la respuesta) (?:is|remains|es):? ))(?:yes|no|sí)(?![\p{L}\p{N}])/giu

/** Confidence by kind of reading; on recorded replies each kind was right more often than the next. */
const sureness = { marked: 70, explicit: 60, repeated: 50, lone: 45, leaning: 35 } as const

/**
 * Whether prose agrees: by a mark or a line that says so, else by its first sentence, else by signs that all say the same.
 * Undefined when it does not tell: who is unclear is asked again.
 */
export function readVoteProse(lines: readonly ReplyLine[], language: ReaderWords): ProseVote | undefined {
  const prose = spokenProse(withoutQuotedSpeech(ownProse(lines))).replaceAll(labelledAnswer, "this")
  const said = sentences(prose)
  for (const { votes } of [language, ...allWords.filter((other) => other.code !== language.code)]) {
    const read = markedVote(prose, votes) ?? spokenVote(said, votes)
    if (read === undefined) continue
    if (read === "unclear") return undefined
    const solution = read.hasConsensus ? solutionIn(prose, said, votes) : undefined
    return { ...read, ...(solution !== undefined && { proposedSolution: solution }) }
  }
  return undefined
}

/** So short, what follows such words says little: "the solution is fine". A Chinese character says as much as two letters. */
const maxEmptyPhrase = 10

function characters(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}

/** What follows "the solution is", "we agree on", "our final answer is", to the end of the sentence. */
function solutionIn(prose: string, said: readonly Sentence[], lexicon: VoteLexicon): string | undefined {
  for (const [index, { words: all, question }] of said.entries()) {
    const end = question ? undefined : endOf(all, lexicon.solutions)
    const next = said[index + 1]
    const from = end === undefined ? undefined : (all.slice(end).find((word) => !isPunctuation(word)) ?? next?.words[0])
    const to = from && (from.start > all.at(-1)!.end ? next! : { words: all }).words.at(-1)!.end
    const solution = from && solutionText(prose.slice(from.start, to))
    if (solution !== undefined && characters(solution) > maxEmptyPhrase) return solution
  }
  return undefined
}

/** Where the first of these phrases ends among the words. */
function endOf(all: readonly Word[], phrases: readonly string[]): number | undefined {
  const book = phraseBookOf(phrases)
  const index = all.findIndex((_, at) => book.longestMatchAt(all, at) !== undefined)
  return index < 0 ? undefined : index + book.longestMatchAt(all, index)!.length
}

const bracketed = /\[(?<mark>[^[\]\n]{1,40})\]/gu
const named = /^[\s•-]{0,8}(?<name>[^:\n]{1,40}):(?<value>[^\n]{1,60})$/gmu

/** `[AGREE]` anywhere, or a line like `My vote: no`; where two differ, only one that is the last line counts. */
function markedVote(prose: string, lexicon: VoteLexicon): ProseVote | "unclear" | undefined {
  const found: { readonly meant: boolean; readonly index: number }[] = []
  for (const { groups, index } of prose.matchAll(bracketed)) {
    const meant = stance(groups?.mark ?? "", lexicon, false)
    if (meant === undefined) continue
    const before = prose.slice(Math.max(prose.lastIndexOf("\n", index), index - 200, 0), index)
    // "If you agree, answer [AGREE]" is the question.
    if (!contain(words(before), lexicon.conditions)) found.push({ meant, index })
  }
  for (const { groups, index } of prose.matchAll(named)) {
    const { name = "", value = "" } = groups ?? {}
    if (!contain(words(name), lexicon.votes)) continue
    const answer = readYesNo(value)
    const meant = answer?.alone ? answer.answer : stance(value, lexicon, true)
    if (meant !== undefined) found.push({ meant, index })
  }
  const lastLine = prose.trimEnd().lastIndexOf("\n")
  const marks = new Set(found.map(({ meant }) => meant))
  const final = new Set(found.flatMap(({ meant, index }) => (index >= lastLine ? [meant] : [])))
  const [vote, ...others] = marks.size > 1 ? final : marks
  if (vote === undefined || others.length > 0) return marks.size > 1 ? "unclear" : undefined
  return { hasConsensus: vote, confidence: sureness.marked }
}

/** What a mark stands for, where it is a word of agreement or disagreement and little more. */
function stance(mark: string, lexicon: VoteLexicon, mayAnswer: boolean): boolean | undefined {
  const all = words(mark)
  if (all.length === 0 || all.length > 8) return undefined
  const { says } = sentenceVerdict({ words: all, question: false }, lexicon, mayAnswer)
  return says === "yes" || says === "no" ? says === "yes" : undefined
}

/** In a reply of more sentences than these, a word of agreement may be about anything. */
const shortReply = 2

function spokenVote(said: readonly Sentence[], lexicon: VoteLexicon): ProseVote | "unclear" | undefined {
  const own = said.filter(({ words: all, question }) => !question && !all.every(isPunctuation))
  const opening = Math.max(
    0,
    own.findIndex((sentence) => !isPolite(sentence, lexicon)),
  )
  const verdicts = own.map((sentence, index) =>
    sentenceVerdict(
      sentence,
      lexicon,
      index === opening && (own.length === 1 || !beginWith(sentence.words, lexicon.courtesies)),
    ),
  )
  const first = verdicts[opening]
  if (first?.firm && (first.says === "yes" || first.says === "no")) {
    // A later doubt does not take an explicit answer back, but "I agree. I disagree." is none.
    const [other] = own.length === 2 ? verdicts.toSpliced(opening, 1) : []
    const isTakenBack = other?.firm && other.says !== "nothing" && other.says !== first.says
    if (isTakenBack && !own.some((sentence) => contain(sentence.words, lexicon.contrasts))) return "unclear"
    return { hasConsensus: first.says === "yes", confidence: sureness.explicit }
  }
  const told = verdicts.filter(({ says, firm }) => says !== "nothing" && (firm || own.length <= shortReply))
  const [only, ...others] = new Set(told.map(({ says }) => says))
  if (only === undefined) return own.length <= shortReply && namesSolution(own, lexicon) ? leaning : undefined
  // Who agrees with something and then says "however" has something else in mind.
  const isLeaning = told.every(({ firm }) => !firm)
  const isHedged = isLeaning && own.some((sentence) => contain(sentence.words, lexicon.contrasts))
  if (others.length > 0 || only === "unclear" || isHedged) return "unclear"
  const confidence = isLeaning ? sureness.leaning : told.length > 1 ? sureness.repeated : sureness.lone
  return { hasConsensus: only === "yes", confidence }
}

const leaning: ProseVote = { hasConsensus: true, confidence: sureness.leaning }

/** "The solution is to wait": who states what was agreed on, and nothing against it, agrees. */
function namesSolution(own: readonly Sentence[], { agreed, negations, contrasts, conditions }: VoteLexicon): boolean {
  const doubts = [negations, contrasts, conditions]
  return (
    own.some(({ words: all }) => contain(all, agreed)) &&
    !own.some(({ words: all }) => doubts.some((list) => contain(all, list)))
  )
}
