import type { Settings } from "../discussion/settings.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Language } from "../languages/language.ts"
import { characterCount, excerpt } from "../text.ts"

/** The line by which a seat remembers what it said, written without asking a model; undefined where none is kept. */
export function memoryLine(
  { roundNumber: round, content }: Pick<Turn, "roundNumber" | "content">,
  settings: Settings,
  language: Language,
): string | undefined {
  if (settings.memoryStyle === "none") return undefined
  const write = language.memory[settings.memoryStyle]
  const limit = settings.memoryStatementMaxLength
  const around = characterCount(write({ round, excerpt: "" }))
  return excerpt(write({ round, excerpt: excerpt(content, Math.max(10, limit - around)) }), limit)
}
