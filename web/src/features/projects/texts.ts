import type { ProjectsTexts } from "../../texts/en/projects.ts"
import { textsByLanguage } from "../../texts/languages.ts"

export const projectsTexts = textsByLanguage<ProjectsTexts>(
  import.meta.glob("../../texts/*/projects.ts", { eager: true, import: "texts" }),
)
