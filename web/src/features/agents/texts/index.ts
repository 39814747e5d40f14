import type { Texts } from "../../../texts/languages.ts"
import { type AgentsTexts, en } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const agentsTexts: Texts<AgentsTexts> = { en, es, zh }
