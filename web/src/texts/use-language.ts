import { StoredPreference, useStoredPreference } from "../preferences/stored-preference.ts"
import { type LanguageCode, languageCodes, languages, preferredLanguage, type Texts } from "./languages.ts"

const stored = new StoredPreference<LanguageCode>(
  "conclave.language",
  languageCodes,
  preferredLanguage(navigator.languages),
)

function apply(): void {
  document.documentElement.lang = languages[stored.value].tag
}

/** Keeps the page's declared language true. */
export function initLanguage(): void {
  apply()
  stored.subscribe(apply)
}

/** For what is put into words while a component that uses the language is drawn. */
export function currentLanguage(): LanguageCode {
  return stored.value
}

export function useLanguage(): readonly [LanguageCode, (language: LanguageCode) => void] {
  return [useStoredPreference(stored), (language) => stored.set(language)]
}

/** The texts of a feature in the reader's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useStoredPreference(stored)]
}
