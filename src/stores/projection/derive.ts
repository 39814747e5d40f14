import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { type LogRow, logRow } from "./log-row.ts"
import { type Projection, Projector } from "./project-events.ts"

interface StoredEvent {
  readonly event: DiscussionEvent
  readonly cleaned: number
}

/** Derives the rows of new events from the projection before them, for an append or for a whole rebuild. */
export function derive(events: readonly StoredEvent[], before: Projection) {
  const logs: LogRow[] = []
  const projector = new Projector(before)
  for (const { event, cleaned } of events) {
    const row = logRow(projector.now, event)
    if (row) logs.push(cleaned > 0 ? { ...row, metadata: { ...row.metadata, cleaned } } : row)
    projector.add(event)
  }
  return { now: projector.result(), logs }
}

/** NUL and lone surrogates as JSON escapes them; databases cannot store these. */
const suspect = /\\u(?:0000|d[89a-f])/i
const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export interface CleanEvent {
  readonly event: DiscussionEvent
  /** The event's data as JSON. */
  readonly data: string
  /** Number of characters that were removed or replaced. */
  readonly cleaned: number
}

/** Removes NUL, and replaces lone surrogates with U+FFFD. A safety net: text is already cleaned where it enters. */
export function cleanEvent(event: DiscussionEvent): CleanEvent {
  const data = JSON.stringify(event.data)
  if (!data.includes("\\u") || !suspect.test(data)) return { event, data, cleaned: 0 }
  let cleaned = 0
  const cleanText = (text: string) =>
    text.replace(unstorable, (character) => {
      cleaned++
      return character === "\0" ? "" : "\ufffd"
    })
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return cleanText(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), clean(inner)]))
  }
  const whole = { ...event, data: clean(event.data) } as DiscussionEvent
  return { event: whole, data: JSON.stringify(whole.data), cleaned }
}
