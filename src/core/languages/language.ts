import type { buildLanguage } from "./build-language.ts"
import type { english } from "./en.ts"

/** A language as the rest of the code uses it. */
export type Language = ReturnType<typeof buildLanguage>

/** The words of one language: all that English has. */
export type LanguageWords = typeof english

/** How a sub-discussion came back: with a solution, a proposal, what was said last, or nothing. */
export type SubDiscussionReport = keyof LanguageWords["subDiscussion"]["report"]

/** A ballot that is answered with yes or no. */
export type YesNoQuestion = keyof LanguageWords["vote"]["questions"]
