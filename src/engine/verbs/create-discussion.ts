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
  /** The request as received; validated here. */
  readonly request: unknown
  /** The seed defaults to a hash of the discussion's id. */
  readonly defaults: Omit<TableDefaults, "seed">
  readonly sessionId?: string | undefined
  /** Create without starting; `startHeldDiscussion` starts it. */
  readonly hold?: boolean
}

/** Creates a discussion and, unless `hold` is set, starts it. Invalid input throws before any model is called. */
export const createDiscussion: Verb<CreateDiscussionInput> = async ({ context, input }) => {
  const { discussionId, sessionId, hold = false } = input
  const table = resolveDiscussionTable(input, context.models)
  if (table.materials) await (await import("./check-materials.ts")).checkMaterials(table, context.models)
  return createWithTable({
    context,
    input: { discussionId, table: { ...table, ...omitUndefined({ sessionId }) }, hold },
  })
}

/** The complete table of a request. Throws INPUT_INVALID, MODEL_UNKNOWN or MODEL_UNAVAILABLE, naming every invalid field. */
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
    const message = "must be an embedding model, such as openai/text-embedding-3-small"
    throw invalidField(field, message)
  }
}

type FieldOfSeat = (seat: Seat, index: number) => string

const modelsOf = ({ model, fallbacks = [] }: Seat) => (model === undefined ? [] : [model, ...fallbacks])

/** Reports unknown models before the discussion starts. */
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

/** A seat may only grant permissions that the server's configuration allows for this agent. */
function checkPermissions(seats: readonly Seat[], models: Models, fieldOf: FieldOfSeat): void {
  const problems = seats.flatMap((seat, index) =>
    modelsOf(seat).flatMap((name) => {
      const { permissions = [] } = models.find(name)
      const beyond = (seat.options?.permissions ?? []).filter((kind) => !permissions.includes(kind))
      if (beyond.length === 0) return []
      const fix = `remove it, or allow it in the server's configuration under ${name.replace("/", ".")}.permissions`
      const hint = name.startsWith("acp/") ? fix : "only acp/ agents have permissions"
      const message = `${name} may not be granted ${beyond.join(", ")}; ${hint}`
      return [{ field: `${fieldOf(seat, index)}.options.permissions`, message }]
    }),
  )
  if (problems.length > 0) throw invalidInput(problems)
}

interface ModelProblem {
  readonly code: ErrorCode
  readonly problem: FieldProblem
}

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
