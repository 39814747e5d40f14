import type { AvailableModel, AvailableModels, AvailableProvider } from "../../api/models.ts"

export interface ProviderGroup {
  readonly name: string
  /** undefined for built-in models (rehearsal) and those that the server's program registered. */
  readonly provider: AvailableProvider | undefined
  readonly models: readonly AvailableModel[]
}

/** Available models by provider in discovery order, rehearsal last. */
export function readyGroups({ providers, models }: AvailableModels, query: string): readonly ProviderGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
  const names = [...new Set([...fitting.map(({ provider }) => provider)])]
  return names
    .sort((a, b) => Number(a === "rehearsal") - Number(b === "rehearsal"))
    .map((name) => ({
      name,
      provider: providers.find((provider) => provider.name === name),
      models: fitting.filter(({ provider }) => provider === name),
    }))
}
