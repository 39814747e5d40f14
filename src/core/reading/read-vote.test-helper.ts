import { type LanguageCode, languages } from "../prompting/languages/index.ts"
import { readVote } from "./read-vote.ts"

export type Expected = boolean | "unreadable"

export function read(text: string, code: LanguageCode = "en") {
  return readVote({ text, language: languages[code] })
}

export function answer(text: string, code: LanguageCode = "en"): Expected {
  const vote = read(text, code)
  return vote.reading === "unreadable" ? "unreadable" : vote.hasConsensus
}
