import type { Format } from "../discussion/format.ts"
import type { Settings } from "../discussion/settings.ts"
import { assembly } from "./assembly.ts"
import { duet } from "./duet.ts"
import { hive } from "./hive.ts"
import { panel } from "./panel.ts"

export const presetNames = ["panel", "hive", "assembly", "duet"] as const
export type PresetName = (typeof presetNames)[number]

export const presets: Readonly<Record<PresetName, Format>> = { panel, hive, assembly, duet }

/** What a discussion is held by where nobody names a format. */
export const defaultFormat = hive as Format & { readonly name: PresetName }

/** What each is good for, in a sentence. */
export const presetDescriptions: Readonly<Record<PresetName, string>> = {
  panel: "A project's standing panel: roles speak in turn, people among them, and the last word is a plan.",
  hive: "Three specialists open, draw together and test a question; the queen writes what came of it.",
  assembly: "A group deliberates in shuffled order and decides by a secret ballot that its members call themselves.",
  duet: "Two models speak in turn until both say that they stand behind the same solution.",
}

/** What a configuration may set for every discussion of a preset. */
export const configurableSettings: Readonly<Record<PresetName, readonly (keyof Settings)[]>> = {
  panel: ["agreement"],
  hive: ["agreement", "rounds"],
  assembly: [
    ...(["agreement", "order", "finisherRestriction", "statementMinLength", "statementRetries"] as const),
    ...(["historyMaxLength", "memoryStyle", "memoryStatementMaxLength", "memoryTruncation"] as const),
  ],
  duet: ["agreement"],
}

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name)
}
