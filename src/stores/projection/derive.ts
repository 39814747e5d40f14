import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { type LogRow, logRow } from "./log-row.ts"
import { type Projection, project } from "./project-events.ts"

interface StoredEvent {
  readonly event: DiscussionEvent
  readonly cleaned: number
}

/** All that follows from events, given what was known before them: for an append, and for a rebuild of the whole. */
export function derive(events: readonly StoredEvent[], before: Projection) {
  const logs: LogRow[] = []
  let now = before
  for (const { event, cleaned } of events) {
    const row = logRow(now, event)
    if (row) logs.push(cleaned > 0 ? { ...row, metadata: { ...row.metadata, cleaned } } : row)
    now = project(now, event)
  }
  return { now, logs }
}
