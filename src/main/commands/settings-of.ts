import { readSettings, type Settings } from "../settings.ts"
import type { CommandContext } from "./command-context.ts"

export function settingsOf({ options, env, folder }: CommandContext): Promise<Settings> {
  return readSettings(options, env, folder)
}
