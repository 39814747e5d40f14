import type { Clock } from "../../../ports/clock.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { sqlMinutesAfter, timestamp } from "../time.ts"

interface OtherProcess {
  readonly id: string
  readonly beats: number
  readonly isSilent: number
}

const beatEveryMs = 1_000
/**
 * A process without a heartbeat for this long is dead, by the observer's monotonic clock: no two clocks are compared.
 */
const silentMs = 3_000
/** A process whose last heartbeat is this old by the wall clock is dead without further observation. */
const longSilentMinutes = 10 / 60

const beatText = `
INSERT INTO running_processes (id, workers, address, beat_at) VALUES (?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET beats = beats + 1, beat_at = excluded.beat_at, workers = excluded.workers,
  address = excluded.address`
const silent = `beat_at < ${sqlMinutesAfter("'now'", `-${longSilentMinutes}`)}`
const othersText = `SELECT id, beats, ${silent} AS isSilent FROM running_processes WHERE id <> ?`
/** Releases the claims of processes that are not registered any more. */
const isOrphaned = "claimed_by IS NOT NULL AND claimed_by NOT IN (SELECT id FROM running_processes)"
/** Deletes their live text: the next attempt starts from the beginning. */
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
  readonly #heard = new Map<string, { beats: number; at: number }>()
  #workers = 0
  #address: string | null = null
  #joining: Promise<void> | undefined
  #cancel = () => {}
  #stopped = false
  /** Called after the claims of a dead process were released. */
  onFreed = () => {}

  constructor(database: SqliteDatabase, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Registers this process until it leaves or dies. */
  join(is: { readonly workers?: number; readonly address?: string } = {}): Promise<void> {
    this.#workers = is.workers ?? this.#workers
    this.#address = is.address ?? this.#address
    const isFirst = this.#joining === undefined
    this.#joining ??= this.#beat().then(() => this.#later())
    return isFirst ? this.#joining : this.#joining.then(() => this.#beat())
  }

  async leave(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    if (!this.#joining) return
    await this.#joining.catch(() => {})
    await this.#database.write((sql) => forget(sql, [this.#database.processId]), { durable: false }).catch(() => {})
  }

  /** The registered processes that are alive. */
  async alive(): Promise<readonly { readonly workers: number; readonly address: string | null }[]> {
    const text = `SELECT workers, address FROM running_processes WHERE NOT ${silent} ORDER BY beat_at DESC`
    return this.#database.read((sql) => sql.rows<{ workers: number; address: string | null }>(text))
  }

  #later(): void {
    if (this.#stopped) return
    this.#cancel = this.#clock.after(beatEveryMs, () => {
      // If the file cannot be written now, other processes cannot write either.
      void this.#beat()
        .catch(() => {})
        .finally(() => this.#later())
    })
  }

  async #beat(): Promise<void> {
    const { processId } = this.#database
    const values = [processId, this.#workers, this.#address, timestamp()]
    const hasFreed = await this.#database.write(
      (sql) => {
        sql.run(beatText, ...values)
        const dead = this.#listen(sql.rows<OtherProcess>(othersText, processId))
        if (dead.length > 0 || this.#heard.size === 0) forget(sql, dead)
        return dead.length > 0
      },
      { durable: false },
    )
    if (hasFreed) this.onFreed()
  }

  /** Ids of the processes whose heartbeat has stopped. */
  #listen(others: readonly OtherProcess[]): readonly string[] {
    const now = performance.now()
    for (const id of this.#heard.keys()) if (!others.some((other) => other.id === id)) this.#heard.delete(id)
    return others.flatMap(({ id, beats, isSilent }) => {
      const heard = this.#heard.get(id)
      if (heard?.beats !== beats) this.#heard.set(id, { beats, at: now })
      const isDead = heard?.beats === beats ? now - heard.at >= silentMs : heard === undefined && isSilent === 1
      return isDead ? [id] : []
    })
  }
}

function forget(sql: Connection, ids: readonly string[]): void {
  for (const id of ids) sql.run("DELETE FROM running_processes WHERE id = ?", id)
  sql.run(dropWordsText)
  sql.run(releaseText)
}
