import type { Settings } from "./settings.ts"
import type { Memory } from "./state.ts"
import type { Interjection, Turn } from "./turn.ts"
import type { Ballot } from "./vote.ts"

/** One piece of the public record, in the order in which everyone sees it. */
export type Entry =
  | { readonly kind: "turn"; readonly turn: Turn }
  | { readonly kind: "interjection"; readonly interjection: Interjection }
  | { readonly kind: "ballot"; readonly ballot: Ballot }

/** Approximate length of a label and its line breaks. */
const labelLength = 40

/** Characters that an entry takes in a prompt. */
export function entryLength(entry: Entry, statementMaxLength: number): number {
  return labelLength + Math.min(contentLength(entry), statementMaxLength || Number.POSITIVE_INFINITY)
}

function contentLength(entry: Entry): number {
  switch (entry.kind) {
    case "turn":
      return entry.turn.content.length
    case "interjection":
      return entry.interjection.content.length
    case "ballot":
      return entry.ballot.votes.reduce((length, vote) => length + vote.reasoning.length + labelLength, 0)
  }
}

interface HistoryWindow {
  readonly entries: readonly Entry[]
  readonly from: number
  readonly length: number
  readonly maxLength: number
  readonly statementMaxLength: number
}

/**
 * The first entry of the transcript. Over the limit it drops to half in one step: dropping a little every turn would
 * change the start of the prompt every turn, and no prompt cache would hit.
 */
export function firstEntryWithin({ entries, from, length, maxLength, statementMaxLength }: HistoryWindow): number {
  if (length <= maxLength) return from
  let first = from
  let kept = length
  while (kept > maxLength / 2 && first < entries.length - 1) {
    kept -= entryLength(entries[first]!, statementMaxLength)
    first++
  }
  return first
}

export function isOverLimit(memory: Memory, settings: Settings): boolean {
  return settings.memoryTruncation && memory.length > settings.memoryMaxLength && memory.lines.length > 1
}

export function linesToDrop(memory: Memory): number {
  return Math.ceil(memory.lines.length / 2)
}

export function dropLines(memory: Memory, count: number): Memory {
  const lines = memory.lines.slice(count)
  return { lines, length: lines.reduce((length, line) => length + line.length, 0) }
}
