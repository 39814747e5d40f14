import type { Status } from "../../core/discussion/state.ts"
import type { Parent } from "../../core/discussion/table.ts"
import type {
  DiscussionFilter,
  DiscussionList,
  DiscussionPage,
  DiscussionSummary,
} from "../../ports/discussion-list.ts"
import type { Database } from "./database.ts"
import { isUuid } from "./organisation.ts"
import { afterCursor, createdAtText, decodeCursor, toPage } from "./projects/page-cursor.ts"

interface ListOptions {
  readonly database: Database
  readonly organisationId: string
}

interface Row {
  readonly id: string
  readonly format: string
  readonly topic: string
  readonly status: Status
  readonly round: number
  readonly project_id: string | null
  /** As it is stored: the first logs say of a fork only what it is one of. */
  readonly parent: (Partial<Pick<Parent, "kind">> & Pick<Parent, "discussionId">) | null
  readonly createdAt: string
  readonly updated_at: Date
}

/** Few discussions come from another one, so what they come from is looked up where it stands: in their first event. */
const parentText = `
  (SELECT e.payload #> '{table,parent}' FROM discussion_events e WHERE e.discussion_id = discussions.id AND e.seq = 1)`

const text = `
SELECT id, format, topic, status, round, project_id, ${createdAtText} AS "createdAt", updated_at, ${parentText} AS parent
FROM discussions
WHERE organisation_id = $1
  AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR format = $3)
  AND ($4::text IS NULL OR strpos(lower(topic), lower($4)) > 0) AND ($5::uuid IS NULL OR project_id = $5)
  AND ${afterCursor(6)}
ORDER BY created_at DESC, id DESC LIMIT $8`

/** One organisation's discussions, newest first. */
export class PostgresDiscussionList implements DiscussionList {
  readonly #options: ListOptions

  constructor(options: ListOptions) {
    this.#options = options
  }

  async list(filter: DiscussionFilter): Promise<DiscussionPage> {
    const { database, organisationId } = this.#options
    const { status = null, format = null, q = null, projectId = null, limit, cursor } = filter
    const from = decodeCursor(cursor)
    if (projectId !== null && !isUuid(projectId)) return { discussions: [], next: null }
    const wanted = [organisationId, status, format, q, projectId]
    const values = [...wanted, from?.createdAt ?? null, from?.id ?? null, limit + 1]
    const { rows } = await database.transaction(organisationId, (client) => client.query<Row>(text, values))
    const { page, next } = toPage(rows, limit)
    return { discussions: page.map(summary), next }
  }
}

function summary(row: Row): DiscussionSummary {
  const { id, format, topic, status, round, project_id, createdAt, updated_at } = row
  const parent = row.parent && { kind: row.parent.kind ?? "fork", discussionId: row.parent.discussionId }
  const times = { createdAt: new Date(createdAt).toISOString(), updatedAt: updated_at.toISOString() }
  return { id, format, topic, status, round, projectId: project_id, parent, ...times }
}
