import type { Settings } from "./settings.ts"
import type { Memory } from "./state.ts"

export function isOverLimit(memory: Memory, settings: Settings): boolean {
  return settings.memoryTruncation && memory.length > settings.memoryMaxLength && memory.lines.length > 1
}

/** How many of the oldest lines go: half of them. */
export function linesToDrop(memory: Memory): number {
  return Math.ceil(memory.lines.length / 2)
}

export function dropLines(memory: Memory, count: number): Memory {
  const lines = memory.lines.slice(count)
  return { lines, length: lines.reduce((length, line) => length + line.length, 0) }
}
