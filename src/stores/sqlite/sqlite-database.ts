import { ConclaveError } from "../../core/errors.ts"
import { WriteHealth } from "../write-health.ts"
import type { Connection } from "./connection.ts"
import { expectKnownVersion, openFile } from "./open-file.ts"
import { isBusy, sqliteError } from "./sqlite-error.ts"
import { WalSync } from "./wal-sync.ts"

interface Job {
  readonly work: (sql: Connection) => unknown
  readonly durable: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface WriteOptions {
  /** Default: true. If false, the write is not synced and may be lost on power loss. */
  readonly durable?: boolean
}

/** Larger transactions would block the event loop. */
const jobsPerTransaction = 100
/**
 * While commits arrive one by one on a quick disk, they do not wait a turn of the event loop for others to join. After
 * this many one does, so that the loop is not starved and concurrent commits are noticed and grouped.
 */
const maxCommitsWithoutPause = 15
/** Poll interval while watching a discussion that runs in another process. */
export const pollEveryMs = 40
const maxPauseMs = 20
const lockTimeoutMs = 30_000

/**
 * A file that several processes may have open. Work is synchronous and short. Writes requested in one turn of the event
 * loop are committed in one transaction, and each is acknowledged once the log is on the disk.
 */
export class SqliteDatabase {
  readonly path: string | undefined
  readonly writeHealth = new WriteHealth()
  #processId: string | undefined
  readonly #sql: Connection
  readonly #sync: WalSync | undefined
  #queue: Job[] = []
  #isScheduled = false
  #commitsWithoutPause = 0
  #busySince: number | undefined
  readonly #watchers = new Set<{ readonly onChange: () => void; readonly passive: boolean }>()
  #poll: NodeJS.Timeout | undefined
  #dataVersion = 0
  #closed: ConclaveError | undefined

  constructor(data: string) {
    const { sql, path } = openFile(data)
    this.#sql = sql
    this.path = path
    this.#sync = path === undefined ? undefined : new WalSync(path)
  }

  /** Id of this process in the file. Processes that only list discussions do not register. */
  get processId(): string {
    this.#processId ??= crypto.randomUUID()
    return this.#processId
  }

