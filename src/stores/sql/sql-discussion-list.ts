import type { Status } from "../../core/discussion/state.ts"
import type { Parent } from "../../core/discussion/table.ts"
import type {
  DiscussionFilter,
  DiscussionList,
  DiscussionPage,
  DiscussionSummary,
} from "../../ports/discussion-list.ts"
import { isUuid } from "../uuid.ts"
import { afterCursor, pageOf } from "./page-cursor.ts"
import { iso, rows, type SqlDatabase } from "./sql-database.ts"

interface Row {
  readonly id: string
  readonly format: string
  readonly topic: string
  readonly status: Status
  readonly round: number
  readonly project_id: string | null
  readonly parent: Parent | null
  readonly createdAt: string
  readonly updated_at: string | Date
}

/** Few discussions come from another one, so what they come from is looked up where it stands: in their first event. */
const parentText = `
  (SELECT e.payload -> 'table' -> 'parent' FROM discussion_events e WHERE e.discussion_id = discussions.id AND e.seq = 1)`

/** One organisation's discussions, newest first. */
export class SqlDiscussionList implements DiscussionList {
  readonly #sql: SqlDatabase
  readonly #organisationId: string

  constructor(sql: SqlDatabase, organisationId: string) {
    this.#sql = sql
    this.#organisationId = organisationId
  }

  async list({ status, format, q, projectId, limit, cursor }: DiscussionFilter): Promise<DiscussionPage> {
    if (projectId !== undefined && !isUuid(projectId)) return { discussions: [], next: null }
    const { condition, values } = afterCursor(cursor, [this.#organisationId, limit + 1])
    const wanted = [...values]
    const only = (given: unknown, text: (place: string) => string) =>
      given === undefined ? "" : `AND ${text(`$${wanted.push(given)}`)}`
    const conditions = [
      condition,
      only(status, (place) => `status = ${place}`),
      only(format, (place) => `format = ${place}`),
      only(q, (place) => `strpos(lower(topic), lower(${place})) > 0`),
      only(projectId, (place) => `project_id = ${place}`),
    ]
    const found = await rows<Row>(
      this.#sql,
      this.#organisationId,
      `SELECT id, format, topic, status, round, project_id, ${this.#sql.timeText("created_at")} AS "createdAt", updated_at,
         ${parentText} AS parent
       FROM discussions WHERE organisation_id = $1 ${conditions.join(" ")}
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      wanted,
    )
    const { page, next } = pageOf(found, limit)
    return { discussions: page.map(summary), next }
  }
}

function summary(row: Row): DiscussionSummary {
  const { id, format, topic, status, round, project_id, createdAt, updated_at } = row
  const parent = row.parent && { kind: row.parent.kind ?? "fork", discussionId: row.parent.discussionId }
  const times = { createdAt: iso(createdAt), updatedAt: iso(updated_at) }
  return { id, format, topic, status, round, projectId: project_id, parent, ...times }
}
