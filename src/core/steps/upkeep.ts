import { activeMs, tokensUsed } from "../deciding/stop-rules.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { firstEntryWithin } from "../prompting/history.ts"
import { linesToForget, outgrown } from "../prompting/memory.ts"

/** Trims what has outgrown its budget before anyone is asked again, and warns once when a budget runs low. */
export function keepWithinBounds(state: DiscussionState, now: number): NewEvent[] {
  const events: NewEvent[] = []
  const { settings } = state.table.format
  const first = firstEntryWithin({
    entries: state.entries,
    ...state.history,
    maxLength: settings.historyMaxLength,
    statementMaxLength: settings.historyStatementMaxLength,
  })
  if (first > state.history.from) {
    events.push({ type: "history_trimmed", data: { entriesDropped: first - state.history.from, firstEntry: first } })
  }
  for (const [role, memory] of Object.entries(state.memories)) {
    if (!outgrown(memory, settings)) continue
    const linesDropped = linesToForget(memory)
    events.push({ type: "memory_trimmed", data: { role, linesDropped, linesKept: memory.lines.length - linesDropped } })
  }
  const warning = state.budgetWarned ? undefined : budgetWarning(state, now)
  return warning ? [...events, warning] : events
}

const warningShare = 0.8

function budgetWarning(state: DiscussionState, now: number): NewEvent | undefined {
  const { tokens, milliseconds } = state.table.budget
  const used = { tokens: tokensUsed(state), milliseconds: activeMs(state, now) }
  for (const [of, limit] of [["tokens", tokens] as const, ["milliseconds", milliseconds] as const]) {
    if (limit === undefined || used[of] < limit * warningShare) continue
    return { type: "budget_warning", data: { of, used: used[of], limit } }
  }
  return undefined
}
