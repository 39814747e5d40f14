import type { PeopleTexts } from "../../../texts/en/people.ts"
import { textsByLanguage } from "../../../texts/languages.ts"

export const peopleTexts = textsByLanguage<PeopleTexts>(
  import.meta.glob("../../../texts/*/people.ts", { eager: true, import: "texts" }),
)
