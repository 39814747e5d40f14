import type { Memory } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import type { Settings } from "../formats/settings.ts"
import { characterCount, excerpt } from "../text.ts"
import type { Language } from "./languages/language.ts"

export const emptyMemory: Memory = { lines: [], length: 0 }

/** A seat remembers what it said, in one line, without asking a model. */
export function remember(memory: Memory, turn: Turn, settings: Settings, language: Language): Memory {
  if (settings.memoryStyle === "none") return memory
  const write = language.memory[settings.memoryStyle]
  const limit = settings.memoryStatementMaxLength
  const around = characterCount(write({ round: turn.roundNumber, excerpt: "" }))
  const line = excerpt(
    write({ round: turn.roundNumber, excerpt: excerpt(turn.content, Math.max(10, limit - around)) }),
    limit,
  )
  return { lines: [...memory.lines, line], length: memory.length + line.length }
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
