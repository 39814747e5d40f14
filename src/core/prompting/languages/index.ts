import { type LanguageCode, languageCodes } from "../../choices.ts"
import { english } from "./en.ts"
import { spanish } from "./es.ts"
import type { Language } from "./language.ts"
import { mandarin } from "./zh.ts"

export { type LanguageCode, languageCodes }

export const languages: Readonly<Record<LanguageCode, Language>> = { en: english, es: spanish, zh: mandarin }

export function isLanguageCode(code: string): code is LanguageCode {
  return Object.hasOwn(languages, code)
}

/** The language that `en-GB`, `zh_CN` or `ES` asks for; undefined where it is not there. */
export function findLanguage(code: string): Language | undefined {
  if (isLanguageCode(code)) return languages[code]
  const base = code.trim().toLowerCase().split(/[-_]/, 1)[0] ?? ""
  return isLanguageCode(base) ? languages[base] : undefined
}

/** The same; a language that is not there is answered in English. */
export function languageFor(code: string): Language {
  return findLanguage(code) ?? english
}
