import type { ProjectsTexts } from "./en.ts"

export const es: ProjectsTexts = {
  title: "Proyectos",
}
