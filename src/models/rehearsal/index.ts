import { ConclaveError } from "../../core/errors.ts"
import { sourceOf } from "../../core/prompting/seat-view.ts"
import type { Model } from "../../ports/model.ts"
import { compose } from "./compose.ts"
import { type Pause, spoken } from "./speech.ts"
import { descriptions, structuredIds, temperamentIds } from "./temperaments.ts"

export type { Pause } from "./speech.ts"

export interface RehearsalModelInfo {
  readonly name: string
  readonly description: string
  readonly structured: boolean
}

export const rehearsalModelsInfo: readonly RehearsalModelInfo[] = [
  ...temperamentIds.map((id) => ({
    name: `rehearsal/${id}`,
    description: descriptions[id],
    structured: structuredIds.includes(id),
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
    stream(call, signal) {
      const view = sourceOf(call.prompt)
      if (!view) throw new ConclaveError("STATE_INVALID", "A rehearsal model answers only in discussions and squads.")
      return spoken({ compose: () => compose(view, { id: name, structured }), call, signal, pause: options.pause })
    },
  }
}
