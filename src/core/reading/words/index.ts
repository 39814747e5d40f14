import { englishWords } from "./en.ts"
import { spanishWords } from "./es.ts"
import type { ReaderWords } from "./reader-words.ts"
import { mandarinWords } from "./zh.ts"

export const languageCodes = ["en", "es", "zh"] as const
export type LanguageCode = (typeof languageCodes)[number]

export const allWords: readonly ReaderWords[] = [englishWords, spanishWords, mandarinWords]

/** The reader words for a code such as `en` or `en-GB`; defaults to English. */
export function wordsOf({ code }: { readonly code: string }): ReaderWords {
  const base = code.trim().toLowerCase().split(/[-_]/, 1)[0]
  return allWords.find((words) => words.code === base) ?? englishWords
}
