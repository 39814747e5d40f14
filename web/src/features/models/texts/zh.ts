import type { ModelsTexts } from "./en.ts"

export const zh: ModelsTexts = {
  title: "模型",
}
