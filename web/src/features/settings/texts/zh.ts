import type { SettingsTexts } from "./en.ts"

export const zh: SettingsTexts = {
  title: "设置",
}
