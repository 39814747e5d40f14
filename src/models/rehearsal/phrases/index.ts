import { en } from "./en.ts"
import { es } from "./es.ts"
import type { PhraseBook } from "./phrase-book.ts"
import { zh } from "./zh.ts"

export const phraseBooks: readonly PhraseBook[] = [en, es, zh]

/** `es-MX` and `zh_CN` are es and zh; a language that has no phrase book is spoken in English. */
export function phraseBook(language: string): PhraseBook {
  const base = language.trim().toLowerCase().split(/[-_]/, 1)[0]
  return phraseBooks.find(({ code }) => code === base) ?? en
}
