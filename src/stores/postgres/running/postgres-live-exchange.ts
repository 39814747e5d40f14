import type { TurnChunk } from "../../../ports/live-exchange.ts"
import { SqlLiveExchange, type WordsRow } from "../../sql/sql-live-exchange.ts"
import type { Database } from "../database.ts"

/** A notification is limited to 8,000 bytes, and an id has 36. */
const idsPerNotification = 200

/** Carries live text and notifications of appends between the processes of one database. */
export class PostgresLiveExchange extends SqlLiveExchange {
  readonly #database: Database
  readonly #onAppend: (discussionId: string, seq: number) => void
  readonly #changedWatches = new Set<string>()
  #queue: Promise<void> = Promise.resolve()
  #stops: readonly (() => Promise<void>)[] = []

  private constructor(database: Database, onAppend: (discussionId: string, seq: number) => void) {
    super()
    this.#database = database
    this.#onAppend = onAppend
  }

  /** `onAppend` is called for appends by other processes that are watched here or were announced. */
  static async open(
    database: Database,
    onAppend: (discussionId: string, seq: number) => void,
  ): Promise<PostgresLiveExchange> {
    const exchange = new PostgresLiveExchange(database, onAppend)
    exchange.#stops = [
      await database.listen("conclave_events", (payload) => exchange.#onEventsNotification(payload)),
      await database.listen("conclave_watchers", () => exchange.#onWatchersNotification()),
      await database.listen("conclave_words", (payload) => exchange.#onWordsNotification(payload)),
    ]
    await exchange.#loadWatchedElsewhere()
    return exchange
  }

  async publish(chunks: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void> {
    const rows = [...chunks].flatMap(([discussionId, pieces]) => pieces.map((piece) => ({ discussionId, ...piece })))
    const ids = [...chunks.keys()]
    const notes: string[] = []
    for (let from = 0; from < ids.length; from += idsPerNotification) {
      notes.push(ids.slice(from, from + idsPerNotification).join(","))
    }
    await this.#database.pool.query(
      `WITH said AS (
         INSERT INTO running.words (discussion_id, turn_id, attempt, role, start, words)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::integer[], $4::text[], $5::integer[], $6::text[])
       )
       SELECT pg_notify('conclave_words', note) FROM unnest($7::text[]) AS note`,
      [
        rows.map(({ discussionId }) => discussionId),
        rows.map(({ turnId }) => turnId),
        rows.map(({ attempt }) => attempt),
        rows.map(({ seat }) => seat),
        rows.map(({ offset }) => offset),
        rows.map(({ words }) => words),
        notes,
      ],
    )
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop()
    await this.#queue
  }

  protected register(discussionId: string): void {
    this.#changedWatches.add(discussionId)
    if (this.#changedWatches.size === 1) this.#enqueue(() => this.#publishWatches())
  }

  #onEventsNotification(payload: string | undefined): void {
    if (payload === undefined) {
      // Notifications may have been missed, and a crash of the database deletes the registered watchers.
      for (const id of this.watchedHere) this.#changedWatches.add(id)
      this.#enqueue(() => this.#publishWatches())
      return
    }
    const [discussionId = "", seq, processId] = payload.split(":")
    if (processId === this.#database.processId) return
    this.#onAppend(discussionId, Number(seq))
  }

  #onWatchersNotification(): void {
    this.#enqueue(() => this.#loadWatchedElsewhere())
  }

  #onWordsNotification(payload: string | undefined): void {
    const ids =
      payload === undefined ? [...this.watchedHere] : payload.split(",").filter((id) => this.watchedHere.has(id))
    if (ids.length > 0) this.#enqueue(() => this.#readWords(ids))
  }

  /** Runs updates one after the other, and retries those that fail while the database is unavailable. */
  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(() => {})
  }

  /**
   * Registers what is watched here, then reads what was appended before. The lock waits for appends that do not see the
   * registration yet, so that none is missed.
   */
  async #publishWatches(): Promise<void> {
    const changed = [...this.#changedWatches]
    this.#changedWatches.clear()
    const come = changed.filter((id) => this.watchedHere.has(id))
    const gone = changed.filter((id) => !this.watchedHere.has(id))
    const { pool } = this.#database
    if (gone.length > 0) {
      const left = "DELETE FROM running.watchers WHERE process_id = $1 AND discussion_id = ANY($2::uuid[])"
      await pool.query(left, [this.#database.processId, gone])
    }
    if (come.length > 0) {
      const here = "INSERT INTO running.processes (id) VALUES ($1) ON CONFLICT DO NOTHING"
      await pool.query(here, [this.#database.processId])
      await pool.query(
        `INSERT INTO running.watchers (discussion_id, process_id) SELECT unnest($2::uuid[]), $1 ON CONFLICT DO NOTHING`,
        [this.#database.processId, come],
      )
      const ends = "SELECT id, last_seq FROM discussions WHERE id = ANY($1::uuid[]) FOR SHARE"
      const { rows } = await pool.query<{ id: string; last_seq: number }>(ends, [come])
      for (const { id, last_seq } of rows) this.#onAppend(id, last_seq)
      await this.#readWords(come)
    }
    await pool.query("SELECT pg_notify('conclave_watchers', '')")
  }

  async #loadWatchedElsewhere(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ discussion_id: string }>(
      "SELECT DISTINCT discussion_id FROM running.watchers WHERE process_id <> $1",
      [this.#database.processId],
    )
    this.others = new Set(rows.map(({ discussion_id }) => discussion_id))
  }

  async #readWords(discussionIds: readonly string[]): Promise<void> {
    const { rows } = await this.#database.pool.query<WordsRow>(
      `SELECT w.* FROM unnest($1::uuid[], $2::bigint[]) AS last_read (discussion_id, after)
       JOIN running.words w ON w.discussion_id = last_read.discussion_id AND w.id > last_read.after ORDER BY w.id`,
      [discussionIds, discussionIds.map((id) => this.lastRowId(id))],
    )
    this.receive(rows)
  }
}
