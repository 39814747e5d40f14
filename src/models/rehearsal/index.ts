import type { Model } from "../../ports/model.ts"
import { compose } from "./compose.ts"
import { type Pause, spoken } from "./speech.ts"
import { temperamentIds, temperaments } from "./temperaments.ts"

export type { Pause } from "./speech.ts"

export interface RehearsalModelInfo {
  readonly name: string
  readonly description: string
  readonly structured: boolean
}

export const rehearsalModelsInfo: readonly RehearsalModelInfo[] = [
  ...temperamentIds.map((id) => ({
    name: `rehearsal/${id}`,
    description: temperaments[id].description,
    structured: temperaments[id].structured,
  })),
  { name: "rehearsal/auto", description: "one of these, cast by the seat and the seed", structured: false },
]

export const rehearsalNames: readonly string[] = rehearsalModelsInfo.map(({ name }) => name)

/** A built-in model by its name. With `pause` it speaks at a readable pace; without, at once. */
export function rehearsalModel(name: string, options: { readonly pause?: Pause } = {}): Model | undefined {
  const info = rehearsalModelsInfo.find((one) => one.name === name)
  if (info === undefined) return undefined
  const { structured } = info
  return {
    id: name,
    structured,
    stream: (call, signal) =>
      spoken({ text: compose(call.view, { id: name, structured }), call, signal, pause: options.pause }),
  }
}
