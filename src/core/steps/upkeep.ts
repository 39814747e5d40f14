import { budgetUsed } from "../deciding/stop-rules.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { budgetKinds } from "../discussion/table.ts"
import { firstEntryWithin } from "../prompting/history.ts"
import { linesToForget, outgrown } from "../prompting/memory.ts"

/** Trims what has outgrown its budget before anyone is asked again, and warns once of each budget that runs low. */
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
  return [...events, ...budgetWarnings(state, now)]
}

const warningShare = 0.8

function budgetWarnings(state: DiscussionState, now: number): NewEvent[] {
  const used = budgetUsed(state, now)
  return budgetKinds.flatMap((of): NewEvent[] => {
    const limit = state.table.budget[of]
    if (limit === undefined || used[of] < limit * warningShare || state.budgetsWarned.includes(of)) return []
    return [{ type: "budget_warning", data: { of, used: used[of], limit } }]
  })
}
