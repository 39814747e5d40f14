import type { ShellTexts } from "../texts/en/shell.ts"
import { textsByLanguage } from "../texts/languages.ts"

/** The frame of the page, and what every feature has in common. */
export const shellTexts = textsByLanguage<ShellTexts>(
  import.meta.glob("../texts/*/shell.ts", { eager: true, import: "texts" }),
)
