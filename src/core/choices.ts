/** Names that people choose from. They stand apart from the schemas, so that help and completion load nothing else. */
export const presetNames = ["panel", "hive", "assembly", "duet"] as const
export type PresetName = (typeof presetNames)[number]

export const orders = ["fixed", "shuffled", "parallel", "chosen"] as const
export type Order = (typeof orders)[number]

/** What becomes of a turn whose wait for a person is over. */
export const waitEnds = ["skip", "pass", "pause"] as const

export const languageCodes = ["en", "es", "zh"] as const
export type LanguageCode = (typeof languageCodes)[number]
