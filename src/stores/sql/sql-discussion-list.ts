import type { Seat } from "../../core/discussion/seat.ts"
import type { Parent } from "../../core/discussion/table.ts"
import { isUuid } from "../../core/text.ts"
import {
  type DiscussionFilter,
  type DiscussionLabels,
  type DiscussionList,
  type DiscussionListPage,
  type DiscussionSummary,
  listedSeats,
  type SearchHit,
} from "../../ports/discussion-list.ts"
import { noDiscussion } from "../../ports/discussion-store.ts"
import { type Phrase, phrasesOf } from "../search/search-words.ts"
import { afterCursor, pageOf } from "./page-cursor.ts"
import { fromRow, OrganisationSql, sqlPlaceholders } from "./sql-database.ts"

/** A row as `fromRow` converts it. */
interface Row extends Omit<DiscussionSummary, "queue" | "answer" | "seats" | "parent" | "hit"> {
  readonly place: number | null
  readonly solution: string | null
  readonly seats: readonly Seat[] | null
  readonly secret: string | null
  readonly parent: Parent | null
}

/** One organisation's discussions, newest first. */
export class SqlDiscussionList extends OrganisationSql implements DiscussionList {
  async list(filter: DiscussionFilter): Promise<DiscussionListPage> {
    const { q = "", projectId, sessionId, limit } = filter
    const phrases = phrasesOf(q)
    const canMatch =
      [projectId, sessionId].every((id) => id === undefined || isUuid(id)) && (phrases.length > 0 || q.trim() === "")
    const { condition, values } = afterCursor(filter)
    if (!canMatch) return { discussions: [], next: null }
    if (phrases.length > 0) await this.sql.prepareSearch()
    const allValues = [...values]
    const conditions = [condition, ...this.#conditions(filter, phrases, allValues)]
    const { page, next } = pageOf(await this.#rows(conditions.join(" "), allValues), limit)
    const hits = phrases.length > 0 ? await this.#hits(page, phrases) : undefined
    return { discussions: page.map((row) => summary(row, hits?.get(row.id))), next }
  }

  async get(discussionId: string): Promise<DiscussionSummary> {
    if (!isUuid(discussionId)) throw noDiscussion(discussionId)
    const [row] = await this.#rows("AND d.id = $3", [1, discussionId.toLowerCase()])
    if (!row) throw noDiscussion(discussionId)
    return summary(row)
  }

  async placeOf(discussionId: string): Promise<number | undefined> {
    const text = `SELECT place FROM (${this.sql.waitingRuns}) w JOIN discussions d ON d.id = w.discussion_id
      WHERE d.organisation_id = $1 AND d.id = $2`
    return (await this.rows<{ place: number }>(text, [discussionId]))[0]?.place
  }

  async label(discussionId: string, labels: Partial<DiscussionLabels>): Promise<DiscussionSummary> {
    const { id, title, pinned, archived, tags } = await this.get(discussionId)
    const now = { title, pinned, archived, tags, ...labels }
    await this.rows(
      `INSERT INTO discussion_labels (organisation_id, discussion_id, title, pinned, archived, tags)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (discussion_id) DO UPDATE SET title = excluded.title,
         pinned = excluded.pinned, archived = excluded.archived, tags = excluded.tags`,
      [id, now.title, now.pinned, now.archived, JSON.stringify(now.tags)],
    )
    return this.get(id)
  }

  async delete(discussionId: string): Promise<void> {
    if (!isUuid(discussionId)) throw noDiscussion(discussionId)
    const { deleteDiscussionRows } = await import("./delete-discussions.ts")
    await deleteDiscussionRows(this.sql, this.organisationId, discussionId.toLowerCase())
  }

  /** Appends their values to `values`, which begin with `$2`. */
  #conditions(filter: DiscussionFilter, phrases: readonly Phrase[], values: unknown[]): readonly string[] {
    const { status, format, projectId, sessionId, tag, pinned, archived } = filter
    const only = (value: unknown, text: (placeholder: string) => string) =>
      value === undefined ? "" : `AND ${text(`$${1 + values.push(value)}`)}`
    return [
      only(
        status,
        (place) => `${statusWhere(`d.id IN (SELECT discussion_id FROM (${this.sql.waitingRuns}) w)`)} = ${place}`,
      ),
      only(format, (place) => `format = ${place}`),
      only(projectId, (place) => `project_id = ${place}`),
      only(sessionId, (place) => `session_id = ${place}`),
      only(pinned, (place) => `coalesce(pinned, false) = ${place}`),
      only(archived, (place) => `coalesce(archived, false) = ${place}`),
      only(tag && JSON.stringify(tag), (place) => `strpos(CAST(tags AS text), ${place}) > 0`),
      ...phrases.map((phrase) =>
        only(
          this.sql.searchQuery([phrase]),
          (place) => `d.id IN (SELECT discussion_id FROM (${this.sql.textsMatching(place)}) t)`,
        ),
      ),
    ]
  }

  /**
   * `$1` is the organisation and `$2` the limit. Seats, which are in the first event, and the place in the queue are
   * looked up for the page only, the queue only if a discussion of the page may be in it.
   */
  #rows(conditions: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const fromTable = (field: string) => `${this.sql.jsonAt("first.payload", "table", field)} AS ${field}`
    return this.rows<Row>(
      `WITH page AS (
         SELECT d.id, format, topic, status, round, turns, solution, agreed, project_id, session_id, title,
           coalesce(pinned, false) AS pinned, coalesce(archived, false) AS archived, coalesce(tags, '[]') AS tags,
           created_at, updated_at
         FROM discussions d LEFT JOIN discussion_labels l ON l.discussion_id = d.id
         WHERE d.organisation_id = $1 ${conditions} ORDER BY created_at DESC, id DESC LIMIT $2),
       waiting AS MATERIALIZED (
         SELECT discussion_id, place FROM (${this.sql.waitingRuns}) w
         WHERE EXISTS (SELECT 1 FROM page WHERE status = 'running'))
       SELECT page.*, ${statusWhere("place IS NOT NULL")} AS status, place,
         ${this.sql.timeText("created_at")} AS "createdAt", ${fromTable("parent")}, ${fromTable("seats")},
         ${fromTable("secret")}
       FROM page LEFT JOIN discussion_events first ON first.discussion_id = page.id AND first.seq = 1
       LEFT JOIN waiting ON waiting.discussion_id = page.id
       ORDER BY created_at DESC, id DESC`,
      values,
    )
  }

