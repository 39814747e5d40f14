import { ApiError, readError as readApiError } from "../../../src/client/api-error.ts"
import type { FieldProblem } from "../../../src/core/errors.ts"

export type { FieldProblem }
export { ApiError }

/** What was wrong with one field, in the reader's language; `seats[0].model` is found by exactly that name. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  const found = error instanceof ApiError ? error.problems.find((problem) => problem.field === field) : undefined
  return found && problemWords(found)
}

/** Fetched with the first refusal: whoever is never refused needs no words for it. */
let wording: typeof import("../texts/problem-text.ts") | undefined

/** A problem in the reader's language; in the server's words where there are no others. */
export function problemWords(problem: FieldProblem): string {
  return wording?.problemText(problem) ?? problem.message
}

/** What a code means, in the reader's language. */
export function errorWords(code: string): string | undefined {
  return wording?.errorText(code)
}

/** Problems that none of the given fields shows. */
export function otherProblems(error: unknown, shown: (field: string) => boolean): readonly FieldProblem[] {
  return error instanceof ApiError ? error.problems.filter(({ field }) => !shown(field)) : []
}

/** Reads a refusal, and fetches the words for it. */
export async function readError(response: Response): Promise<ApiError> {
  wording ??= await import("../texts/problem-text.ts").catch(() => undefined)
  return readApiError(response)
}
