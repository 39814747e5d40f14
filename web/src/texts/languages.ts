export const languages = ["en", "es", "zh"] as const
export type Language = (typeof languages)[number]

/** Each language by its own name, for those who read no other. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", es: "Español", zh: "中文" }

/** A feature's texts in every language; one that lacks a text does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>

/** The first of the reader's languages that there is. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.toLowerCase().split("-")[0])
  return codes.flatMap((code) => languages.filter((language) => language === code))[0] ?? "en"
}
