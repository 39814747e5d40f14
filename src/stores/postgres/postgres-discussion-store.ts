import type { ClientBase } from "pg"
import type { DiscussionEvent } from "../../core/discussion/event.ts"
import { ConclaveError } from "../../core/errors.ts"
import { eventVersion, readUpcast, type StoredEvent } from "../../core/logs/upcast.ts"
import type { AppendOptions, DiscussionStore } from "../../ports/discussion-store.ts"
import { composites } from "./composite.ts"
import type { Database } from "./database.ts"
import { databaseError, isConnectionLost } from "./database-error.ts"
import { type CleanEvent, cleanEvent } from "./discussions/clean-event.ts"
import { derive } from "./discussions/derive.ts"
import { logRows } from "./discussions/log-row.ts"
import { type Projection, projectAll } from "./discussions/project-events.ts"
import { ProjectionCache } from "./discussions/projection-cache.ts"
import { summaryRow } from "./discussions/summary-row.ts"
import { isUuid } from "./organisation.ts"
import { retryWhileUnavailable } from "./retry-while-unavailable.ts"
import { textArray } from "./text-array.ts"
import { inTransaction } from "./transaction.ts"

type Watcher = (seq: number) => void

interface StoreOptions {
  readonly database: Database
  readonly organisationId: string
  /** Asks for a discussion to be run, in the transaction that gives it something to do. */
  readonly enqueue?: (transaction: ClientBase, organisationId: string, discussionId: string) => Promise<void>
  /** That transaction has been committed. */
  readonly onEnqueued?: () => void
}

/** An append made ready for the database. */
interface Append {
  readonly discussionId: string
  readonly firstSeq: number
  readonly events: readonly CleanEvent[]
  readonly values: readonly unknown[]
  readonly run: boolean
}

const appendText = "SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS ends_at"
const readText = "SELECT seq, type, at, data, version FROM read_events($1, $2, $3, $4)"
const wholeLog = 2 ** 31 - 1

/** One organisation's discussions. A commit is one round trip, whatever it holds. */
export class PostgresDiscussionStore implements DiscussionStore {
  readonly #options: StoreOptions
  readonly #projections = new ProjectionCache()
  readonly #watchers = new Map<string, Set<Watcher>>()

  constructor(options: StoreOptions) {
    this.#options = options
  }

  async append(discussionId: string, events: readonly DiscussionEvent[], options: AppendOptions = {}): Promise<void> {
    const [first] = events
    if (!first) return
    if (!isUuid(discussionId)) throw notFound(discussionId)
    const before = await this.#before(discussionId, first)
    const clean = events.map(cleanEvent)
    const { now, values: given } = appendValues(this.#options, discussionId, clean, before)
    // Of one that begins nobody can have heard.
    const values = [...given, options.run !== undefined && first.seq > 1, eventVersion]
    const append: Append = { discussionId, firstSeq: first.seq, events: clean, values, run: options.run ?? false }
    try {
      await this.#commit(append).catch((error) => {
        if (!isConnectionLost(error)) throw error
        return retryWhileUnavailable(() => this.#commitAfterLoss(append))
      })
    } catch (error) {
      throw storeError(error)
    }
    this.#projections.set(discussionId, now)
    this.notifyWatchers(discussionId, now.seq)
  }

  async read(discussionId: string, after = 0, limit = Number.POSITIVE_INFINITY): Promise<readonly DiscussionEvent[]> {
    const events = await this.#read(discussionId, after, limit)
    const last = events.at(-1)
    const isWhole = after === 0 && events.length < limit
    if (last && isWhole && !this.#projections.at(discussionId, last.seq)) {
      this.#projections.set(discussionId, projectAll(events))
    }
    return events
  }

