import type { LanguageCode } from "../../../src/core/languages/index.ts"
import type { LanguageTexts } from "./en/language.ts"

export type { LanguageCode }

/** A feature's texts in every language. */
export type Texts<T> = Readonly<Record<LanguageCode, T>>

/** Built from a feature's file in each language's folder; `npm run verify` fails if one is missing or has another type. */
export function textsByLanguage<T>(files: Readonly<Record<string, T>>): Texts<T> {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split("/").at(-2), texts])) as Texts<T>
}

export const languages = textsByLanguage<LanguageTexts>(
  import.meta.glob("./*/language.ts", { eager: true, import: "texts" }),
)
export const languageCodes = Object.keys(languages) as readonly LanguageCode[]

/** The supported language of a code such as `es-AR`, if any. */
export function knownLanguage(code: string | undefined): LanguageCode | undefined {
  return languageCodes.find((language) => language === code?.toLowerCase().split("-")[0])
}

/** The first of the reader's languages that is supported. */
export function preferredLanguage(wanted: readonly string[]): LanguageCode {
  return wanted.map(knownLanguage).find((language) => language !== undefined) ?? "en"
}
