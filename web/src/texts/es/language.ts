import type { LanguageTexts } from "../en/language.ts"

export const texts: LanguageTexts = { name: "Español", tag: "es" }
