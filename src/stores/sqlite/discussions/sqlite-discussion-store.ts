import type { DiscussionEvent } from "../../../core/discussion/event.ts"
import { ConclaveError } from "../../../core/errors.ts"
import { eventVersion, type StoredEvent } from "../../../core/logs/upcast.ts"
import { conflictingAppend, noDiscussion } from "../../../ports/discussion-store.ts"
import type { DiscussionJob } from "../../../ports/jobs.ts"
import { type Append, DerivedDiscussionStore, jobOf } from "../../projection/derived-discussion-store.ts"
import { answerStatement } from "../../sql/sql-idempotency-store.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { isMissingReference } from "../sqlite-error.ts"
import { ago, runStatement } from "../sqlite-sql.ts"
import { timeText } from "../time.ts"
import { insertDiscussion, insertLogs, storeStateAndTask, updateDiscussionRow } from "./derived-rows.ts"
import { indexOldWords } from "./index-words.ts"

interface StoreOptions {
  readonly database: SqliteDatabase
  readonly organisationId: string
  /** Adds the job that runs a discussion, in the transaction that gives it something to do. */
  readonly enqueue?: (sql: Connection, job: DiscussionJob) => void
  /** Called after that transaction was committed. */
  readonly onEnqueued?: () => void
  /** Called when webhooks may have to be sent: a discussion has ended, or awaits input. */
  readonly onAnnounced?: () => void
}

interface EventRow {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly payload: string
  readonly version: number
}

const eventText = `
INSERT INTO discussion_events (discussion_id, seq, organisation_id, at, type, payload, cleaned, version)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
const readText = `
SELECT seq, type, at, payload, version FROM discussion_events WHERE discussion_id = ? AND seq > ? ORDER BY seq LIMIT ?`
const lastSeqText = "SELECT last_seq FROM discussions WHERE id = ? AND organisation_id = ?"
const lastSeqsText = `
SELECT id, last_seq FROM discussions WHERE organisation_id = ? AND id IN (SELECT value FROM json_each(?))`

/** Events that have webhooks. */
const announcedTypes: ReadonlySet<string> = new Set([
  ...["awaiting_input", "discussion_completed", "discussion_error", "discussion_aborted"],
])

/** One organisation's discussions. */
export class SqliteDiscussionStore extends DerivedDiscussionStore {
  readonly #options: StoreOptions
  /** Last known sequence numbers of the discussions watched in this process. */
  readonly #lastSeqs = new Map<string, number>()
  #stopWatching: (() => void) | undefined

  constructor(options: StoreOptions) {
    super()
    this.#options = options
  }

  override watch(discussionId: string, onAppend: (seq: number) => void): () => void {
    const stop = super.watch(discussionId, onAppend)
    this.#stopWatching ??= this.#options.database.watchOthers(() => void this.#readAppends().catch(() => {}))
    return () => {
      stop()
      if (!this.watched.next().done) return
      this.#stopWatching?.()
      this.#stopWatching = undefined
      this.#lastSeqs.clear()
    }
  }

  override notifyWatchers(discussionId: string, seq: number): void {
    if (this.#stopWatching) this.#lastSeqs.set(discussionId, seq)
    super.notifyWatchers(discussionId, seq)
  }

  protected async commit(append: Append): Promise<void> {
    const { database, organisationId, enqueue, onEnqueued, onAnnounced } = this.#options
    const { options } = append
    try {
      await database.write((sql) => {
        if (options.idempotent) runStatement(sql, answerStatement({ ago }, options.idempotent))
        const lastLog = write(sql, organisationId, append)
        indexOldWords(sql, lastLog, append.logs.length)
        if (options.run) enqueue?.(sql, jobOf(organisationId, append))
      })
    } catch (error) {
      throw isMissingReference(error) ? new ConclaveError("NOT_FOUND", "there is no such project or session") : error
    }
    if (options.run) onEnqueued?.()
    if (append.events.some(({ event }) => announcedTypes.has(event.type))) onAnnounced?.()
  }

  protected async query(discussionId: string, after: number, limit: number): Promise<readonly StoredEvent[]> {
    const { database, organisationId } = this.#options
    const id = discussionId.toLowerCase()
    const rows = await database.read((sql) => {
      if (!sql.row(lastSeqText, id, organisationId)) throw noDiscussion(discussionId)
      return sql.rows<EventRow>(readText, id, after, Number.isFinite(limit) ? limit : -1)
    })
    return rows.map(({ at, payload, ...row }) => ({ ...row, at: Date.parse(at), data: JSON.parse(payload) }))
  }

  /** Notifies watchers of appends by other processes. */
  async #readAppends(): Promise<void> {
    const { database, organisationId } = this.#options
    const ids = JSON.stringify([...this.watched])
    const rows = await database.read((sql) =>
      sql.rows<{ id: string; last_seq: number }>(lastSeqsText, organisationId, ids),
    )
    for (const { id, last_seq } of rows) if (this.#lastSeqs.get(id) !== last_seq) this.notifyWatchers(id, last_seq)
  }
}

/** Returns the id of the last inserted row of `discussion_logs`. */
function write(sql: Connection, organisationId: string, append: Append): number {
  const { discussionId, firstSeq, events, now, logs } = append
  const key = { organisationId, discussionId: discussionId.toLowerCase() }
  const isNext = firstSeq === 1 ? insertDiscussion(sql, key, now) : updateDiscussionRow(sql, key, now, firstSeq - 1)
  if (!isNext) {
    const lastSeq = sql.row<{ last_seq: number }>(lastSeqText, key.discussionId, organisationId)?.last_seq ?? 0
    throw lastSeq === 0 && firstSeq > 1
      ? noDiscussion(discussionId)
      : conflictingAppend(discussionId, lastSeq, firstSeq)
  }
  for (const { event, data, cleaned } of events) {
    const at = timeText(event.at)
    sql.run(
      eventText,
      key.discussionId,
      event.seq,
      organisationId,
      at,
      event.type,
      data,
      cleaned > 0 ? cleaned : null,
      eventVersion,
    )
    dropWords(sql, key.discussionId, event)
  }
  const lastLog = insertLogs(sql, key, now, logs)
  storeStateAndTask(sql, key, now)
  return lastLog
}

/** Deletes the live text of finished attempts: watchers in other processes now read it from the log. */
function dropWords(sql: Connection, discussionId: string, { type, data }: DiscussionEvent): void {
  const drop = (turnId: string) =>
    sql.run("DELETE FROM running_words WHERE discussion_id = ? AND turn_id = ?", discussionId, turnId)
  if (type === "turn_completed" || type === "turn_passed") drop(data.turn.id)
  if (type === "turn_retried" || type === "turn_skipped") drop(data.turnId)
}
