import { assembly } from "./assembly.ts"
import { duet } from "./duet.ts"
import type { Format } from "./format.ts"
import { hive } from "./hive.ts"
import { panel } from "./panel.ts"

export const presetNames = ["panel", "hive", "assembly", "duet"] as const
export type PresetName = (typeof presetNames)[number]

export const presets: Readonly<Record<PresetName, Format>> = { panel, hive, assembly, duet }

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name)
}
