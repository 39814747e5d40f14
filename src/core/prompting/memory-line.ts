import type { Settings } from "../discussion/settings.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Language } from "../languages/language.ts"
import { characterCount, excerpt } from "../text.ts"

const maxTopicLength = 60

/** The line by which a seat remembers what it said, written without asking a model; undefined where none is kept. */
export function memoryLine(
  { roundNumber: round, content }: Pick<Turn, "roundNumber" | "content">,
  settings: Settings,
  language: Language,
  about: { readonly speaker: string; readonly topic: string },
): string | undefined {
  if (settings.memoryStyle === "none") return undefined
  const shared = { round, speaker: about.speaker, topic: excerpt(about.topic, maxTopicLength) }
  const write = (words: { readonly excerpt: string }) =>
    language.memory[settings.memoryStyle as "narrative" | "structured"]({ ...shared, ...words })
  if (!settings.memoryTruncation) return write({ excerpt: content })
  const limit = settings.memoryStatementMaxLength
  const around = characterCount(write({ excerpt: "" }))
  return excerpt(write({ excerpt: excerpt(content, Math.max(10, limit - around)) }), limit)
}
