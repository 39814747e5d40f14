import type { Texts } from "../../../texts/languages.ts"
import { en, type ModelsTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const modelsTexts: Texts<ModelsTexts> = { en, es, zh }
