import type { Texts } from "../../../texts/languages.ts"
import { en, type HomeTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const homeTexts: Texts<HomeTexts> = { en, es, zh }
