import type { HistoryTexts } from "../../texts/en/history.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const historyTexts = textsByLanguage<HistoryTexts>(
  import.meta.glob("../../texts/*/history.ts", { eager: true, import: "texts" }),
)
