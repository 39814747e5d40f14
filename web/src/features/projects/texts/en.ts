export const en = {
  title: "Projects",
}

export type ProjectsTexts = typeof en
