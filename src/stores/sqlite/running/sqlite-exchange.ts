import type { LiveExchange, TurnChunk } from "../../../ports/live-exchange.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timestamp } from "../time.ts"
import type { Processes } from "./processes.ts"

type Hear = (discussionId: string, said: TurnChunk) => void

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
const elsewhereText = "SELECT DISTINCT discussion_id AS id FROM running_watchers WHERE process_id <> ?"
const sayText = `
INSERT INTO running_words (discussion_id, turn_id, attempt, role, start, words, at) VALUES (?, ?, ?, ?, ?, ?, ?)`
const hearText = `
SELECT id, turn_id, attempt, role, start, words FROM running_words WHERE discussion_id = ? AND id > ? ORDER BY id`

/** Live text needs no sync: after a power loss it is worthless. */
const notDurable = { durable: false }

/** Carries live text between the processes on one file. It is written only while another process watches. */
export class SqliteExchange implements LiveExchange {
  readonly #database: SqliteDatabase
  readonly #processes: Processes
  readonly #here = new Set<string>()
  #elsewhere = new Set<string>()
  /** Id of the last row read, by discussion. */
  readonly #heard = new Map<string, number>()
  #hear: Hear = () => {}
  #stopWatching: (() => void) | undefined
  /** Notices other watchers while this process polls for another reason; does not make it poll by itself. */
  readonly #stopListening: () => void
  #saying: Promise<unknown> = Promise.resolve()

  constructor(database: SqliteDatabase, processes: Processes) {
    this.#database = database
    this.#processes = processes
    this.#stopListening = database.watchOthers(() => this.#look(), { passive: true })
  }

  setWatched(discussionId: string, present: boolean): void {
    if (present) this.#here.add(discussionId)
    else {
      this.#here.delete(discussionId)
      this.#heard.delete(discussionId)
    }
    this.#saying = this.#saying.then(() => this.#say(discussionId, present)).catch(() => {})
    if (this.#here.size > 0) this.#stopWatching ??= this.#database.watchOthers(() => {})
    else this.#unwatch()
  }

  watchedElsewhere(): Iterable<string> {
    return this.#elsewhere
  }

  async publish(said: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void> {
    await this.#database.write((sql) => {
      const at = timestamp()
      for (const [discussionId, pieces] of said) {
        for (const { turnId, attempt, seat, offset, words } of pieces) {
          sql.run(sayText, discussionId, turnId, attempt, seat, offset, words, at)
        }
      }
    }, notDurable)
  }

  onChunk(hear: Hear): void {
    this.#hear = hear
  }

  async close(): Promise<void> {
    this.#stopListening()
    this.#unwatch()
    await this.#saying
  }

  #unwatch(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  async #say(discussionId: string, present: boolean): Promise<void> {
    if (present !== this.#here.has(discussionId)) return
    if (present) await this.#processes.join()
    const text = present ? watchText : unwatchText
    await this.#database.write((sql) => sql.run(text, discussionId, this.#database.processId), notDurable)
    if (present) await this.#database.read((sql) => this.#listen(sql, discussionId))
  }

  #look(): void {
    const look = this.#database.read((sql) => {
      const others = sql.rows<{ id: string }>(elsewhereText, this.#database.processId)
      this.#elsewhere = new Set(others.map(({ id }) => id))
      for (const discussionId of this.#here) this.#listen(sql, discussionId)
    })
    // A failed read is repeated after the next change.
    look.catch(() => {})
  }

  #listen(sql: Connection, discussionId: string): void {
    for (const row of sql.rows<WordsRow>(hearText, discussionId, this.#heard.get(discussionId) ?? 0)) {
      const { id, turn_id: turnId, attempt, role: seat, start: offset, words } = row
      this.#heard.set(discussionId, id)
      this.#hear(discussionId, { seat, turnId, attempt, offset, words })
    }
  }
}
