import type { AgentsTexts } from "./en.ts"

export const zh: AgentsTexts = {
  title: "代理",
}
