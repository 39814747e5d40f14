import type { Texts } from "../../../texts/languages.ts"
import { en, type SettingsTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const settingsTexts: Texts<SettingsTexts> = { en, es, zh }
