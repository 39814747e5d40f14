import type { TurnChunk } from "../../../ports/live-exchange.ts"
import { SqlLiveExchange, type WordsRow } from "../../sql/sql-live-exchange.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timestamp } from "../time.ts"
import type { Processes } from "./processes.ts"

const watchText = "INSERT INTO running_watchers (discussion_id, process_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
const unwatchText = "DELETE FROM running_watchers WHERE discussion_id = ? AND process_id = ?"
const watchedElsewhereText = "SELECT DISTINCT discussion_id AS id FROM running_watchers WHERE process_id <> ?"
const insertWordsText = `
INSERT INTO running_words (discussion_id, turn_id, attempt, role, start, words, at) VALUES (?, ?, ?, ?, ?, ?, ?)`
const readWordsText = `
SELECT id, discussion_id, turn_id, attempt, role, start, words FROM running_words
WHERE discussion_id = ? AND id > ? ORDER BY id`

/** Live text needs no sync: after a power loss it is worthless. */
const notDurable = { durable: false }

/** Carries live text between the processes on one file. It is written only while another process watches. */
export class SqliteExchange extends SqlLiveExchange {
  readonly #database: SqliteDatabase
  readonly #processes: Processes
  #stopWatching: (() => void) | undefined
  /** Notices other watchers while this process polls for another reason; does not make it poll by itself. */
  readonly #stopPassiveWatch: () => void
  #registering: Promise<unknown> = Promise.resolve()

  constructor(database: SqliteDatabase, processes: Processes) {
    super()
    this.#database = database
    this.#processes = processes
    this.#stopPassiveWatch = database.watchOthers(() => this.#poll(), { passive: true })
  }

  async publish(chunks: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void> {
    await this.#database.write((sql) => {
      const at = timestamp()
      for (const [discussionId, pieces] of chunks) {
        for (const { turnId, attempt, seat, offset, words } of pieces) {
          sql.run(insertWordsText, discussionId, turnId, attempt, seat, offset, words, at)
        }
      }
    }, notDurable)
  }

  async close(): Promise<void> {
    this.#stopPassiveWatch()
    this.#unwatch()
    await this.#registering
  }

  #unwatch(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  protected register(discussionId: string): void {
    const present = this.watchedHere.has(discussionId)
    this.#registering = this.#registering.then(() => this.#register(discussionId, present)).catch(() => {})
    if (this.watchedHere.size > 0) this.#stopWatching ??= this.#database.watchOthers(() => {})
    else this.#unwatch()
  }

  async #register(discussionId: string, present: boolean): Promise<void> {
    if (present !== this.watchedHere.has(discussionId)) return
    if (present) await this.#processes.join()
    const text = present ? watchText : unwatchText
    await this.#database.write((sql) => sql.run(text, discussionId, this.#database.processId), notDurable)
    if (present) await this.#database.read((sql) => this.#readWords(sql, discussionId))
  }

  #poll(): void {
    const polled = this.#database.read((sql) => {
      const others = sql.rows<{ id: string }>(watchedElsewhereText, this.#database.processId)
      this.others = new Set(others.map(({ id }) => id))
      for (const discussionId of this.watchedHere) this.#readWords(sql, discussionId)
    })
    // A failed read is repeated after the next change.
    polled.catch(() => {})
  }

  #readWords(sql: Connection, discussionId: string): void {
    this.receive(sql.rows<WordsRow>(readWordsText, discussionId, this.lastRowId(discussionId)))
  }
}
