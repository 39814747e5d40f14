import { beginWith, isPunctuation, type Word, words } from "../words/words.ts"
import { toPlainCharacters } from "./reply-lines.ts"
import type { VoteLexicon } from "./words/reader-words.ts"

/** A sentence without its final punctuation. */
export interface Sentence {
  readonly words: readonly Word[]
  readonly question: boolean
}

/** Markdown emphasis, but not underscores and asterisks within a word. */
const emphasis = /(?<![\p{L}\p{N}])[*_~#]+|[*_~#]+(?![\p{L}\p{N}])/gu
const latex = /\\(?:boxed|text|textbf|mathrm|mathbf)\s?\{([^{}\n]{0,200})\}|\$/gu

const pictographs = /(?:\p{Extended_Pictographic}|✓)\uFE0F?/gu

/** Strips emphasis, LaTeX wrappers, emoji and line breaks within sentences, and normalizes characters. */
export function plainProse(prose: string): string {
  return toPlainCharacters(prose)
    .replace(latex, "$1")
    .replace(latex, "$1")
    .replace(/`([^`\n]{1,20})`/gu, "$1")
    .replace(pictographs, " ")
    .replace(emphasis, "")
    .replace(/([\p{L},])[ \t]*\n(?=[ \t]*\p{Ll})/gu, "$1 ")
}

const sentenceEnds: ReadonlySet<string> = new Set([".", "!", "?", "。", ";", "…", "\n", "¡", "¿"])
const clauseEnds: ReadonlySet<string> = new Set([",", "、", ":", "(", ")", "—", "–", "[", "]"])

export function sentences(prose: string): Sentence[] {
  const all = words(prose)
  const found: Sentence[] = []
  let start = 0
  for (let index = 0; index <= all.length; index++) {
    if (index < all.length && !endsSentence(all, index)) continue
    if (index > start) found.push({ words: all.slice(start, index), question: all[index]?.text === "?" })
    start = index + 1
  }
  return found
}

function endsSentence(all: readonly Word[], index: number): boolean {
  const word = all[index]!
  if (!sentenceEnds.has(word.text)) return false
  const next = all[index + 1]
  // The dot in 3.5 or example.com does not end a sentence.
  return word.text !== "." || next === undefined || next.start !== word.end || isPunctuation(next)
}

export function endsClause(all: readonly Word[], index: number): boolean {
  const word = all[index]!
  if (clauseEnds.has(word.text)) return true
  return word.text === "-" && all[index - 1]?.end !== word.start
}

/** Whether a sentence is only a polite opening: thank you, sure. */
export function isPolite({ words: all }: Sentence, { greetings, courtesies }: VoteLexicon): boolean {
  return beginWith(all, greetings) || (all.length <= 3 && beginWith(all, courtesies))
}

const quotedSpeech = [
  /"[^"\n]{0,600}"/gu,
  /“[^“”\n]{0,600}”/gu,
  /«[^«»\n]{0,600}»/gu,
  /「[^「」\n]{0,600}」/gu,
  /『[^『』\n]{0,600}』/gu,
  /‘[^‘’\n]{0,600}’(?!\p{L})/gu,
  /(?<=^|[\s(])'[^'\n]{1,600}'(?=[\s.,;:!?)]|$)/gmu,
  /`[^`\n]{0,600}`/gu,
]

/** Removes quotations, which are someone else's words, and unwraps a reply that is quoted as a whole. */
export function withoutQuotedSpeech(prose: string): string {
  const whole = /^\s*["“«「'‘]([^"“”«»「」]*)["”»」'’]\s*$/u.exec(prose)
  if (whole !== null) return whole[1]!
  return quotedSpeech.reduce((text, quotation) => text.replace(quotation, " "), prose)
}
