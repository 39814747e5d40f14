import type { Texts } from "../../../texts/languages.ts"
import { en, type HistoryTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const historyTexts: Texts<HistoryTexts> = { en, es, zh }
