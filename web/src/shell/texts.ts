import type { ShellTexts } from "../texts/en/shell.ts"
import { textsByLanguage } from "../texts/languages.ts"

/** Texts of the shell and those that all features share. */
export const shellTexts = textsByLanguage<ShellTexts>(
  import.meta.glob("../texts/*/shell.ts", { eager: true, import: "texts" }),
)
