import type { LogRow } from "../projection/log-row.ts"
import type { Projection } from "../projection/project-events.ts"
import { composite, composites } from "./composite.ts"
import { textArray } from "./text-array.ts"

/** What a discussion comes to, in the order of the type `discussion_now`. */
export function summaryRow(now: Projection): string {
  const { promptTokens, cachedTokens, completionTokens, cost = null } = now.usage
  return composite([
    ...[now.seq, now.round, now.turns, promptTokens, cachedTokens, completionTokens, cost],
    ...[new Date(now.updatedAt).toISOString(), now.status, now.phase, now.stoppingReason, now.agreed, now.solution],
    ...[new Date(now.createdAt).toISOString(), now.projectId, now.sessionId, now.format, now.topic],
    ...[now.turnIndex, new Date(now.statusSince).toISOString()],
  ])
}

/** Rows in the order of the type `logged`, and what was said in each. */
export function logRows(rows: readonly LogRow[]): readonly [string, Buffer] {
  const logged = rows.map(({ seq, agent_id, turn_index, round_number, created_at, role, metadata }) => [
    ...[seq, agent_id, turn_index, round_number, created_at, role],
    JSON.stringify(metadata),
  ])
  return [
    composites(logged),
    textArray(
      "text",
      rows.map(({ content }) => content),
    ),
  ]
}
