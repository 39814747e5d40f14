import { presets } from "../core/formats/index.ts"
import { baseSettings, settingsSchema } from "../core/formats/settings.ts"

export interface SettingLine {
  readonly name: string
  readonly about: string
  readonly usual: unknown
}

/** Every setting that a discussion may override, with what it is in a format. */
export function settingsList(format?: string): readonly SettingLine[] {
  const preset = Object.values(presets).find(({ name }) => name === format)
  const values: Readonly<Record<string, unknown>> = preset?.settings ?? baseSettings
  return Object.entries(settingsSchema.shape).map(([name, { description }]) => ({
    name,
    about: description ?? aboutOthers[name] ?? "",
    usual: values[name],
  }))
}

const aboutOthers: Readonly<Record<string, string>> = {
  temperature: "of a spoken turn",
  maxTokens: "the most tokens of a spoken turn",
  voteTemperature: "of a vote",
  voteMaxTokens: "the most tokens of a vote",
}
