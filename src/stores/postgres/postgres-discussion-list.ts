import type { Status } from "../../core/discussion/state.ts"
import { invalidInput } from "../../core/errors.ts"
import type {
  DiscussionFilter,
  DiscussionList,
  DiscussionPage,
  DiscussionSummary,
} from "../../ports/discussion-list.ts"
import type { Database } from "./database.ts"
import { isUuid } from "./organisation.ts"

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
  readonly created_at: Date
  readonly updated_at: Date
}

const text = `
SELECT id, format, topic, status, round, project_id, created_at, updated_at FROM discussions
WHERE organisation_id = $1
  AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR format = $3)
  AND ($4::text IS NULL OR strpos(lower(topic), lower($4)) > 0) AND ($5::uuid IS NULL OR project_id = $5)
  AND ($6::timestamptz IS NULL OR (created_at, id) < ($6, $7::uuid))
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
    const [at, id] = cursor === undefined ? [null, null] : readCursor(cursor)
    if (projectId !== null && !isUuid(projectId)) return { discussions: [], next: null }
    const values = [organisationId, status, format, q, projectId, at, id, limit + 1]
    const { rows } = await database.transaction(organisationId, (client) => client.query<Row>(text, values))
    const page = rows.slice(0, limit)
    return { discussions: page.map(summary), next: rows.length > limit ? cursorAfter(page.at(-1)!) : null }
  }
}

function summary({ id, format, topic, status, round, project_id, created_at, updated_at }: Row): DiscussionSummary {
  const times = { createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }
  return { id, format, topic, status, round, projectId: project_id, ...times }
}

/** Where a page ended: by time and id, so that a discussion that is begun meanwhile shifts nothing. */
function cursorAfter({ created_at, id }: Row): string {
  return `${created_at.getTime()}.${id}`
}

function readCursor(cursor: string): [Date, string] {
  const [, at, id = ""] = /^(\d{1,14})\.(.{36})$/.exec(cursor) ?? []
  if (at === undefined || !isUuid(id)) {
    throw invalidInput([{ field: "cursor", message: "is none of ours; send `next` of a page as it came" }])
  }
  return [new Date(Number(at)), id]
}
