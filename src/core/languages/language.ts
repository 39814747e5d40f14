import type { buildLanguage } from "./build-language.ts"
import type { english } from "./en.ts"

export type Language = ReturnType<typeof buildLanguage>

/** The words of one language: all that English has. */
export type LanguageWords = typeof english

/** How a sub-discussion came back: with a solution, a proposal, what was said last, or nothing. */
export type SubDiscussionReport = keyof LanguageWords["subDiscussion"]["report"]

export type YesNoQuestion = keyof LanguageWords["vote"]["questions"]
