import type { Clock } from "../../../ports/clock.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { sqlMinutesAfter, timestamp } from "../time.ts"

interface OtherProcess {
  readonly id: string
  readonly beats: number
  readonly isStale: number
}

const beatEveryMs = 1_000
/** Measured by the observer's own monotonic clock, so that no two clocks are compared. */
const deadAfterMs = 3_000
/** A heartbeat this old by the wall clock is from a dead process, which need not be observed first. */
const staleAfterMinutes = 10 / 60

const beatText = `
INSERT INTO running_processes (id, workers, address, beat_at) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET beats = beats + 1, beat_at = excluded.beat_at, workers = excluded.workers,
  address = excluded.address`
const isStale = `beat_at < ${sqlMinutesAfter("'now'", `-${staleAfterMinutes}`)}`
const othersText = `SELECT id, beats, ${isStale} AS isStale FROM running_processes WHERE id <> ?`
/** SQL condition: the job is claimed by a process that is not registered any more. */
const isOrphaned = "claimed_by IS NOT NULL AND claimed_by NOT IN (SELECT id FROM running_processes)"
/** The next attempt starts its text from the beginning. */
const dropWordsText = `
DELETE FROM running_words WHERE discussion_id IN (SELECT key FROM running_jobs WHERE queue = 'discussions' AND ${isOrphaned})`
const releaseText = `UPDATE running_jobs SET claimed_by = NULL WHERE ${isOrphaned}`

/**
 * Registers the processes that run or watch discussions. Each increments a counter every second; one whose counter
 * stands still for three seconds is dead, and its claims are released. Process ids play no role, since containers reuse
 * them.
 */
export class Processes {
  readonly #database: SqliteDatabase
  readonly #clock: Clock
  readonly #lastBeats = new Map<string, { beats: number; at: number }>()
  #workers = 0
  #address: string | null = null
  #joining: Promise<void> | undefined
  #cancel = () => {}
  #stopped = false
  /** Called after the claims of a dead process were released. */
  onReleased = () => {}

  constructor(database: SqliteDatabase, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Registers this process until it leaves or dies. */
  join(details: { readonly workers?: number; readonly address?: string } = {}): Promise<void> {
    this.#workers = details.workers ?? this.#workers
    this.#address = details.address ?? this.#address
    const isFirst = this.#joining === undefined
    this.#joining ??= this.#beat().then(() => this.#scheduleBeat())
    return isFirst ? this.#joining : this.#joining.then(() => this.#beat())
  }

  async leave(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    if (!this.#joining) return
    await this.#joining.catch(() => {})
    await this.#database.write((sql) => unregister(sql, [this.#database.processId]), { durable: false }).catch(() => {})
  }

  /** The registered processes that are alive. */
  async alive(): Promise<readonly { readonly workers: number; readonly address: string | null }[]> {
    const text = `SELECT workers, address FROM running_processes WHERE NOT ${isStale} ORDER BY beat_at DESC`
    return this.#database.read((sql) => sql.rows<{ workers: number; address: string | null }>(text))
  }

  #scheduleBeat(): void {
    if (this.#stopped) return
    this.#cancel = this.#clock.after(beatEveryMs, () => {
      // If the file cannot be written now, other processes cannot write either.
      void this.#beat()
        .catch(() => {})
        .finally(() => this.#scheduleBeat())
    })
  }

  async #beat(): Promise<void> {
    const { processId } = this.#database
    const values = [processId, this.#workers, this.#address, timestamp()]
    const hasReleased = await this.#database.write(
      (sql) => {
        sql.run(beatText, ...values)
        const dead = this.#findDead(sql.rows<OtherProcess>(othersText, processId))
        if (dead.length > 0 || this.#lastBeats.size === 0) unregister(sql, dead)
        return dead.length > 0
      },
      { durable: false },
    )
    if (hasReleased) this.onReleased()
  }

  /** Ids of the processes whose heartbeat has stopped. */
  #findDead(others: readonly OtherProcess[]): readonly string[] {
    const now = performance.now()
    for (const id of this.#lastBeats.keys()) if (!others.some((other) => other.id === id)) this.#lastBeats.delete(id)
    return others.flatMap(({ id, beats, isStale }) => {
      const last = this.#lastBeats.get(id)
      if (last?.beats !== beats) this.#lastBeats.set(id, { beats, at: now })
      const isDead = last?.beats === beats ? now - last.at >= deadAfterMs : last === undefined && isStale === 1
      return isDead ? [id] : []
    })
  }
}

function unregister(sql: Connection, ids: readonly string[]): void {
  for (const id of ids) sql.run("DELETE FROM running_processes WHERE id = ?", id)
  sql.run(dropWordsText)
  sql.run(releaseText)
}
