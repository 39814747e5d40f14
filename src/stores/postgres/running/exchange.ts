import type { LiveExchange, SpokenWords } from "../../../ports/live-exchange.ts"
import type { Database } from "../database.ts"

type Hear = (discussionId: string, said: SpokenWords) => void

interface WordsRow {
  id: number
  discussion_id: string
  turn_id: string
  attempt: number
  role: string
  start: number
  words: string
}

/** A notification holds less than 8,000 bytes, and an id is 36 of them. */
const idsPerNotification = 200

/** Carries live words and the news of appends between the processes of one PostgreSQL. */
export class PostgresExchange implements LiveExchange {
  readonly #database: Database
  readonly #onAppend: (discussionId: string, seq: number) => void
  readonly #here = new Set<string>()
  readonly #changed = new Set<string>()
  #elsewhere = new Set<string>()
  #hear: Hear = () => {}
  /** The last row of words that was heard, by discussion. */
  readonly #heard = new Map<string, number>()
  #saying: Promise<void> = Promise.resolve()
  #stops: readonly (() => Promise<void>)[] = []

  private constructor(database: Database, onAppend: (discussionId: string, seq: number) => void) {
    this.#database = database
    this.#onAppend = onAppend
  }

  /** `onAppend` is told of appends by other processes: those to what is watched here, and those that are announced. */
  static async open(
    database: Database,
    onAppend: (discussionId: string, seq: number) => void,
  ): Promise<PostgresExchange> {
    const exchange = new PostgresExchange(database, onAppend)
    exchange.#stops = [
      await database.listen("conclave_events", (payload) => exchange.#appended(payload)),
      await database.listen("conclave_watchers", () => exchange.#look()),
      await database.listen("conclave_words", (payload) => exchange.#said(payload)),
    ]
    await exchange.#lookElsewhere()
    return exchange
  }

  audience(discussionId: string, present: boolean): void {
    if (present) this.#here.add(discussionId)
    else {
      this.#here.delete(discussionId)
      this.#heard.delete(discussionId)
    }
    this.#changed.add(discussionId)
    if (this.#changed.size === 1) this.#then(() => this.#sayWhatIsWatched())
  }

  watchedElsewhere(): Iterable<string> {
    return this.#elsewhere
  }

  async publish(said: ReadonlyMap<string, readonly SpokenWords[]>): Promise<void> {
    const rows = [...said].flatMap(([discussionId, pieces]) => pieces.map((piece) => ({ discussionId, ...piece })))
    const ids = [...said.keys()]
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
        rows.map(({ role }) => role),
        rows.map(({ offset }) => offset),
        rows.map(({ words }) => words),
        notes,
      ],
    )
  }

  onWords(hear: Hear): void {
    this.#hear = hear
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) await stop()
    await this.#saying
  }

  #appended(payload: string | undefined): void {
    if (payload === undefined) {
      // Something may have been missed, and after a crash of the database nobody knows what is watched here.
      for (const id of this.#here) this.#changed.add(id)
      this.#then(() => this.#sayWhatIsWatched())
      return
    }
    const [discussionId = "", seq, processId] = payload.split(":")
    if (processId === this.#database.processId) return
    this.#onAppend(discussionId, Number(seq))
  }

  #look(): void {
    this.#then(() => this.#lookElsewhere())
  }

  #said(payload: string | undefined): void {
    const ids = payload === undefined ? [...this.#here] : payload.split(",").filter((id) => this.#here.has(id))
    if (ids.length > 0) this.#then(() => this.#readWords(ids))
  }

  /** One after the other. What fails because the database is away is done again when it is back. */
  #then(work: () => Promise<void>): void {
    this.#saying = this.#saying.then(work).catch(() => {})
  }

  /**
   * Says what is watched here, and then takes in what was appended before that was known. The lock makes an append that
   * does not know yet come first, so that none falls between the two.
   */
  async #sayWhatIsWatched(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const come = changed.filter((id) => this.#here.has(id))
    const gone = changed.filter((id) => !this.#here.has(id))
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

  async #lookElsewhere(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ discussion_id: string }>(
      "SELECT DISTINCT discussion_id FROM running.watchers WHERE process_id <> $1",
      [this.#database.processId],
    )
    this.#elsewhere = new Set(rows.map(({ discussion_id }) => discussion_id))
  }

  async #readWords(discussionIds: readonly string[]): Promise<void> {
    const { rows } = await this.#database.pool.query<WordsRow>(
      `SELECT w.* FROM unnest($1::uuid[], $2::bigint[]) AS wanted (discussion_id, after)
       JOIN running.words w ON w.discussion_id = wanted.discussion_id AND w.id > wanted.after ORDER BY w.id`,
      [discussionIds, discussionIds.map((id) => this.#heard.get(id) ?? 0)],
    )
    for (const { id, discussion_id: discussionId, turn_id: turnId, attempt, role, start: offset, words } of rows) {
      if (!this.#here.has(discussionId)) continue
      this.#heard.set(discussionId, id)
      this.#hear(discussionId, { role, turnId, attempt, offset, words })
    }
  }
}
