import { ApiError } from "../../../src/client/api-error.ts"
import type { FieldProblem } from "../../../src/core/errors.ts"

export { ApiError, readError } from "../../../src/client/api-error.ts"
export type { FieldProblem }

/** What was wrong with one field, as the server said it; `seats[0].model` is found by exactly that name. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.problems.find((problem) => problem.field === field)?.message : undefined
}

/** Problems that none of the given fields shows. */
export function otherProblems(error: unknown, shown: (field: string) => boolean): readonly FieldProblem[] {
  return error instanceof ApiError ? error.problems.filter(({ field }) => !shown(field)) : []
}
