import type { buildLanguage } from "./build-language.ts"
import type { english } from "./en.ts"

export type Language = ReturnType<typeof buildLanguage>

/** The words of one language: the same keys as English. */
export type LanguageWords = typeof english

/** The section of the prompt catalogue that has a format's rules and instructions. */
export type PromptStyle = keyof LanguageWords["rules"]["styles"]

/** What a sub-discussion reports: a solution, a proposal, the last statements or nothing. */
export type SubDiscussionReport = keyof LanguageWords["subDiscussion"]["report"]

export type YesNoQuestion = keyof LanguageWords["vote"]["questions"]
