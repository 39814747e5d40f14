import { type PresetName, presetNames } from "../choices.ts"
import { assembly } from "./assembly.ts"
import { duet } from "./duet.ts"
import type { Format } from "./format.ts"
import { hive } from "./hive.ts"
import { panel } from "./panel.ts"

export { type PresetName, presetNames }

export const presets: Readonly<Record<PresetName, Format>> = { panel, hive, assembly, duet }

/** What each is good for, in a sentence. */
export const presetDescriptions: Readonly<Record<PresetName, string>> = {
  panel: "A project's standing panel: roles speak in turn, people among them, and the last word is a plan.",
  hive: "Three specialists open, draw together and test a question; the queen writes what came of it.",
  assembly: "A group deliberates in shuffled order and decides by a secret ballot that its members call themselves.",
  duet: "Two models speak in turn until both say that they stand behind the same solution.",
}

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name)
}
