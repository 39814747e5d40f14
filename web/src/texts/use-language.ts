import { Stored, useStored } from "../preferences/stored.ts"
import { type Language, languages, preferredLanguage, type Texts } from "./languages.ts"

const stored = new Stored<Language>("conclave.language", languages, preferredLanguage(navigator.languages))

function apply(): void {
  document.documentElement.lang = stored.value === "zh" ? "zh-Hans" : stored.value
}

/** Keeps the page's declared language true. */
export function followLanguage(): void {
  apply()
  stored.subscribe(apply)
}

export function useLanguage(): readonly [Language, (language: Language) => void] {
  return [useStored(stored), (language) => stored.set(language)]
}

/** The texts of a feature in the reader's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useStored(stored)]
}
