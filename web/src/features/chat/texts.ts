import type { ChatTexts } from "../../texts/en/chat.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const chatTexts = textsByLanguage<ChatTexts>(
  import.meta.glob("../../texts/*/chat.ts", { eager: true, import: "texts" }),
)
