import type { AgentsTexts } from "../../texts/en/agents.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const agentsTexts = textsByLanguage<AgentsTexts>(
  import.meta.glob("../../texts/*/agents.ts", { eager: true, import: "texts" }),
)
