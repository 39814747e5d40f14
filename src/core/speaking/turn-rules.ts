import type { Settings } from "../discussion/settings.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Language } from "../languages/language.ts"
import { characterCount } from "../text.ts"

/** Whether the turn that is being spoken, or is next, may be a pass. */
export function mayPass({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.passing : undefined) ?? format.settings.passing
}

/** Whether the turn that is being spoken, or is next, ends with where its seat stands. */
export function asksForStance({ table: { format }, round }: DiscussionState): boolean {
  const stage = format.stages[round?.stage ?? 0]
  return (stage?.kind === "speak" ? stage.stances : undefined) ?? format.settings.stances
}

/** How long a statement must be; 0 where the format does not check. */
export function minStatementLength({ statementMinLength }: Settings, language: Language): number {
  return statementMinLength === "language" ? language.statementMinLength : statementMinLength
}

export function isLongEnough(statement: string, minimum: number): boolean {
  return minimum === 0 || characterCount(statement.trim()) >= minimum
}
