import type { LiveExchange, TurnChunk } from "../../../ports/live-exchange.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timestamp } from "../time.ts"
import type { Processes } from "./processes.ts"

type OnChunk = (discussionId: string, chunk: TurnChunk) => void

interface WordsRow {
  readonly id: number
  readonly turn_id: string
  readonly attempt: number
  readonly role: string
  readonly start: number
  readonly words: string
}

const watchText = "INSERT INTO running_watchers (discussion_id, process_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
const unwatchText = "DELETE FROM running_watchers WHERE discussion_id = ? AND process_id = ?"
const watchedElsewhereText = "SELECT DISTINCT discussion_id AS id FROM running_watchers WHERE process_id <> ?"
const insertWordsText = `
INSERT INTO running_words (discussion_id, turn_id, attempt, role, start, words, at) VALUES (?, ?, ?, ?, ?, ?, ?)`
const readWordsText = `
SELECT id, turn_id, attempt, role, start, words FROM running_words WHERE discussion_id = ? AND id > ? ORDER BY id`

/** Live text needs no sync: after a power loss it is worthless. */
const notDurable = { durable: false }

/** Carries live text between the processes on one file. It is written only while another process watches. */
export class SqliteExchange implements LiveExchange {
  readonly #database: SqliteDatabase
  readonly #processes: Processes
  readonly #watchedHere = new Set<string>()
  #watchedElsewhere = new Set<string>()
  /** Id of the last row read, by discussion. */
  readonly #lastRowIds = new Map<string, number>()
  #onChunk: OnChunk = () => {}
  #stopWatching: (() => void) | undefined
  /** Notices other watchers while this process polls for another reason; does not make it poll by itself. */
  readonly #stopPassiveWatch: () => void
  #registering: Promise<unknown> = Promise.resolve()

  constructor(database: SqliteDatabase, processes: Processes) {
    this.#database = database
    this.#processes = processes
    this.#stopPassiveWatch = database.watchOthers(() => this.#poll(), { passive: true })
  }

  setWatched(discussionId: string, present: boolean): void {
    if (present) this.#watchedHere.add(discussionId)
    else {
      this.#watchedHere.delete(discussionId)
      this.#lastRowIds.delete(discussionId)
    }
    this.#registering = this.#registering.then(() => this.#register(discussionId, present)).catch(() => {})
    if (this.#watchedHere.size > 0) this.#stopWatching ??= this.#database.watchOthers(() => {})
    else this.#unwatch()
  }

  watchedElsewhere(): Iterable<string> {
    return this.#watchedElsewhere
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

  onChunk(onChunk: OnChunk): void {
    this.#onChunk = onChunk
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

  async #register(discussionId: string, present: boolean): Promise<void> {
    if (present !== this.#watchedHere.has(discussionId)) return
    if (present) await this.#processes.join()
    const text = present ? watchText : unwatchText
    await this.#database.write((sql) => sql.run(text, discussionId, this.#database.processId), notDurable)
    if (present) await this.#database.read((sql) => this.#readWords(sql, discussionId))
  }

  #poll(): void {
    const polled = this.#database.read((sql) => {
      const others = sql.rows<{ id: string }>(watchedElsewhereText, this.#database.processId)
      this.#watchedElsewhere = new Set(others.map(({ id }) => id))
      for (const discussionId of this.#watchedHere) this.#readWords(sql, discussionId)
    })
    // A failed read is repeated after the next change.
    polled.catch(() => {})
  }

  #readWords(sql: Connection, discussionId: string): void {
    for (const row of sql.rows<WordsRow>(readWordsText, discussionId, this.#lastRowIds.get(discussionId) ?? 0)) {
      const { id, turn_id: turnId, attempt, role: seat, start: offset, words } = row
      this.#lastRowIds.set(discussionId, id)
      this.#onChunk(discussionId, { seat, turnId, attempt, offset, words })
    }
  }
}
