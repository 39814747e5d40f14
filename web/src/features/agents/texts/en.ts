export const en = {
  title: "Agents",
}

export type AgentsTexts = typeof en