  /** The first matching text of each discussion: title, outcome and topic come before the turns. */
  async #hits(page: readonly Row[], phrases: readonly Phrase[]): Promise<ReadonlyMap<string, SearchHit>> {
    const { hitIn } = await import("../search/hit.ts")
    if (page.length === 0) return new Map()
    const ids = page.map(({ id }) => id)
    const among = sqlPlaceholders(ids, 2)
    const found = await this.rows<{ id: string; seq: number; content: string | null; turn_id: string | null }>(
      `SELECT first.discussion_id AS id, first.seq, log.content, log.metadata ->> 'turnId' AS turn_id
       FROM (SELECT t.discussion_id, min(t.seq) AS seq FROM (${this.sql.textsMatching("$2", among)}) t
             WHERE t.discussion_id IN (${among}) AND $1 = $1 GROUP BY t.discussion_id) first
       LEFT JOIN discussion_logs log ON log.discussion_id = first.discussion_id AND log.seq = first.seq`,
      [this.sql.searchQuery(phrases), ...ids],
    )
    const byId = new Map(page.map((row) => [row.id, row]))
    return new Map(
      found.map(({ id, seq, content, turn_id }) => {
        const { topic, solution, title } = byId.get(id)!
        const text = content ?? (seq === 0 ? topic : seq === -1 ? solution : title) ?? ""
        return [id, hitIn(text, phrases, turn_id)]
      }),
    )
  }
}

/** By its events a discussion runs as soon as it is started; the queue knows whether a worker has it. */
function statusWhere(isWaiting: string): string {
  return `CASE WHEN status = 'running' AND ${isWaiting} THEN 'queued' ELSE status END`
}

function summary(row: Row, hit: SearchHit | null = null): DiscussionSummary {
  const { place, solution: answer, seats, secret, parent, ...stored } = fromRow<Row>(row)
  return {
    ...stored,
    ...(stored.status === "queued" && place !== null && { queue: { place } }),
    ...{ answer, seats: listedSeats(seats ?? [], secret !== null), hit },
    parent: parent && { kind: parent.kind ?? "fork", discussionId: parent.discussionId },
  }
}
