import type { Texts } from "../../../texts/languages.ts"
import { en, type ProjectsTexts } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const projectsTexts: Texts<ProjectsTexts> = { en, es, zh }
