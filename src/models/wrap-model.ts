import type { Model } from "../ports/model.ts"

/** A model with some methods replaced. The others are bound to the original, which may have private fields. */
export function wrapModel(model: Model, replaced: Partial<Model>): Model {
  const { id, permissions, describe, check, admit, embed } = model
  return {
    id,
    get structured() {
      return model.structured
    },
    ...(permissions && { permissions }),
    ...(describe && { describe: describe.bind(model) }),
    ...(check && { check: check.bind(model) }),
    ...(admit && { admit: admit.bind(model) }),
    ...(embed && { embed: embed.bind(model) }),
    stream: model.stream.bind(model),
    ...replaced,
  }
}
