import type { Panel } from "../../api/projects.ts"
import type { LivePanel, LiveTurn } from "./live-panel.ts"
import type { PanelSeat } from "./panel-seats.ts"

/** One line of the log: said, being said, or not heard. */
export interface LogItem {
  readonly id: string
  readonly seat: PanelSeat | undefined
  readonly speaker: string
  readonly roundNumber: number
  /** From 1; null for a word out of turn, undefined while it is not known. */
  readonly turn: number | null | undefined
  readonly text: string
  readonly at: string | undefined
  readonly modelId: string | undefined
  readonly author: string | undefined
  readonly attempt: number
  readonly isSpeaking: boolean
  readonly isPass: boolean
  readonly isCut: boolean
  readonly skipped: string | undefined
}

type Entry = Panel["entries"][number]

/** The entries, with turns that were skipped in their place, and what is newer than the entries at the end. */
export function logItems(entries: readonly Entry[], live: LivePanel, seats: readonly PanelSeat[]): readonly LogItem[] {
  const remaining = [...entries]
  const items: LogItem[] = []
  const newest: LogItem[] = []
  for (const turn of live.turns) {
    const index = remaining.findIndex(({ id }) => id === turn.id)
    if (index >= 0) items.push(...remaining.splice(0, index + 1).map((entry) => fromEntry(entry, seats)))
    else (turn.skipped === undefined ? newest : items).push(fromTurn(turn, live, seats))
  }
  return [...items, ...remaining.map((entry) => fromEntry(entry, seats)), ...newest]
}

/** Whether two items look alike; how often their seat has spoken is shown elsewhere. */
export function isSameItem({ seat: a, ...before }: LogItem, { seat: b, ...after }: LogItem): boolean {
  if (a?.name !== b?.name || a?.place !== b?.place || a?.role !== b?.role) return false
  return (Object.keys(before) as (keyof typeof before)[]).every((field) => before[field] === after[field])
}

function fromEntry(entry: Entry, seats: readonly PanelSeat[]): LogItem {
  const { id, speaker, role, roundNumber, content, createdAt, turnIndex, metadata } = entry
  const seat = seats.find((other) => other.speaker === speaker) ?? seats.find((other) => other.role === role)
  return {
    id,
    seat,
    speaker,
    roundNumber,
    turn: turnIndex === null ? null : turnIndex + 1,
    text: content,
    at: createdAt,
    modelId: asString(metadata.modelId),
    author: asString(metadata.userId) ?? (turnIndex === null ? speaker : undefined),
    attempt: typeof metadata.attempt === "number" ? metadata.attempt : 1,
    isSpeaking: false,
    isPass: metadata.kind === "pass",
    isCut: metadata.finishReason === "cut",
    skipped: undefined,
  }
}

function fromTurn(turn: LiveTurn, live: LivePanel, seats: readonly PanelSeat[]): LogItem {
  const { id, roundNumber, text, modelId, attempt, isDone, isPass, skipped } = turn
  const place = live.seats.findIndex((seat) => seat.id === turn.seat)
  const speaker = live.seats[place]?.name ?? turn.seat
  return {
    id,
    seat: seats[place],
    speaker,
    roundNumber,
    turn: undefined,
    text,
    at: undefined,
    modelId: modelId ?? undefined,
    author: undefined,
    attempt,
    isSpeaking: !isDone,
    isPass,
    isCut: false,
    skipped,
  }
}

function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
