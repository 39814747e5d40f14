import { baseSettings, settingsSchema } from "../core/discussion/settings.ts"
import { presets } from "../core/formats/index.ts"

export interface SettingDescription {
  readonly name: string
  readonly about: string
  readonly usual: unknown
}

/** Every setting that a discussion may override, with what it is in a format. */
export function settingsList(format?: string): readonly SettingDescription[] {
  const preset = Object.values(presets).find(({ name }) => name === format)
  const values: Readonly<Record<string, unknown>> = preset?.settings ?? baseSettings
  return Object.entries(settingsSchema.shape).map(([name, { description }]) => ({
    name,
    about: description ?? otherDescriptions[name] ?? "",
    usual: values[name],
  }))
}

const otherDescriptions: Readonly<Record<string, string>> = {
  temperature: "of a spoken turn",
  maxTokens: "the most tokens of a spoken turn",
  voteTemperature: "of a vote",
  voteMaxTokens: "the most tokens of a vote",
}
