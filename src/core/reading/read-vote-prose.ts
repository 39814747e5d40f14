import { beginWith, contain, isPunctuation, phraseBookOf, type Word, words } from "../words/words.ts"
import { endsClause, isPolite, plainProse, type Sentence, sentences, withoutQuotedSpeech } from "./prose.ts"
import { readYesNo } from "./read-yes-no.ts"
import { ownProse, type ReplyLine } from "./reply-lines.ts"
import { sentenceVerdict } from "./sentence-verdict.ts"
import { solutionText } from "./vote-text.ts"
import { allWords } from "./words/index.ts"
import type { ReaderWords, VoteLexicon } from "./words/reader-words.ts"

export interface ProseVote {
  readonly hasConsensus: boolean
  readonly confidence: number
  /** The solution that an agreeing reply states. */
  readonly proposedSolution?: string
}

/** A yes or no that answers the topic, not the ballot: "the solution, B) No, is right", "the answer is no, I agree". */
const labelledAnswer =
  /(?<![\p{L}\p{N}])(?:\p{Lu}\)\s{0,3}|(?<=\b(?:the (?:final |correct )?answer|la respuesta) (?:is|remains|es):? ))(?:yes|no|sí)(?![\p{L}\p{N}])/giu

/** A sign that is an answer by itself: "My vote: ✅". */
const sign = /(?<=^[\s*_#-]{0,9}|:[\s*_]{0,6})(?:([✅👍✔☑])|[❌👎✗✘🚫])\uFE0F?(?=[\s*_]{0,6}(?:$|[.,;–—-]))/gmu

/** Confidence by kind of evidence; on recorded replies, each kind was more accurate than the next. */
const certainty = { marked: 70, explicit: 60, repeated: 50, lone: 45, leaning: 35 } as const

/**
 * Whether prose agrees: by a marker or a line such as `Vote: yes`, else by its first sentence, else by indicators that
 * do not contradict each other. Undefined if unclear; the seat is then asked again.
 */
export function readVoteProse(lines: readonly ReplyLine[], language: ReaderWords): ProseVote | undefined {
  const inWords = ownProse(lines).replace(sign, (_, yes) => (yes ? "yes" : "no"))
  const prose = plainProse(withoutQuotedSpeech(inWords)).replaceAll(labelledAnswer, "this")
  const parsedSentences = sentences(prose)
  for (const { votes } of [language, ...allWords.filter((other) => other.code !== language.code)]) {
    const read = markedVote(prose, votes) ?? voteOfSentences(parsedSentences, votes)
    if (read === undefined) continue
    if (read === "unclear") return undefined
    const solution = read.hasConsensus ? solutionIn(prose, parsedSentences, votes) : undefined
    return { ...read, ...(solution !== undefined && { proposedSolution: solution }) }
  }
  return undefined
}

/** Phrases up to this width are not solutions: "the solution is fine". A Chinese character counts as two. */
const maxFillerWidth = 10

function displayWidth(text: string): number {
  return text.length + (text.match(/\p{Script=Han}/gu)?.length ?? 0)
}

/** The rest of the sentence after "the solution is" or "we agree on"; if it ends there, the next sentence. */
function solutionIn(prose: string, parsedSentences: readonly Sentence[], lexicon: VoteLexicon): string | undefined {
  for (const [index, { words: all, question }] of parsedSentences.entries()) {
    const end = question ? undefined : endOfFirst(all, lexicon.solutions)
    const next = parsedSentences[index + 1]
    const from = end === undefined ? undefined : (all.slice(end).find((word) => !isPunctuation(word)) ?? next?.words[0])
    const to = from && (from.start > all.at(-1)!.end ? next! : { words: all }).words.at(-1)!.end
    const solution = from && solutionText(prose.slice(from.start, to))
    if (solution !== undefined && displayWidth(solution) > maxFillerWidth) return solution
  }
  return undefined
}

/** Index after the first of the phrases. */
function endOfFirst(all: readonly Word[], phrases: readonly string[]): number | undefined {
  const book = phraseBookOf(phrases)
  const index = all.findIndex((_, at) => book.longestMatchAt(all, at) !== undefined)
  return index < 0 ? undefined : index + book.longestMatchAt(all, index)!.length
}

const bracketedMarker = /\[(?<mark>[^[\]\n]{1,40})\]/gu
const namedLine = /^[\s•-]{0,8}(?<name>[^:(\n–—-]{1,40})(?:[:–—]|\s-\s|\n{1,2}(?=[^\n]{1,9}$))(?<value>[^\n]+)$/gmu
/** The requested words in capitals, at the start of the reply: "NO, the price is open". */
const opening = /^\W{0,9}(?<value>(?:YES|NO|SÍ|SI)(?=[.,;:!–—]|\s+[-–—(]|\s*$)[^\n]*)/mu

/** `[AGREE]`, a line such as `My vote: no`, or the word in capitals. If they differ, those on the last line count. */
function markedVote(prose: string, lexicon: VoteLexicon): ProseVote | "unclear" | undefined {
  const found: { readonly agrees: boolean; readonly index: number }[] = []
  for (const { groups, index } of prose.matchAll(bracketedMarker)) {
    const agrees = stanceOf(groups?.mark ?? "", lexicon, false)
    if (agrees === undefined) continue
    const before = prose.slice(Math.max(prose.lastIndexOf("\n", index), index - 200, 0), index)
    // "If you agree, answer [AGREE]" repeats the question.
    if (!contain(words(before), lexicon.conditions)) found.push({ agrees, index })
  }
  const start = opening.exec(prose)
  for (const { groups, index } of [...(start?.index === 0 ? [start] : []), ...prose.matchAll(namedLine)]) {
    const { name, value = "" } = groups ?? {}
    if (name !== undefined && !contain(words(name), lexicon.votes)) continue
    const agrees = bareAnswer(value) ?? stanceOf(value, lexicon, true)
    if (agrees !== undefined) found.push({ agrees, index })
  }
  const lastLine = prose.trimEnd().lastIndexOf("\n")
  const marks = new Set(found.map(({ agrees }) => agrees))
  const final = new Set(found.flatMap(({ agrees, index }) => (index >= lastLine ? [agrees] : [])))
  const [vote, ...others] = marks.size > 1 ? final : marks
  if (vote === undefined || others.length > 0) return marks.size > 1 ? "unclear" : undefined
  return { hasConsensus: vote, confidence: certainty.marked }
}

/** The yes or no that is the first clause of a text, unless its sentence goes on with a doubt: "yes, but". */
function bareAnswer(text: string): boolean | undefined {
  const all = sentences(text)[0]?.words ?? []
  const at = all.findIndex((_, index) => index > 0 && endsClause(all, index))
  const end = at < 0 ? all.length : at
  const answer = readYesNo(text.slice(0, all[end - 1]?.end ?? 0))
  const doubts = allWords.flatMap(({ votes }) => [votes.contrasts, votes.conditions, votes.concessions, votes.hedges])
  const isClear = answer?.alone && readYesNo(text) && !doubts.some((list) => contain(all.slice(end), list))
  return isClear ? answer.answer : undefined
}

/** Whether a short text agrees; undefined if it is longer or says neither. */
function stanceOf(mark: string, lexicon: VoteLexicon, mayAnswer: boolean): boolean | undefined {
  const all = words(mark)
  if (all.length === 0 || all.length > 8) return undefined
  const { says } = sentenceVerdict({ words: all, question: false }, lexicon, mayAnswer)
  return says === "yes" || says === "no" ? says === "yes" : undefined
}

/** Maximum number of sentences for trusting weak indicators; in longer replies they may be about anything. */
const maxShortReply = 2

function voteOfSentences(
  parsedSentences: readonly Sentence[],
  lexicon: VoteLexicon,
): ProseVote | "unclear" | undefined {
  const own = parsedSentences.filter(({ words: all, question }) => !question && !all.every(isPunctuation))
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
    // A later doubt does not revoke an explicit answer, but "I agree. I disagree." is unclear.
    const [other] = own.length === 2 ? verdicts.toSpliced(opening, 1) : []
    const isRevoked = other?.firm && other.says !== "nothing" && other.says !== first.says
    if (isRevoked && !own.some((sentence) => contain(sentence.words, lexicon.contrasts))) return "unclear"
    return { hasConsensus: first.says === "yes", confidence: certainty.explicit }
  }
  const indicators = verdicts.filter(({ says, firm }) => says !== "nothing" && (firm || own.length <= maxShortReply))
  const [verdict, ...others] = new Set(indicators.map(({ says }) => says))
  if (verdict === undefined) return own.length <= maxShortReply && namesSolution(own, lexicon) ? leaningYes : undefined
  // In a reply with a contrast ("however"), weak indicators may be about something else.
  const isLeaning = indicators.every(({ firm }) => !firm)
  const isHedged = isLeaning && own.some((sentence) => contain(sentence.words, lexicon.contrasts))
  if (others.length > 0 || verdict === "unclear" || isHedged) return "unclear"
  const confidence = isLeaning ? certainty.leaning : indicators.length > 1 ? certainty.repeated : certainty.lone
  return { hasConsensus: verdict === "yes", confidence }
}

const leaningYes: ProseVote = { hasConsensus: true, confidence: certainty.leaning }

/** Whether a reply states the agreed solution without any doubt: "The solution is to wait". */
function namesSolution(own: readonly Sentence[], lexicon: VoteLexicon): boolean {
  const doubts = [lexicon.negations, lexicon.contrasts, lexicon.conditions, lexicon.faults]
  return (
    own.some(({ words: all }) => contain(all, lexicon.agreed)) &&
    !own.some(({ words: all }) => doubts.some((list) => contain(all, list)))
  )
}
