import type { AdminTexts } from "../../texts/en/admin.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const adminTexts = textsByLanguage<AdminTexts>(
  import.meta.glob("../../texts/*/admin.ts", { eager: true, import: "texts" }),
)
