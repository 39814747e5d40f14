import type { Settings } from "../discussion/settings.ts"
import type { Language } from "../languages/language.ts"
import { characterCount } from "../text.ts"

/** How long a statement must be; 0 where the format does not check. */
export function minStatementLength({ statementMinLength }: Settings, language: Language): number {
  return statementMinLength === "language" ? language.statementMinLength : statementMinLength
}

export function isLongEnough(statement: string, minimum: number): boolean {
  return minimum === 0 || characterCount(statement.trim()) >= minimum
}
