import type { Seat } from "../../core/discussion/seat.ts"
import type { Table } from "../../core/discussion/table.ts"
import { ConclaveError, type ErrorCode, type FieldProblem, invalidField, invalidInput } from "../../core/errors.ts"
import { omitUndefined } from "../../core/omit-undefined.ts"
import { hash } from "../../core/random.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import type { Models } from "../../ports/model.ts"
import type { Verb } from "../context.ts"
import { createWithTable } from "./create-with-table.ts"

export interface CreateDiscussionInput {
  /** How the discussion was asked for; checked here. */
  readonly request: unknown
  /** The seed comes from the discussion's id where none was asked for. */
  readonly defaults: Omit<TableDefaults, "seed">
  readonly sessionId?: string | undefined
  /** Set up only; `begin` starts it. */
  readonly hold?: boolean
}

/** Sets up a discussion as asked for and, unless it is held, starts it. Throws before any model is called. */
export const createDiscussion: Verb<CreateDiscussionInput> = async ({ context, input }) => {
  const { discussionId, sessionId, hold = false } = input
  const table = resolveDiscussionTable(input, context.models)
  if (table.materials) await (await import("./check-materials.ts")).checkMaterials(table, context.models)
  return createWithTable({
    context,
    input: { discussionId, table: { ...table, ...omitUndefined({ sessionId }) }, hold },
  })
}

/** The whole table for what was asked; throws INPUT_INVALID, MODEL_UNKNOWN or MODEL_UNAVAILABLE naming every field that is wrong. */
export function resolveDiscussionTable(
  { discussionId, request, defaults }: Pick<CreateDiscussionInput, "request" | "defaults"> & { discussionId: string },
  models: Models,
): Table {
  const table = resolveTable(request, { ...defaults, seed: hash(discussionId) })
  checkModels(table.seats, models, (_, index) => `seats[${index}]`)
  checkEmbeddings(table, models)
  return table
}

export function checkEmbeddings({ format: { settings } }: Table, models: Models, options = "options"): void {
  for (const setting of ["noveltyModel", "stanceModel"] as const) {
    const name = settings[setting]
    if (name === null) continue
    const field = `${options}.${setting}`
    requireModels(findModelProblem(name, field, models))
    if (models.find(name).embed) continue
    const message = "its provider has no embeddings; name an embedding model, such as openai/text-embedding-3-small"
    throw invalidField(field, message)
  }
}

type FieldOfSeat = (seat: Seat, index: number) => string

const modelsOf = ({ model, fallbacks = [] }: Seat) => (model === undefined ? [] : [model, ...fallbacks])

/** A model that nobody has is found out before anyone speaks. */
export function checkModels(
  seats: readonly Seat[],
  models: Models,
  fieldOf: FieldOfSeat = ({ id }) => `seat ${id}`,
): void {
  requireModels(
    seats.flatMap((seat, index) =>
      modelsOf(seat).flatMap((name) => findModelProblem(name, `${fieldOf(seat, index)}.model`, models)),
    ),
  )
  checkPermissions(seats, models, fieldOf)
}

export function requireModels(modelProblems: readonly ModelProblem[]): void {
  const [first] = modelProblems
  if (!first) return
  const problems = modelProblems.map(({ problem }) => problem)
  throw new ConclaveError(first.code, `${first.problem.field}: ${first.problem.message}`, { problems })
}

/** A seat may allow an agent no more than whoever runs the server lets tables allow it. */
function checkPermissions(seats: readonly Seat[], models: Models, fieldOf: FieldOfSeat): void {
  const problems = seats.flatMap((seat, index) =>
    modelsOf(seat).flatMap((name) => {
      const { permissions = [] } = models.find(name)
      const beyond = (seat.options?.permissions ?? []).filter((kind) => !permissions.includes(kind))
      if (beyond.length === 0) return []
      const fix = `leave it out, or have whoever runs the server allow it under ${name.replace("/", ".")}.permissions`
      const hint = name.startsWith("acp/") ? fix : "only acp/ agents ask"
      const message = `${name} cannot be allowed ${beyond.join(", ")} here; ${hint}`
      return [{ field: `${fieldOf(seat, index)}.options.permissions`, message }]
    }),
  )
  if (problems.length > 0) throw invalidInput(problems)
}

type ModelProblem = { readonly code: ErrorCode; readonly problem: FieldProblem }

function modelProblemKind({ code, problems }: ConclaveError, model: string): Pick<FieldProblem, "code" | "values"> {
  if (code !== "MODEL_UNKNOWN" && code !== "MODEL_UNAVAILABLE") return {}
  return { code, values: { model, ...problems[0]?.values } }
}

export function findModelProblem(model: string, field: string, models: Models): ModelProblem[] {
  try {
    models.find(model)
    return []
  } catch (error) {
    if (!(error instanceof ConclaveError)) throw error
    const { code, message } = error
    return [{ code, problem: { field, message, ...modelProblemKind(error, model) } }]
  }
}
