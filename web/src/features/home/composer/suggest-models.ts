import type { Model } from "../../../api/models.ts"

/**
 * Which model to seat where, in turn: real ones where there are any, one of each provider before a second of one, since
 * minds that differ are what a table is for. Else the rehearsal's.
 */
export function suggestModels(models: readonly Model[], seats: number): readonly (string | undefined)[] {
  const real = models.filter(({ rehearsal }) => !rehearsal)
  const candidates = real.length > 0 ? interleaveProviders(real) : models.filter(({ id }) => id !== "rehearsal/auto")
  return Array.from({ length: seats }, (_, place) => candidates[place % Math.max(1, candidates.length)]?.id)
}

/** The first of each provider, then the second of each, and so on. */
function interleaveProviders(models: readonly Model[]): readonly Model[] {
  const byProvider = Map.groupBy(models, ({ provider }) => provider)
  const maxPerProvider = Math.max(...[...byProvider.values()].map(({ length }) => length))
  return Array.from({ length: maxPerProvider }, (_, place) =>
    [...byProvider.values()].map((own) => own[place]),
  ).flatMap((row) => row.filter((model) => model !== undefined))
}
