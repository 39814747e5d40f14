import type { HomeTexts } from "./en.ts"

export const es: HomeTexts = {
  title: "Inicio",
}
