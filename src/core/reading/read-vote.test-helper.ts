import { readVote } from "./read-vote.ts"
import type { LanguageCode } from "./words/index.ts"

export type Expected = boolean | "unreadable"

export function read(text: string, code: LanguageCode = "en") {
  return readVote({ text, language: { code } })
}

export function answer(text: string, code: LanguageCode = "en"): Expected {
  const vote = read(text, code)
  return vote.reading === "unreadable" ? "unreadable" : vote.hasConsensus
}
