import type { Seat } from "../../core/discussion/seat.ts"
import type { DiscussionState } from "../../core/discussion/state.ts"
import type { Table } from "../../core/discussion/table.ts"
import { ConclaveError, type ErrorCode, type FieldProblem, invalidInput } from "../../core/errors.ts"
import { hash } from "../../core/random.ts"
import { resolveTable, type TableDefaults } from "../../core/tables/resolve-table.ts"
import type { Models } from "../../ports/model.ts"
import type { Verb } from "../context.ts"
import { createWithTable } from "./create-with-table.ts"

export interface CreateDiscussionInput {
  readonly discussionId: string
  /** How the discussion was asked for; checked here. */
  readonly request: unknown
  /** The seed comes from the discussion's id where none was asked for. */
  readonly defaults: Omit<TableDefaults, "seed">
  /** The session of talk that it belongs to. */
  readonly sessionId?: string | undefined
  /** Set up only; `begin` starts it. */
  readonly hold?: boolean
}

/** Sets up a discussion as asked for and, unless it is held, starts it. Throws before any model is called. */
export const createDiscussion: Verb<CreateDiscussionInput, DiscussionState> = async ({ context, input }) => {
  const { discussionId, sessionId, hold = false } = input
  const table = resolveDiscussionTable(input, context.models)
  if (table.materials) await (await import("./check-materials.ts")).checkMaterials(table, context.models)
  return createWithTable({
    context,
    input: { discussionId, table: sessionId === undefined ? table : { ...table, sessionId }, hold },
  })
}

/** The whole table for what was asked; throws INPUT_INVALID, MODEL_UNKNOWN or MODEL_UNAVAILABLE naming every field that is wrong. */
export function resolveDiscussionTable(
  { discussionId, request, defaults }: Omit<CreateDiscussionInput, "hold" | "sessionId">,
  models: Models,
): Table {
  const table = resolveTable(request, { ...defaults, seed: hash(discussionId) })
  checkModels(
    table.seats.map((seat, index) => ({ seat, field: `seats[${index}]` })),
    models,
  )
  checkEmbeddings(table, models)
  return table
}

/** Found out before anyone speaks, like a seat's model. */
export function checkEmbeddings({ format: { settings } }: Table, models: Models, options = "options"): void {
  for (const setting of ["noveltyModel", "stanceModel"] as const) {
    const name = settings[setting]
    if (name === null) continue
    const field = `${options}.${setting}`
    const [modelProblem] = findModelProblem(name, field, models)
    if (modelProblem)
      throw new ConclaveError(modelProblem.code, `${field}: ${modelProblem.problem.message}`, {
        problems: [modelProblem.problem],
      })
    if (models.find(name).embed) continue
    const message = "its provider has no embeddings; name an embedding model, such as openai/text-embedding-3-small"
    throw invalidInput([{ field, message }])
  }
}

/** A model that nobody has is found out before anyone speaks. */
export function checkModels(seats: readonly { readonly seat: Seat; readonly field: string }[], models: Models): void {
  const modelProblems = seats.flatMap(({ seat: { model, fallbacks = [] }, field }) =>
    model === undefined
      ? []
      : [model, ...fallbacks].flatMap((name) => findModelProblem(name, `${field}.model`, models)),
  )
  const [first] = modelProblems
  if (!first) {
    checkPermissions(seats, models)
    return
  }
  const problems = modelProblems.map(({ problem }) => problem)
  throw new ConclaveError(first.code, `${first.problem.field}: ${first.problem.message}`, { problems })
}

/** A seat may allow an agent no more than whoever runs the server lets tables allow it. */
function checkPermissions(seats: Parameters<typeof checkModels>[0], models: Models): void {
  const problems = seats.flatMap(({ seat: { model, fallbacks = [], options }, field }) => {
    const names = model === undefined ? [] : [model, ...fallbacks]
    const beyond = (name: string) => {
      const { permissions = [] } = models.find(name)
      return options?.permissions?.filter((kind) => !permissions.includes(kind)) ?? []
    }
    return names.flatMap((name) => {
      const kinds = beyond(name).join(", ")
      const fix = `leave it out, or have whoever runs the server allow it under ${name.replace("/", ".")}.permissions`
      const message = `${name} cannot be allowed ${kinds} here; ${name.startsWith("acp/") ? fix : "only acp/ agents ask"}`
      return kinds === "" ? [] : [{ field: `${field}.options.permissions`, message }]
    })
  })
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

/** What is wrong with naming this model; nothing where it can be called. */
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
