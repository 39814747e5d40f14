import { ConclaveError } from "../../core/errors.ts"
import { WriteHealth } from "../write-health.ts"
import type { Connection } from "./connection.ts"
import { expectKnownVersion } from "./migrate.ts"
import { openFile } from "./open-file.ts"
import { isBusy, sqliteError } from "./sqlite-error.ts"
import { WalSync } from "./wal-sync.ts"

interface Job {
  readonly work: (sql: Connection) => unknown
  readonly durable: boolean
  resolve(value: unknown): void
  reject(error: unknown): void
}

interface WriteOptions {
  /** Without it the change is visible at once but may be lost with the machine's power: for what means nothing then. */
  readonly durable?: boolean
}

/** More would hold up the event loop. */
const jobsPerTransaction = 100
/**
 * While commits arrive one by one on a quick disk, most of them skip the turn of the event loop that gathers others,
 * which costs a seventh of their CPU. Every so many do not, so that the loop turns and a new crowd is noticed.
 */
const maxCommitsWithoutPause = 15
const maxPauseMs = 20
const patienceMs = 30_000
/** Whoever watches what another process runs looks so often. */
export const pollEveryMs = 40

/**
 * One file that several processes may have open. Work is synchronous and quick; writes that are asked for in one turn of
 * the event loop become one transaction, and each is acknowledged when the log is on the disk.
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

  private constructor(data: string) {
    const { sql, path } = openFile(data)
    this.#sql = sql
    this.path = path
    this.#sync = path === undefined ? undefined : new WalSync(path)
  }

  static open(data: string): SqliteDatabase {
    return new SqliteDatabase(data)
  }

  /** Which process this is, to others that have the file open; whoever only lists is none to them. */
  get processId(): string {
    this.#processId ??= crypto.randomUUID()
    return this.#processId
  }

  /** Looks only. Whoever needs several statements to see the same moment begins a transaction. */
  read<T>(work: (sql: Connection) => T): Promise<T> {
    return untilFree(() => {
      if (this.#closed) throw this.#closed
      return work(this.#sql)
    })
  }

  /** All that `work` does, or nothing where it throws. It may be done along with the work of others. */
  write<T>(work: (sql: Connection) => T, { durable = true }: WriteOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) return reject(this.#closed)
      const waits = durable && this.#sync !== undefined
      this.#queue.push({ work, durable: waits, resolve: resolve as (value: unknown) => void, reject })
      this.#schedule()
    })
  }

  /** A long transaction, all of it or nothing. Nothing else is written here meanwhile. */
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

  /** What is read of one moment, however long that takes. Nothing is written here meanwhile, but others may. */
  async *snapshot<T>(read: (sql: Connection) => Iterable<T>): AsyncGenerator<T> {
    await this.#begin("BEGIN")
    try {
      yield* read(this.#sql)
    } finally {
      this.#end()
    }
  }

  /** Gives the space of what was deleted back to the disk. */
  async shrink(): Promise<void> {
    await this.write((sql) => sql.script("PRAGMA incremental_vacuum"))
    if (this.path !== undefined) await this.read((sql) => sql.script("PRAGMA wal_checkpoint(TRUNCATE)"))
  }

  /**
   * Calls back after another process has changed something; the returned function ends it. Whoever is `passive` hears of
   * it only while somebody else wants to know.
   */
  watchOthers(onChange: () => void, { passive = false } = {}): () => void {
    const watcher = { onChange, passive }
    this.#watchers.add(watcher)
    this.#pollOrNot()
    return () => {
      this.#watchers.delete(watcher)
      this.#pollOrNot()
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
      this.#expectKnownVersion()
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
    if (isBusy(error) && performance.now() - this.#busySince < patienceMs) {
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

  /** A newer version may have changed the schema meanwhile: nothing may be written the old way any more. */
  #expectKnownVersion(): void {
    try {
      expectKnownVersion(this.#sql, this.path)
    } catch (error) {
      if (error instanceof ConclaveError) this.#closed = error
      throw error
    }
  }

  #amongOthers(job: Job): () => void {
    const sql = this.#sql
    sql.run("SAVEPOINT job")
    try {
      const value = job.work(sql)
      sql.run("RELEASE job")
      return () => job.resolve(value)
    } catch (error) {
      // A full disk ends the whole transaction, and then nobody's work was done.
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
    // What is scheduled comes first.
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

  #pollOrNot(): void {
    const isWanted = this.path !== undefined && !this.#closed && [...this.#watchers].some(({ passive }) => !passive)
    if (isWanted) this.#poll ??= setInterval(() => this.#pollChanges(), pollEveryMs).unref()
    else {
      clearInterval(this.#poll)
      this.#poll = undefined
    }
  }

  #readDataVersion(): number {
    return this.#sql.row<{ data_version: number }>("PRAGMA data_version")!.data_version
  }

  #pollChanges(): void {
    try {
      const version = this.#readDataVersion()
      if (version === this.#dataVersion) return
      this.#dataVersion = version
      this.#expectKnownVersion()
    } catch {
      return
    }
    for (const { onChange } of this.#watchers) onChange()
  }
}

/** So that processes that wait for each other do not look at the same moments. */
function pauseMs(): number {
  return 1 + Math.random() * maxPauseMs
}

/** A job that has the transaction to itself; throws where the transaction is to be taken back. */
function alone(sql: Connection, { work, resolve }: Job): () => void {
  const value = work(sql)
  return () => resolve(value)
}

/** Does work once no other process has the file to itself. */
async function untilFree<T>(work: () => T): Promise<T> {
  for (const since = performance.now(); ; ) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > patienceMs) throw sqliteError(error)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs()))
  }
}
