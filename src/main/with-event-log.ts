import type { DiscussionEvent } from "../core/discussion/event.ts"
import type { Table } from "../core/discussion/table.ts"
import { totalTokens } from "../core/discussion/usage.ts"
import type { DiscussionStore } from "../ports/discussion-store.ts"

export type Log = (line: string) => void

const maxCachedTables = 1_000

/** Tells in a line each what is written to discussions through this process: rounds, contributions, ends. */
export function withEventLog(store: DiscussionStore, log: Log): DiscussionStore {
  const tables = new Map<string, Table>()

  const tableOf = async (discussionId: string): Promise<Table | undefined> => {
    const known = tables.get(discussionId)
    if (known) return known
    const [first] = await store.read(discussionId, 0, 1)
    if (first?.type !== "discussion_created") return undefined
    if (tables.size >= maxCachedTables) tables.clear()
    tables.set(discussionId, first.data.table)
    return first.data.table
  }

  const logEvents = async (discussionId: string, events: readonly DiscussionEvent[]) => {
    const table = await tableOf(discussionId)
    if (!table) return
    for (const event of events) {
      const words = logMessageFor(event, table)
      if (words !== undefined) log(`${table.format.name} ${discussionId.slice(0, 8)}: ${words}`)
    }
    if (events.some(({ type }) => isEnd(type))) tables.delete(discussionId)
  }

  return {
    async append(discussionId, events, options) {
      await store.append(discussionId, events, options)
      // A log that cannot be written holds nothing up.
      void logEvents(discussionId, events).catch(() => {})
    },
    read: (discussionId, after, limit) => store.read(discussionId, after, limit),
    watch: (discussionId, onAppend) => store.watch(discussionId, onAppend),
  }
}

function isEnd(type: DiscussionEvent["type"]): boolean {
  return type === "discussion_completed" || type === "discussion_error" || type === "discussion_aborted"
}

/** Never what was said: logs go where transcripts should not. */
function logMessageFor(event: DiscussionEvent, { seats, format }: Table): string | undefined {
  const nameOf = (role: string) => seats.find(({ id }) => id === role)?.name ?? role
  switch (event.type) {
    case "discussion_started":
      return `started with ${seats.length} seats`
    case "round_started":
      return `round ${event.data.roundNumber}/${format.settings.rounds}`
    case "turn_completed": {
      const { seat: role, purpose, content, durationMs } = event.data.turn
      if (purpose === "sub-discussion") return undefined
      const did = purpose === "synthesis" ? "wrote the synthesis" : "contributed"
      return `${nameOf(role)} ${did}, ${content.length} characters in ${(durationMs / 1_000).toFixed(1)} s`
    }
    case "turn_passed":
      return `${nameOf(event.data.turn.seat)} passed`
    case "turn_retried":
      return `${nameOf(event.data.seat)} is asked again (${event.data.reason})`
    case "turn_skipped":
      return `${nameOf(event.data.seat)} is skipped: ${event.data.error.code}`
    case "sub_discussion_started":
      return `${event.data.seats.length} seats discuss apart, as ${event.data.discussionId.slice(0, 8)}`
    case "sub_discussion_completed":
      return `${event.data.discussionId.slice(0, 8)} is back, ${event.data.status}`
    case "awaiting_input":
      return `waits for ${event.data.name}`
    case "discussion_completed":
      return `completed, ${event.data.outcome.stoppingReason}, ${totalTokens(event.data.outcome.usage)} tokens`
    case "discussion_error":
      return `failed: ${event.data.error.message}`
    case "discussion_aborted":
      return "aborted"
    default:
      return undefined
  }
}
