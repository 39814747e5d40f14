import { baseSettings, defaultTurnLimit, type Settings } from "../discussion/settings.ts"
import type { CustomFormat } from "./discussion-input.ts"

export const presetNames = ["panel", "hive", "assembly", "duet"] as const
export type PresetName = (typeof presetNames)[number]

/** Default stop sequences at `/api/discussions/{projectId}`: an answer is one paragraph of one speaker. */
export const projectPanelStops: readonly string[] = ["[", "\n\n", "Speaker:"]

/** A project's standing panel: seats speak one at a time in a fixed order, people among them. */
const panel: CustomFormat = {
  name: "panel",
  promptStyle: "panel",
  minSeats: 1,
  maxSeats: 50,
  defaultSeats: [
    { name: "Manager", role: "manager" },
    { name: "Leader", role: "leader" },
    { name: "Specialist", role: "specialist" },
  ],
  defaultRole: "specialist",
  silentRoles: [],
  limitReason: "max_rounds",
  stages: [{ kind: "speak", sees: "all" }],
  record: { kind: "record" },
  settings: { ...baseSettings, rounds: 3, turnsPerRun: defaultTurnLimit, stop: ["\n<<", "\nSpeaker:"] },
}

/** Three specialists discuss, may pass, and the queen writes the synthesis. */
const hive: CustomFormat = {
  name: "hive",
  promptStyle: "hive",
  minSeats: 1,
  maxSeats: 50,
  defaultSeats: [
    { name: "Divergent", role: "divergent" },
    { name: "Convergent", role: "convergent" },
    { name: "Critical", role: "critical" },
    { name: "Queen", role: "queen" },
  ],
  defaultRole: "specialist",
  silentRoles: ["queen"],
  limitReason: "max_rounds",
  stages: [{ kind: "speak", sees: "all" }],
  closing: { kind: "synthesis", by: "queen" },
  settings: { ...baseSettings, rounds: 3, passing: true, smartTermination: true },
}

/** A group deliberates in shuffled order; any seat may call for a vote, all must confirm, then the ballot is secret. */
const assembly: CustomFormat = {
  name: "assembly",
  promptStyle: "assembly",
  minSeats: 2,
  maxSeats: 50,
  defaultSeats: [
    { name: "Ash", role: "member" },
    { name: "Birch", role: "member" },
    { name: "Cedar", role: "member" },
    { name: "Elm", role: "member" },
    { name: "Fir", role: "member" },
  ],
  defaultRole: "member",
  silentRoles: [],
  limitReason: "max_rounds",
  stages: [
    { kind: "speak", sees: "all" },
    { kind: "ballot", asks: "call", secret: true, agreement: "any", onlyAfterPassed: false, decides: false },
    { kind: "ballot", asks: "confirm", secret: true, agreement: "all", onlyAfterPassed: true, decides: false },
    { kind: "ballot", asks: "choice", secret: true, onlyAfterPassed: true, decides: true },
  ],
  record: { kind: "record" },
  settings: {
    ...baseSettings,
    rounds: 10,
    order: "shuffled",
    finisherRestriction: true,
    statementMinLength: "language",
    historyStatementMaxLength: 300,
    memoryStyle: "narrative",
    turnTimeoutMs: 30_000,
    timeoutGrowth: 1.5,
  },
}

/** Two models take turns until both say that they agree. */
const duet: CustomFormat = {
  name: "duet",
  promptStyle: "duet",
  minSeats: 2,
  maxSeats: 2,
  defaultSeats: [
    { name: "Model A", role: "partner" },
    { name: "Model B", role: "partner" },
  ],
  seatIds: ["model-a", "model-b"],
  defaultRole: "partner",
  silentRoles: [],
  limitReason: "max_iterations",
  stages: [
    { kind: "speak", sees: "all" },
    { kind: "ballot", asks: "consensus", secret: false, onlyAfterPassed: false, decides: true },
  ],
  record: { kind: "record" },
  settings: { ...baseSettings, rounds: 10, totalTimeoutMs: 30 * 60_000, onFailure: "fail" },
}

/** The built-in formats. */
export const presets: Readonly<Record<PresetName, CustomFormat>> = { panel, hive, assembly, duet }

/** Used by requests that name no format. */
export const defaultFormat = hive as CustomFormat & { readonly name: PresetName }

/** Used by seats without a model, if the configuration sets none either. */
export const defaultModel = "rehearsal/auto"

export const presetDescriptions: Readonly<Record<PresetName, string>> = {
  panel: "A project's standing panel: a manager, a leader, specialists and people speak in a fixed order.",
  hive: "Three specialists explore, combine and challenge ideas; a queen writes the synthesis.",
  assembly: "A group deliberates in shuffled order and decides by a secret ballot that its members call for.",
  duet: "Two models take turns until both agree on one solution.",
}

/** Settings that the configuration file may set for every discussion of a preset. */
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