  watch(discussionId: string, onAppend: Watcher): () => void {
    const watchers = this.#watchers.get(discussionId) ?? new Set()
    this.#watchers.set(discussionId, watchers.add(onAppend))
    return () => {
      watchers.delete(onAppend)
      if (watchers.size === 0 && this.#watchers.get(discussionId) === watchers) this.#watchers.delete(discussionId)
    }
  }

  /** Tells watchers here of an append, by this process or another. */
  notifyWatchers(discussionId: string, seq: number): void {
    for (const watcher of this.#watchers.get(discussionId) ?? []) watcher(seq)
  }

  /** What the log came to before an event. Rarely read again: who appends has most often just read or written it. */
  async #before(discussionId: string, { seq }: DiscussionEvent): Promise<Projection> {
    if (seq === 1) return projectAll([])
    const kept = this.#projections.at(discussionId, seq - 1)
    if (kept) return kept
    const events = await this.#read(discussionId, 0, seq - 1)
    if (events.length < seq - 1) throw conflict(discussionId, events.length, seq)
    return projectAll(events)
  }

  async #commit(append: Append): Promise<void> {
    const { database, organisationId, enqueue, onEnqueued } = this.#options
    const { discussionId, firstSeq, run, values } = append
    const call = { name: "append_events", text: appendText, values }
    const settle = ([row]: readonly { ends_at: number | null }[]) => {
      const endsAt = row!.ends_at
      if (endsAt === null) return
      throw endsAt === 0 && firstSeq > 1 ? notFound(discussionId) : conflict(discussionId, endsAt, firstSeq)
    }
    if (!run || !enqueue) return settle(await database.call(call))
    await inTransaction(database.pool, "BEGIN", async (client) => {
      settle((await client.query({ ...call, values: [...values] })).rows)
      await enqueue(client, organisationId, discussionId)
    })
    onEnqueued?.()
  }

  /** When a connection is lost nobody can say whether the commit was made before that; the log can. */
  async #commitAfterLoss(append: Append): Promise<void> {
    const { discussionId, firstSeq, events } = append
    const stored = await this.#stored(discussionId, firstSeq - 1, events.length)
    if (stored.length === 0) return await this.#commit(append)
    if (!isSame(stored, events)) throw conflict(discussionId, firstSeq - 1 + stored.length, firstSeq)
  }

  async #read(discussionId: string, after: number, limit: number): Promise<readonly DiscussionEvent[]> {
    if (!isUuid(discussionId)) throw notFound(discussionId)
    try {
      return await readUpcast(
        (from, most) => retryWhileUnavailable(() => this.#query(discussionId, from, most)),
        after,
        limit,
      )
    } catch (error) {
      throw isMissing(error) ? notFound(discussionId) : databaseError(error)
    }
  }

  async #stored(discussionId: string, after: number, limit: number): Promise<readonly StoredEvent[]> {
    try {
      return await this.#query(discussionId, after, limit)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  async #query(discussionId: string, after: number, limit: number): Promise<readonly StoredEvent[]> {
    const { database, organisationId } = this.#options
    const values = [organisationId, discussionId, after, Math.min(limit, wholeLog)]
    return await database.call<StoredEvent>({ name: "read_events", text: readText, values })
  }
}

function appendValues(
  { database, organisationId }: StoreOptions,
  discussionId: string,
  events: readonly CleanEvent[],
  before: Projection,
) {
  const { now, logs } = derive(events, before)
  const values = [
    organisationId,
    discussionId,
    composites(events.map(toEventComposite)),
    textArray(
      "json",
      events.map(({ data }) => data),
    ),
    summaryRow(now),
    ...(logs.length > 0 ? logRows(logs) : [null, null]),
    database.embedded ? null : database.processId,
  ]
  return { now, values }
}

/** In the order of the type `fact`. */
function toEventComposite({ event, cleaned }: CleanEvent) {
  return [new Date(event.at).toISOString(), event.type, cleaned > 0 ? cleaned : null]
}

function isSame(stored: readonly StoredEvent[], events: readonly CleanEvent[]): boolean {
  return (
    stored.length === events.length &&
    stored.every(({ type, at, data }, index) => {
      const { event, data: json } = events[index]!
      return type === event.type && at === event.at && JSON.stringify(data) === json
    })
  )
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "CV404"
}

function storeError(error: unknown): unknown {
  const isUnknownPlace = error instanceof Error && "code" in error && (error.code === "23503" || error.code === "22P02")
  return isUnknownPlace ? new ConclaveError("NOT_FOUND", "there is no such project or session") : databaseError(error)
}

function notFound(discussionId: string): ConclaveError {
  return new ConclaveError("NOT_FOUND", `there is no discussion ${discussionId}`)
}

function conflict(discussionId: string, endsAt: number, seq: number): ConclaveError {
  const message = `${discussionId} is at event ${endsAt}, so event ${seq} cannot be added`
  return new ConclaveError("CONFLICT", message, { recoverable: true })
}
