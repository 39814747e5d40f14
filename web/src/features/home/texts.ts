import type { HomeTexts } from "../../texts/en/home.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const homeTexts = textsByLanguage<HomeTexts>(
  import.meta.glob("../../texts/*/home.ts", { eager: true, import: "texts" }),
)
