import { type ProcessSettings, readProcessSettings } from "../process-settings.ts"
import type { CommandContext } from "./command-context.ts"

export function settingsOf({ options, env, folder }: CommandContext): ProcessSettings {
  return readProcessSettings(options, env, folder)
}
