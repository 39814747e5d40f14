import type { ModelsTexts } from "../../texts/en/models.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const modelsTexts = textsByLanguage<ModelsTexts>(
  import.meta.glob("../../texts/*/models.ts", { eager: true, import: "texts" }),
)
