import type { Texts } from "../../../texts/languages.ts"
import { type ChatTexts, en } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const chatTexts: Texts<ChatTexts> = { en, es, zh }
