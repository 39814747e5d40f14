import type { Texts } from "../../../texts/languages.ts"
import { type DiscussionTexts, en } from "./en.ts"
import { es } from "./es.ts"
import { zh } from "./zh.ts"

export const discussionTexts: Texts<DiscussionTexts> = { en, es, zh }
