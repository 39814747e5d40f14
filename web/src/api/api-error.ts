import { ApiError, readError as readApiError } from "../../../src/client/api-error.ts"
import type { FieldProblem } from "../../../src/core/errors.ts"

export type { FieldProblem }
export { ApiError }

/** The problem of one field in the reader's language; looked up by its exact path, such as `seats[0].model`. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  const found = error instanceof ApiError ? error.problems.find((problem) => problem.field === field) : undefined
  return found && problemWords(found)
}

/** Error texts, loaded with the first error. */
let wording: typeof import("../texts/problem-text.ts") | undefined

/** A problem in the reader's language, or the server's message if there is no translation. */
export function problemWords(problem: FieldProblem): string {
  return wording?.problemText(problem) ?? problem.message
}

/** An error code's meaning in the reader's language. */
export function errorWords(code: string): string | undefined {
  return wording?.errorText(code)
}

/** Problems that belong to none of the given fields. */
export function otherProblems(error: unknown, shown: (field: string) => boolean): readonly FieldProblem[] {
  return error instanceof ApiError ? error.problems.filter(({ field }) => !shown(field)) : []
}

/** Reads an error response and loads the error texts. */
export async function readError(response: Response): Promise<ApiError> {
  wording ??= await import("../texts/problem-text.ts").catch(() => undefined)
  return readApiError(response)
}
