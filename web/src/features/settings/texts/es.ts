import type { SettingsTexts } from "./en.ts"

export const es: SettingsTexts = {
  title: "Ajustes",
}
