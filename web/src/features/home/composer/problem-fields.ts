import { ApiError, type FieldProblem } from "../../../api/api-error.ts"
import type { SettingsDraft } from "./draft.ts"

const foldedFields = /^(options|decision|budget)\.(?!options$)|^(language|seed|baseline|result)$/
const seatFields = /^seats\[(\d+)\]\.(name|kind|role|model|persona|briefing|weight|options\.(temperature|maxTokens))$/
const settingFields = [
  ...[
    "language",
    "seed",
    "baseline",
    "result",
    "options.rounds",
    "options.order",
    "options.waitMs",
    "options.afterWait",
  ],
  ...["budget.tokens", "budget.seconds", "budget.dollars"],
  ...["decision.protocol", "decision.agreement", "decision.options"],
]

/** Whether a problem is inside the collapsed settings. */
export function hasFoldedProblem(error: unknown): boolean {
  return error instanceof ApiError && error.problems.some(({ field }) => foldedFields.test(field))
}

interface ShownFields {
  readonly seats: number
  readonly settings: SettingsDraft
}

/** Problems that belong to no field of the composer. */
export function unshownProblems(error: unknown, { seats, settings }: ShownFields): readonly FieldProblem[] {
  if (!(error instanceof ApiError)) return []
  const others = settings.others.map(({ name }) => `options.${name}`)
  const shown = new Set(["topic", "seats", ...settingFields, ...others])
  return error.problems.filter(({ field }) => !shown.has(field) && !isSeatField(field, seats))
}

function isSeatField(field: string, seats: number): boolean {
  const place = seatFields.exec(field)?.[1]
  return place !== undefined && Number(place) < seats
}
