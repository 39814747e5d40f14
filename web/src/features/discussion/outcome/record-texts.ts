import type { RecordTexts } from "../../../texts/en/record.ts"
import { textsByLanguage } from "../../../texts/languages.ts"

export const recordTexts = textsByLanguage<RecordTexts>(
  import.meta.glob("../../../texts/*/record.ts", { eager: true, import: "texts" }),
)
