import { budgetUsed } from "../deciding/stop-rules.ts"
import type { NewEvent } from "../discussion/event.ts"
import type { DiscussionState } from "../discussion/state.ts"
import { budgetKinds } from "../discussion/table.ts"
import { firstEntryWithin } from "../prompting/history.ts"
import { linesToForget, outgrown } from "../prompting/memory.ts"

/** Trims what has outgrown its bounds before anyone is asked again. */
export function keepWithinBounds(state: DiscussionState): NewEvent[] {
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
    if (!outgrown(memory, settings)) continue
    const linesDropped = linesToForget(memory)
    events.push({ type: "memory_trimmed", data: { seat, linesDropped, linesKept: memory.lines.length - linesDropped } })
  }
  return events
}

const warningShare = 0.8

/** Warns once of each budget that runs low, also in the middle of a ballot. */
export function budgetWarnings(state: DiscussionState, now: number): NewEvent[] {
  const { budget } = state.table
  if (budgetKinds.every((of) => budget[of] === undefined)) return []
  const used = budgetUsed(state, now)
  return budgetKinds.flatMap((of): NewEvent[] => {
    const limit = budget[of]
    if (limit === undefined || used[of] < limit * warningShare || state.budgetsWarned.includes(of)) return []
    return [{ type: "budget_warning", data: { of, used: used[of], limit } }]
  })
}
