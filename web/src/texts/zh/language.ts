import type { LanguageTexts } from "../en/language.ts"

export const texts: LanguageTexts = { name: "中文", tag: "zh-Hans" }
