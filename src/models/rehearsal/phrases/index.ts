import { en, type Phrases } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const allPhrases: readonly Phrases[] = [en, es, zh]

/** `es-MX` and `zh_CN` are es and zh; a language without phrases is spoken in English. */
export function phrasesFor(language: string): Phrases {
  const base = language.trim().toLowerCase().split(/[-_]/, 1)[0]
  return allPhrases.find(({ code }) => code === base) ?? en
}
