import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { ConclaveError } from "../../core/errors.ts"

type Done = (error: Error | null) => void

/** Syncs below this duration count as quick. */
const quickMs = 1
/** Number of lone, quick syncs in a row after which the next is done in place. */
const quickInARow = 32
/** A check costs two percent of a lone turn, so turns in quick succession share one. */
const filesCheckedMs = 20

/**
 * Syncs the write-ahead log to the disk, as `synchronous = FULL` does inside COMMIT. There it would block the event
 * loop, so it runs in Node's thread pool, and commits that arrive meanwhile share the next sync. The hand-over costs a
 * third of a bare transaction, so commits that arrive one by one on a quick disk are synced in place.
 */
export class WalSync {
  readonly #file: number
  readonly #databasePath: string
  readonly #inode: number | undefined
  readonly #now: () => number
  #checkedAt = Number.NEGATIVE_INFINITY
  #waiting: Done[] = []
  #isSyncing = false
  /** Lone, quick syncs in a row. */
  #quick = 0

  constructor(path: string, now = () => performance.now()) {
    this.#file = openSync(`${path}-wal`, "r+")
    this.#databasePath = resolve(path)
    this.#inode = this.#currentInode()
    this.#now = now
  }

  /** Whether the next lone commit will be synced in place. */
  get isInPlace(): boolean {
    return this.#quick >= quickInARow
  }

  /** SQLite would write on to a deleted or replaced file, and everything written would be lost. */
  expectFiles(): void {
    const now = this.#now()
    if (now - this.#checkedAt < filesCheckedMs) return
    if (this.#currentInode() === this.#inode && fstatSync(this.#file).nlink > 0) {
      this.#checkedAt = now
      return
    }
    const message = `${this.#databasePath} or its -wal file was deleted or replaced while in use; put both back, or restart Conclave`
    throw new ConclaveError("DATABASE_UNAVAILABLE", message, { recoverable: true })
  }

  /** Calls back once everything committed so far is on the disk. */
  afterSync(done: Done, isAlone: boolean): void {
    if (!isAlone || this.#isSyncing) this.#quick = 0
    this.#waiting.push(done)
    if (this.isInPlace) this.#syncInPlace()
    else if (!this.#isSyncing) this.#sync()
  }

  async close(): Promise<void> {
    if (this.#isSyncing) await new Promise<void>((resolve) => this.afterSync(() => resolve(), false))
    closeSync(this.#file)
  }

  #currentInode(): number | undefined {
    return statSync(this.#databasePath, { throwIfNoEntry: false })?.ino
  }

  #syncInPlace(): void {
    const settle = this.#begin()
    let failure: Error | null = null
    try {
      fdatasyncSync(this.#file)
    } catch (error) {
      failure = error as Error
    }
    settle(failure)
  }

  #sync(): void {
    this.#isSyncing = true
    const settle = this.#begin()
    fdatasync(this.#file, (error) => {
      this.#isSyncing = false
      if (this.#waiting.length > 0) this.#sync()
      settle(error)
    })
  }

  /** Returns the function to call when the sync has ended. */
  #begin(): Done {
    const waiting = this.#waiting
    this.#waiting = []
    const startedAt = this.#now()
    return (error) => {
      this.#quick = this.#now() - startedAt < quickMs ? this.#quick + 1 : 0
      for (const done of waiting) done(error)
    }
  }
}
