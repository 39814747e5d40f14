import { isOver } from "../../../core/discussion/state.ts"
import type { LogRow } from "../../projection/log-row.ts"
import type { Projection } from "../../projection/project-events.ts"
import type { Connection, Value } from "../connection.ts"
import { timeText } from "../time.ts"

interface DiscussionKey {
  readonly organisationId: string
  readonly discussionId: string
}

const changing = [
  ...["last_seq", "round", "turns", "prompt_tokens", "cached_tokens", "completion_tokens", "cost", "updated_at"],
  ...["status", "phase", "stopping_reason", "agreed", "solution"],
]
const fixed = ["created_at", "project_id", "session_id", "format", "topic"]

const insertText = `
INSERT INTO discussions (${[...changing, ...fixed].join(", ")}, id, organisation_id)
VALUES (${[...changing, ...fixed].map(() => "?").join(", ")}, ?, ?) ON CONFLICT (id) DO NOTHING`
const updateText = `
UPDATE discussions SET ${changing.map((column) => `${column} = ?`).join(", ")}
WHERE id = ? AND organisation_id = ? AND last_seq = ?`

function changingValues(now: Projection): Value[] {
  const { promptTokens, cachedTokens, completionTokens, cost = null } = now.usage
  const agreed = now.agreed === null ? null : Number(now.agreed)
  return [
    ...[now.seq, now.round, now.turns, promptTokens, cachedTokens, completionTokens, cost, timeText(now.updatedAt)],
    ...[now.status, now.phase, now.stoppingReason, agreed, now.solution],
  ]
}

/** Returns whether the discussion is new. */
export function insertDiscussion(
  sql: Connection,
  { organisationId, discussionId }: DiscussionKey,
  now: Projection,
): boolean {
  // The first discussion of a session creates it.
  if (now.sessionId !== null) {
    const session = "INSERT INTO sessions (id, organisation_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    sql.run(session, now.sessionId, organisationId)
  }
  const values = [timeText(now.createdAt), now.projectId, now.sessionId, now.format, now.topic]
  return sql.run(insertText, ...changingValues(now), ...values, discussionId, organisationId) === 1
}

/** Returns whether the log ended with `lastSeq`; if not, nothing is changed. */
export function updateDiscussionRow(
  sql: Connection,
  { organisationId, discussionId }: DiscussionKey,
  now: Projection,
  lastSeq: number,
): boolean {
  return sql.run(updateText, ...changingValues(now), discussionId, organisationId, lastSeq) === 1
}

const logText = `
INSERT INTO discussion_logs (organisation_id, project_id, discussion_id, seq, agent_id, turn_index, round_number,
  created_at, role, content, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Returns the id of the last inserted row. */
export function insertLogs(
  sql: Connection,
  { organisationId, discussionId }: DiscussionKey,
  now: Projection,
  logs: readonly LogRow[],
): number {
  let last = 0
  for (const { seq, agent_id, turn_index, round_number, created_at, role, content, metadata } of logs) {
    const text = [`${created_at.slice(0, -1)}000Z`, role, content, JSON.stringify(metadata)]
    const place = [seq, agent_id, turn_index, round_number]
    last = sql.insert(logText, organisationId, now.projectId, discussionId, ...place, ...text)
  }
  return last
}

/** Only a project's own panel, which has the project's id, sets its state. A hive is also a task. */
export function storeStateAndTask(sql: Connection, key: DiscussionKey, now: Projection): void {
  if (now.projectId === key.discussionId) storeState(sql, key, now)
  if (now.format === "hive") storeTask(sql, key, now)
}

const stateText = `
INSERT INTO discussion_state (organisation_id, project_id, discussion_id, current_turn_index, current_round,
  status, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (project_id) DO UPDATE SET
  discussion_id = excluded.discussion_id, current_turn_index = excluded.current_turn_index,
  current_round = excluded.current_round, status = excluded.status, created_at = excluded.created_at,
  updated_at = excluded.updated_at`

function storeState(sql: Connection, { organisationId, discussionId }: DiscussionKey, now: Projection): void {
  const status = isOver(now.status) ? "completed" : now.status === "paused" ? "paused" : "active"
  const times = [timeText(now.createdAt), timeText(now.updatedAt)]
  sql.run(stateText, organisationId, now.projectId, discussionId, now.turnIndex, now.round, status, ...times)
}

const taskText = `
INSERT INTO tasks (id, organisation_id, session_id, discussion_id, status, result, created_at, updated_at, completed_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, result = excluded.result, updated_at = excluded.updated_at,
  completed_at = excluded.completed_at`
const isStoredText = `
SELECT 1 FROM tasks WHERE id = ? AND updated_at = ? AND (? OR json_array_length(result, '$.rounds') = ?)`
const contributions = `
SELECT json_object('agent', metadata ->> '$.name', 'round', round_number, 'content', content) AS contribution
FROM discussion_logs WHERE discussion_id = ?1 AND metadata ->> '$.kind' = 'turn'`
const resultText = `
SELECT json_object(
  'rounds', (SELECT json_group_array(json_set(round, '$.round', number, '$.responses', json(
      (SELECT json_group_array(json(contribution)) FROM (${contributions} AND round_number = number ORDER BY seq))))) FROM (
    SELECT payload -> '$.round' AS round, payload ->> '$.round.number' AS number FROM discussion_events
    WHERE discussion_id = ?1 AND type = 'round_completed' AND payload ->> '$.round.number' <= ?2 ORDER BY seq)),
  'full_discussion', (SELECT json_group_array(json(contribution)) FROM (${contributions} AND round_number <= ?2 ORDER BY seq)),
  'synthesis', (SELECT content FROM discussion_logs
    WHERE discussion_id = ?1 AND round_number <= ?2 AND metadata ->> '$.kind' = 'synthesis' ORDER BY seq DESC LIMIT 1)) AS result`

/**
 * The result has the rounds completed so far, and at the end all of them and the synthesis. Written once a round, not
 * with every turn.
 */
function storeTask(sql: Connection, { organisationId, discussionId }: DiscussionKey, now: Projection): void {
  const since = timeText(now.statusSince)
  const over = isOver(now.status)
  const roundsOver = over ? now.round : Math.max(now.round - 1, 0)
  if (sql.row(isStoredText, discussionId, since, Number(over), roundsOver)) return
  const { result } = sql.row<{ result: string }>(resultText, discussionId, roundsOver)!
  const times = [timeText(now.createdAt), since, over ? since : null]
  sql.run(taskText, discussionId, organisationId, now.sessionId, discussionId, now.status, result, ...times)
}