  /** Read-only. Begin a transaction if several statements must see the same snapshot. */
  read<T>(work: (sql: Connection) => T): Promise<T> {
    return untilFree(() => {
      if (this.#closed) throw this.#closed
      return work(this.#sql)
    })
  }

  /** Runs `work` in a transaction, possibly shared with other writes; only its own changes are undone if it throws. */
  write<T>(work: (sql: Connection) => T, { durable = true }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(this.#closed)
      const waits = durable && this.#sync !== undefined
      this.#queue.push({ work, durable: waits, resolve: resolve as (value: unknown) => void, reject })
      this.#schedule()
    })
  }

  /** Runs `work` in a long transaction of its own. Other writes of this process wait. */
  async exclusively<T>(work: (sql: Connection) => Promise<T>): Promise<T> {
    await this.#begin("BEGIN IMMEDIATE")
    try {
      const result = await work(this.#sql)
      this.#sql.script("COMMIT")
      await this.#synced()
      return result
    } catch (error) {
      throw sqliteError(error)
    } finally {
      this.#end()
    }
  }

  /** Reads from one snapshot, however long it takes. Writes of this process wait; other processes may write. */
  async *snapshot<T>(read: (sql: Connection) => Iterable<T>): AsyncGenerator<T> {
    await this.#begin("BEGIN")
    try {
      yield* read(this.#sql)
    } catch (error) {
      throw sqliteError(error)
    } finally {
      this.#end()
    }
  }

  /** Returns the space of deleted rows to the disk. */
  async shrink(): Promise<void> {
    await this.write((sql) => sql.script("PRAGMA incremental_vacuum"))
    if (this.path !== undefined) await this.read((sql) => sql.script("PRAGMA wal_checkpoint(TRUNCATE)"))
  }

  /**
   * Calls back after another process has changed something, until the returned function is called. A `passive` watcher
   * alone does not start polling.
   */
  watchOthers(onChange: () => void, { passive = false } = {}): () => void {
    const watcher = { onChange, passive }
    this.#watchers.add(watcher)
    this.#startOrStopPolling()
    return () => {
      this.#watchers.delete(watcher)
      this.#startOrStopPolling()
    }
  }

  /** Throws if the file was deleted, or if a newer version has migrated it; then it also closes the database. */
  expectUsable(): void {
    this.#sync?.expectFiles()
    try {
      expectKnownVersion(this.#sql, this.path)
    } catch (error) {
      if (error instanceof ConclaveError) this.#closed = error
      throw error
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    while (this.#queue.length > 0) await this.write(() => {}).catch(() => {})
    this.#closed = new ConclaveError("DATABASE_UNAVAILABLE", "the database is closed")
    clearInterval(this.#poll)
    await this.#sync?.close()
    this.#sql.close()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const commit = () => this.#commit()
    if (this.#sync?.isInPlace && this.#commitsWithoutPause < maxCommitsWithoutPause) {
      this.#commitsWithoutPause++
      queueMicrotask(commit)
    } else {
      this.#commitsWithoutPause = 0
      setImmediate(commit)
    }
  }

  #commit(): void {
    this.#isScheduled = false
    const jobs = this.#queue
    this.#queue = jobs.splice(jobsPerTransaction)
    const sql = this.#sql
    try {
      sql.run("BEGIN IMMEDIATE")
      this.#busySince = undefined
    } catch (error) {
      this.#notBegun(jobs, error)
      return
    }
    if (this.#queue.length > 0) this.#schedule()
    try {
      this.expectUsable()
      this.writeHealth.succeeded()
      const settled = jobs.length === 1 ? [alone(sql, jobs[0]!)] : jobs.map((job) => this.#amongOthers(job))
      if (sql.isInTransaction) sql.run("COMMIT")
      this.#acknowledge(jobs, settled)
    } catch (error) {
      if (sql.isInTransaction) sql.run("ROLLBACK")
      this.#fail(jobs, error)
    }
  }

  #notBegun(jobs: readonly Job[], error: unknown): void {
    this.#busySince ??= performance.now()
    if (isBusy(error) && performance.now() - this.#busySince < lockTimeoutMs) {
      this.#queue.unshift(...jobs)
      this.#isScheduled = true
      setTimeout(() => this.#commit(), pauseMs())
      return
    }
    this.#busySince = undefined
    this.#fail(jobs, error)
    if (this.#queue.length > 0) this.#schedule()
  }

  #fail(jobs: readonly Job[], error: unknown): void {
    const known = sqliteError(error)
    if (known !== error) this.writeHealth.failed(known)
    for (const { reject } of jobs) reject(known)
  }

  #amongOthers(job: Job): () => void {
    const sql = this.#sql
    sql.run("SAVEPOINT job")
    try {
      const value = job.work(sql)
      sql.run("RELEASE job")
      return () => job.resolve(value)
    } catch (error) {
      // A full disk rolls back the whole transaction, including the other writes.
      if (!sql.isInTransaction) throw error
      sql.run("ROLLBACK TO job")
      sql.run("RELEASE job")
      return () => this.#fail([job], error)
    }
  }

  #acknowledge(jobs: readonly Job[], settled: readonly (() => void)[]): void {
    const durable = jobs.filter((job) => job.durable)
    const settle = (isDurable: boolean) => {
      for (let index = 0; index < jobs.length; index++) if (jobs[index]!.durable === isDurable) settled[index]!()
    }
    settle(false)
    if (durable.length === 0) return
    const isAlone = jobs.length === 1 && this.#queue.length === 0
    this.#sync!.afterSync((error) => (error ? this.#fail(durable, error) : settle(true)), isAlone)
  }

  async #begin(text: string): Promise<void> {
    // Scheduled writes come first.
    while (this.#isScheduled) await new Promise((resolve) => setTimeout(resolve, 1))
    this.#isScheduled = true
    await untilFree(() => this.#sql.script(text)).catch((error) => {
      this.#end()
      throw error
    })
  }

  #end(): void {
    if (this.#sql.isInTransaction) this.#sql.script("ROLLBACK")
    this.#isScheduled = false
    if (this.#queue.length > 0) this.#schedule()
  }

  async #synced(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      if (this.#sync) this.#sync.afterSync((error) => (error ? reject(error) : resolve()), false)
      else resolve()
    })
  }

  #startOrStopPolling(): void {
    const isWanted = this.path !== undefined && !this.#closed && [...this.#watchers].some(({ passive }) => !passive)
    if (isWanted) this.#poll ??= setInterval(() => this.#pollChanges(), pollEveryMs).unref()
    else {
      clearInterval(this.#poll)
      this.#poll = undefined
    }
  }

  #pollChanges(): void {
    try {
      const { data_version: version } = this.#sql.row<{ data_version: number }>("PRAGMA data_version")!
      if (version === this.#dataVersion) return
      this.#dataVersion = version
      this.expectUsable()
    } catch {
      return
    }
    for (const { onChange } of this.#watchers) onChange()
  }
}

/** Random, so that waiting processes do not retry at the same moments. */
function pauseMs(): number {
  return 1 + Math.random() * maxPauseMs
}

/** Runs a job that has the transaction to itself; throws if it must be rolled back. */
function alone(sql: Connection, { work, resolve }: Job): () => void {
  const value = work(sql)
  return () => resolve(value)
}

/** Retries `work` while another process has locked the file. */
async function untilFree<T>(work: () => T): Promise<T> {
  for (const since = performance.now(); ; ) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > lockTimeoutMs) throw sqliteError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs()))
  }
}
