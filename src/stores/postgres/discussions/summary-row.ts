import type { Projection } from "./project-events.ts"

/** A row of `discussions`, with two facts more that a project's panel and a hive's task show. */
export function summaryRow(organisationId: string, discussionId: string, now: Projection) {
  return {
    id: discussionId,
    organisation_id: organisationId,
    last_seq: now.seq,
    round: now.round,
    turns: now.turns,
    prompt_tokens: now.usage.promptTokens,
    cached_tokens: now.usage.cachedTokens,
    completion_tokens: now.usage.completionTokens,
    cost: now.usage.cost ?? null,
    updated_at: new Date(now.updatedAt).toISOString(),
    status: now.status,
    phase: now.phase,
    stopping_reason: now.stoppingReason,
    agreed: now.agreed,
    solution: now.solution,
    created_at: new Date(now.createdAt).toISOString(),
    project_id: now.projectId,
    session_id: now.sessionId,
    format: now.format,
    topic: now.topic,
    turn_index: now.turnIndex,
    status_since: new Date(now.statusSince).toISOString(),
  }
}
