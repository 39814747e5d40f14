import { composite } from "../composite.ts"
import type { Projection } from "./project-events.ts"

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
