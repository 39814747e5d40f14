import { areRehearsed } from "../discussion/seat.ts"
import { baseSettings } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { sumUsage } from "../discussion/usage.ts"
import { isPresetName, presets } from "../formats/index.ts"
import { languageFor } from "../languages/index.ts"
import { omitUndefined } from "../omit-undefined.ts"

export interface Fact {
  readonly title: string
  readonly lines: readonly string[]
}

export function isRehearsal({ everyone, turns }: DiscussionState): boolean {
  return areRehearsed([...everyone, ...turns.map(({ modelId: model }) => omitUndefined({ model }))])
}

/** Metadata for reports: dates, seats, settings that differ from the defaults, usage. */
export function discussionFacts(state: DiscussionState): readonly Fact[] {
  const { report } = languageFor(state.table.language)
  const { facts } = report
  const all = [
    { title: facts.date, lines: [dates(state)] },
    { title: facts.table, lines: [state.table.format.name] },
    { title: facts.seats, lines: seatLines(state) },
    { title: facts.settings, lines: changedSettings(state) },
    { title: facts.budget, lines: Object.entries(state.table.budget).map(([name, value]) => `${name}: ${value}`) },
    { title: facts.tally, lines: tallyLines(state) },
    { title: facts.baseline, lines: state.outcome?.baseline ? [state.outcome.baseline.sentence] : [] },
    { title: facts.usage, lines: [usageLine(state)] },
    { title: facts.id, lines: [state.id] },
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

function dates({ startedAt, updatedAt }: DiscussionState): string {
  const minute = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`
  const [from, to] = [minute(startedAt ?? updatedAt), minute(updatedAt)]
  return from === to ? from : `${from} – ${to}`
}

/** The models that spoke, by the names that their providers reported, if any. */
function seatLines(state: DiscussionState): readonly string[] {
  const { report } = languageFor(state.table.language)
  return state.everyone.map(({ id, name, role, kind, model }) => {
    const spoke = state.turns.flatMap((turn) => (turn.seat === id ? [turn.reportedModel ?? turn.modelId ?? ""] : []))
    const models = [...new Set(spoke)].filter(Boolean)
    const who = kind === "human" ? report.person : kind === "external" ? report.outsideAgent : model
    const title = name.toLowerCase() === role.toLowerCase() ? name : `${name} (${role})`
    return `${title}: ${models.length > 0 ? models.join(", ") : who}`
  })
}

function changedSettings({ table }: DiscussionState): readonly string[] {
  const { name, settings } = table.format
  const defaults = new Map<string, unknown>(Object.entries(isPresetName(name) ? presets[name].settings : baseSettings))
  return Object.entries(settings)
    .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults.get(key)))
    .map(([key, value]) => `${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
}

function tallyLines({ outcome }: DiscussionState): readonly string[] {
  const { tally = [] } = outcome?.decidedBy.ballot ?? {}
  return tally.map(({ option, score }) => `${option}: ${score}`)
}

function usageLine(state: DiscussionState): string {
  const { report } = languageFor(state.table.language)
  const { promptTokens, completionTokens, cost, estimated = false } = sumUsage(state.usage)
  const known = cost === undefined ? report.unknownCost : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`
  return report.usage({ prompt: promptTokens, completion: completionTokens, cost: known, estimated })
}
