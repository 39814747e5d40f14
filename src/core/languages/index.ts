import type { Seat } from "../discussion/seat.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { buildLanguage } from "./build-language.ts"
import { english } from "./en.ts"
import { spanish } from "./es.ts"
import type { Language, LanguageWords, PromptStyle } from "./language.ts"
import { mandarin } from "./zh.ts"

const words = { en: english, es: spanish, zh: mandarin } satisfies Record<string, LanguageWords>

export type LanguageCode = keyof typeof words
export const languageCodes = Object.keys(words) as readonly LanguageCode[]

export const languages = Object.fromEntries(
  Object.entries(words).map(([code, language]) => [code, buildLanguage(language)]),
) as Readonly<Record<LanguageCode, Language>>

export const promptStyles = Object.keys(english.rules.styles) as readonly PromptStyle[]

export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code)
}

/** Finds the language of a code such as `en-GB`, `zh_CN` or `ES`. */
export function findLanguage(code: string): Language | undefined {
  if (isLanguageCode(code)) return languages[code]
  const base = code.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ""
  return isLanguageCode(base) ? languages[base] : undefined
}

/** Falls back to English. */
export function languageFor(code: string): Language {
  return findLanguage(code) ?? languages.en
}

/** The language of a seat's prompts: its own, or the discussion's. */
export function seatLanguage({ table }: DiscussionState, { language }: Seat): Language {
  return languageFor(language ?? table.language)
}
