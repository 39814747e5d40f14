import type { Texts } from "../../texts/languages.ts"
import { en, type ShellTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

/** The frame of the page, and what every feature has in common. */
export const shellTexts: Texts<ShellTexts> = { en, es, zh }
