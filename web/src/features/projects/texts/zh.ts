import type { ProjectsTexts } from "./en.ts"

export const zh: ProjectsTexts = {
  title: "项目",
}
