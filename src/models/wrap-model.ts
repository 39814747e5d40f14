import type { Model } from "../ports/model.ts"

/** The same model with some of its methods replaced. The others are called on the model itself: it may have private fields. */
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
