import type { Seat } from "../../core/discussion/seat.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Table } from "../../core/discussion/table.ts"
import { ConclaveError, type ErrorCode, type FieldProblem, invalidInput } from "../../core/errors.ts"
import { layTable, type TableDefaults } from "../../core/formats/lay-table.ts"
import { hash } from "../../core/random.ts"
import type { Models } from "../../ports/model.ts"
import { start } from "./start.ts"
import type { Verb } from "./verb.ts"

export interface CreateInput {
  readonly discussionId: string
  /** How the discussion was asked for; checked here. */
  readonly asked: unknown
  /** The seed comes from the discussion's id where none was asked for. */
  readonly defaults: Omit<TableDefaults, "seed">
  /** The session of talk that it belongs to. */
  readonly sessionId?: string | undefined
  /** Set up only; `begin` starts it. */
  readonly hold?: boolean
}

/** Sets up a discussion as asked for and, unless it is held, starts it. Throws before any model is called. */
export const create: Verb<CreateInput, DiscussionState> = async ({ context, input }) => {
  const { discussionId, sessionId, hold = false } = input
  const table = tableFor(input, context.models)
  return start({
    context,
    input: { discussionId, table: sessionId === undefined ? table : { ...table, sessionId }, hold },
  })
}

/** The whole table for what was asked; throws INPUT_INVALID, MODEL_UNKNOWN or MODEL_UNAVAILABLE naming every field that is wrong. */
export function tableFor(
  { discussionId, asked, defaults }: Omit<CreateInput, "hold" | "sessionId">,
  models: Models,
): Table {
  const table = layTable(asked, { ...defaults, seed: hash(discussionId) })
  checkModels(
    table.seats.map((seat, index) => ({ seat, field: `seats[${index}]` })),
    models,
  )
  checkEmbeddings(table, models)
  return table
}

/** Found out before anyone speaks, like a seat's model. */
export function checkEmbeddings({ format: { settings } }: Table, models: Models, options = "options"): void {
  // Tables laid before there was the setting have none.
  if (!settings.noveltyModel) return
  const field = `${options}.noveltyModel`
  const [refusal] = refusalOf(settings.noveltyModel, field, models)
  if (refusal)
    throw new ConclaveError(refusal.code, `${field}: ${refusal.problem.message}`, { problems: [refusal.problem] })
  if (models.find(settings.noveltyModel).embed) return
  const message = "its provider has no embeddings; name an embedding model of openai, google, ollama or compatible"
  throw invalidInput([{ field, message }])
}

/** A model that nobody has is found out before anyone speaks. */
export function checkModels(seats: readonly { readonly seat: Seat; readonly field: string }[], models: Models): void {
  const refusals = seats.flatMap(({ seat: { model, fallbacks = [] }, field }) =>
    model === undefined ? [] : [model, ...fallbacks].flatMap((name) => refusalOf(name, `${field}.model`, models)),
  )
  const [first] = refusals
  if (!first) return
  const problems = refusals.map(({ problem }) => problem)
  throw new ConclaveError(first.code, `${first.problem.field}: ${first.problem.message}`, { problems })
}

interface Refusal {
  readonly code: ErrorCode
  readonly problem: FieldProblem
}

function refusalOf(model: string, field: string, models: Models): Refusal[] {
  try {
    models.find(model)
    return []
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    return [{ code: error.code, problem: { field, message: error.message } }]
  }
}
