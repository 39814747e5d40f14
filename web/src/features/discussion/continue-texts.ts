import type { ContinueTexts } from "../../texts/en/continue.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const continueTexts = textsByLanguage<ContinueTexts>(
  import.meta.glob("../../texts/*/continue.ts", { eager: true, import: "texts" }),
)
