export const languageCodes = ["en", "es", "zh"] as const
export type LanguageCode = (typeof languageCodes)[number]

/** Each language by its own name, for those who read no other. */
export const languageNames: Readonly<Record<LanguageCode, string>> = { en: "English", es: "Español", zh: "中文" }

/** A feature's texts in every language; one that lacks a text does not compile. */
export type Texts<T> = Readonly<Record<LanguageCode, T>>

/** The language that a code like `es-AR` means, where it is one of ours. */
export function knownLanguage(code: string | undefined): LanguageCode | undefined {
  return languageCodes.find((language) => language === code?.toLowerCase().split("-")[0])
}

/** The first of the reader's languages that there is. */
export function preferredLanguage(wanted: readonly string[]): LanguageCode {
  return wanted.map(knownLanguage).find((language) => language !== undefined) ?? "en"
}
