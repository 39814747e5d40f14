export const en = {
  title: "Settings",
}

export type SettingsTexts = typeof en
