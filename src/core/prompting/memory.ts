import type { Memory } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Settings } from "../formats/settings.ts"
import { characterCount, excerpt } from "../text.ts"
import type { Language } from "./languages/language.ts"

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

export function outgrown(memory: Memory, settings: Settings): boolean {
  return settings.memoryTruncation && memory.length > settings.memoryMaxLength && memory.lines.length > 1
}

/** How many of the oldest lines go: half of them. */
export function linesToForget(memory: Memory): number {
  return Math.ceil(memory.lines.length / 2)
}

export function forget(memory: Memory, count: number): Memory {
  const lines = memory.lines.slice(count)
  return { lines, length: lines.reduce((length, line) => length + line.length, 0) }
}
