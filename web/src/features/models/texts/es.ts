import type { ModelsTexts } from "./en.ts"

export const es: ModelsTexts = {
  title: "Modelos",
}
