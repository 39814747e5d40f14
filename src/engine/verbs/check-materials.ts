import type { Table } from "../../core/discussion/table.ts"
import { invalidField } from "../../core/errors.ts"
import { estimateTokens } from "../../core/text.ts"
import type { ModelDescription, Models } from "../../ports/model.ts"

/** Estimate for the rules, the seat's own part and its persona. */
export const tokensPerPrompt = 1_200
/** Share of the context window reserved for the discussion. */
const shareForDiscussion = 0.25

export interface ContextWindow {
  readonly model: string
  readonly tokens: number
  readonly forMaterials: number
}

/** Throws INPUT_INVALID with the numbers if the materials do not fit into some model's context window. */
export async function checkMaterials(table: Table, models: Models): Promise<void> {
  if (!table.materials) return
  const sizes = table.materials.map(({ name, text }) => ({ name, tokens: estimateTokens(text) }))
  assertMaterialsFit(sizes, smallestWindow(table, await describeModels(table, models)))
}

type Described = ReadonlyMap<string, ModelDescription>

export async function describeModels({ seats }: Table, models: Models): Promise<Described> {
  const names = [
    ...new Set(seats.flatMap(({ model, fallbacks = [] }) => (model === undefined ? [] : [model, ...fallbacks]))),
  ]
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await models.find(name).describe?.()) ?? {}] as const)),
  )
}

export function smallestWindow({ format: { settings } }: Table, described: Described): ContextWindow | null {
  const known = [...described].flatMap(([model, { contextTokens: tokens }]) => (tokens ? [{ model, tokens }] : []))
  const smallest = known.toSorted((a, b) => a.tokens - b.tokens)[0]
  if (!smallest) return null
  const answer = Math.min(settings.maxTokens, smallest.tokens * shareForDiscussion)
  const free = smallest.tokens * (1 - shareForDiscussion) - answer - tokensPerPrompt
  return { ...smallest, forMaterials: Math.max(0, Math.floor(free)) }
}

export function assertMaterialsFit(
  materials: readonly { readonly name: string; readonly tokens: number }[],
  window: ContextWindow | null,
): void {
  const tokens = materials.reduce((sum, one) => sum + one.tokens, 0)
  if (!window || tokens <= window.forMaterials) return
  const largest = materials.toSorted((a, b) => b.tokens - a.tokens)[0]!
  const message =
    `have about ${count(tokens)} tokens in total, but ${window.model} has room for ${count(window.forMaterials)} ` +
    `beside the discussion (its context window is ${count(window.tokens)}); shorten "${largest.name}" ` +
    `(${count(largest.tokens)}), remove some, or use a model with a larger context window`
  throw invalidField("materials", message)
}

function count(number: number): string {
  return number.toLocaleString("en")
}
