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

/** Sets the document's `lang` attribute. */
export function initLanguage(): void {
  apply()
  stored.subscribe(apply)
}

/** The current language, for code that runs while a component that uses the language renders. */
export function currentLanguage(): LanguageCode {
  return stored.value
}

export function useLanguage(): readonly [LanguageCode, (language: LanguageCode) => void] {
  return [useStoredPreference(stored), (language) => stored.set(language)]
}

/** A feature's texts in the reader's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useStoredPreference(stored)]
}
