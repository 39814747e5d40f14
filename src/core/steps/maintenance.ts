import type { NewEvent } from "../discussion/event.ts"
import { firstEntryWithin, isOverLimit, linesToDrop } from "../discussion/history.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { budgetKinds } from "../discussion/usage.ts"
import { budgetUsed } from "./stop-rules.ts"

/** Trims history and memories that are over their limits. */
export function trimHistoryAndMemories(state: DiscussionState): NewEvent[] {
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
  for (const [seat, memory] of Object.entries(state.memories)) {
    if (!isOverLimit(memory, settings)) continue
    const linesDropped = linesToDrop(memory)
    events.push({ type: "memory_trimmed", data: { seat, linesDropped, linesKept: memory.lines.length - linesDropped } })
  }
  return events
}

const budgetWarningThreshold = 0.8

/** Warns once when a budget is 80% used. */
export function budgetWarnings(state: DiscussionState, now: number): NewEvent[] {
  const { budget } = state.table
  if (budgetKinds.every((of) => budget[of] === undefined)) return []
  const used = budgetUsed(state, now)
  return budgetKinds.flatMap((of): NewEvent[] => {
    const limit = budget[of]
    if (limit === undefined || used[of] < limit * budgetWarningThreshold || state.budgetsWarned.includes(of)) return []
    return [{ type: "budget_warning", data: { of, used: used[of], limit } }]
  })
}
