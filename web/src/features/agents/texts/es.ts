import type { AgentsTexts } from "./en.ts"

export const es: AgentsTexts = {
  title: "Agentes",
}
