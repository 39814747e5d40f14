import { ConclaveError } from "../core/errors.ts"
import { nearest } from "../core/nearest.ts"
import type { Model, Models } from "../ports/model.ts"

interface Source {
  readonly names: readonly string[]
  find(name: string): Model | undefined
}

/** The models of several sources under one roof, looked up in the order given. */
export function modelCatalogue(sources: readonly Source[]): Models {
  return {
    find(name) {
      for (const source of sources) {
        const model = source.find(name)
        if (model) return model
      }
      throw new ConclaveError("MODEL_UNKNOWN", `no model is called "${name}"; ${hint(name, sources)}`)
    },
  }
}

function hint(name: string, sources: readonly Source[]): string {
  const names = sources.flatMap((source) => source.names)
  const near = nearest(name, names)
  if (near) return `did you mean "${near}"?`
  return `a model is named provider/model; known are ${names.join(", ")}`
}
