import { beginWith, contain, isPunctuation, words } from "../words/words.ts"
import { type Sentence, sentences, spokenProse, withoutQuotedSpeech } from "./prose.ts"
import { readYesNo } from "./read-yes-no.ts"
import { ownProse, type ReplyLine } from "./reply-lines.ts"
import { sentenceVerdict } from "./sentence-verdict.ts"
import { allWords } from "./words/index.ts"
import type { ReaderWords, VoteLexicon } from "./words/reader-words.ts"

export interface ProseVote {
  readonly hasConsensus: boolean
  readonly confidence: number
}

/** How sure a reading is: on recorded replies each was right more often than the next. */
const sureness = { marked: 70, explicit: 60, repeated: 50, lone: 40 } as const

/**
 * Whether prose agrees: by a mark or a line that says so, else by its first sentence, else by signs that all say the same.
 * Undefined when it does not tell: who is unclear is asked again.
 */
export function readVoteProse(lines: readonly ReplyLine[], language: ReaderWords): ProseVote | undefined {
  const prose = spokenProse(withoutQuotedSpeech(ownProse(lines)))
  const said = sentences(prose)
  for (const { votes } of [language, ...allWords.filter((other) => other.code !== language.code)]) {
    const read = markedVote(prose, votes) ?? spokenVote(said, votes)
    if (read !== undefined) return read === "unclear" ? undefined : read
  }
  return undefined
}

const bracketed = /(?<before>[^[\]\n]{0,200})\[\s{0,3}(?<mark>[^[\]\n]{1,40})\]/gu
const named = /^[\s•-]{0,8}(?<name>[^:\n]{1,40}):(?<value>[^\n]{1,60})$/gmu

/** `[AGREE]` anywhere, or a line like `My vote: no`; of two that differ neither counts. */
function markedVote(prose: string, lexicon: VoteLexicon): ProseVote | "unclear" | undefined {
  const found = new Set<boolean>()
  for (const { groups } of prose.matchAll(bracketed)) {
    const { before = "", mark = "" } = groups ?? {}
    // "If you agree, answer [AGREE]" is the question.
    if (!contain(words(before), lexicon.conditions)) found.add(stance(mark, lexicon)!)
  }
  for (const { groups } of prose.matchAll(named)) {
    const { name = "", value = "" } = groups ?? {}
    if (contain(words(name), lexicon.votes)) found.add((readYesNo(value)?.answer ?? stance(value, lexicon))!)
  }
  found.delete(undefined!)
  if (found.size > 1) return "unclear"
  return found.size === 0 ? undefined : { hasConsensus: found.has(true), confidence: sureness.marked }
}

/** What a mark stands for, where it is a word of agreement or disagreement and no more. */
function stance(mark: string, lexicon: VoteLexicon): boolean | undefined {
  const all = words(mark).filter((word) => !isPunctuation(word))
  const verdict = all.length > 5 ? "none" : sentenceVerdict({ words: all, question: false }, lexicon)
  return verdict === "yes" || verdict === "no" ? verdict === "yes" : undefined
}

function spokenVote(said: readonly Sentence[], lexicon: VoteLexicon): ProseVote | "unclear" | undefined {
  const own = said.filter(({ words: all, question }) => !question && !all.every(isPunctuation))
  const verdicts = own.map((sentence) =>
    own.length > 1 && beginWith(sentence.words, lexicon.courtesies) ? "none" : sentenceVerdict(sentence, lexicon),
  )
  const opening = verdicts[own.findIndex((sentence) => !beginWith(sentence.words, lexicon.greetings))]
  if (opening === "yes" || opening === "no") return { hasConsensus: opening === "yes", confidence: sureness.explicit }
  const told = verdicts.filter((verdict) => verdict !== "none")
  const [only, ...others] = new Set(told)
  if (only === undefined) return undefined
  if (others.length > 0 || only === "unclear") return "unclear"
  return { hasConsensus: only === "yes", confidence: told.length > 1 ? sureness.repeated : sureness.lone }
}
