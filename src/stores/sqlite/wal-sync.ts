import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs"

type Done = (error: Error | null) => void

/** The event loop's own timers tell no less. */
const quickMs = 1
/** So many in a row: one discussion at a time is under way, on a disk that does not keep it waiting. */
const quickInARow = 32

/**
 * Syncs the write-ahead log to the disk. This is the sync that `synchronous = FULL` does inside of COMMIT, where it would
 * hold up the event loop for as long as the disk takes; it is done in Node's thread pool, and commits that wait while one
 * is under way share the next. Handing it over costs a third of a bare transaction, so commits that come one by one, on a disk
 * that answers within a millisecond, are synced where they are.
 */
export class WalSync {
  readonly #file: number
  readonly #now: () => number
  #waiting: Done[] = []
  #isSyncing = false
  /** How many in a row were alone and quick. */
  #quick = 0

  constructor(path: string, now = () => performance.now()) {
    this.#file = openSync(`${path}-wal`, "r+")
    this.#now = now
  }

  /** Calls back when everything committed until now is on the disk. */
  afterSync(done: Done, isAlone: boolean): void {
    if (!isAlone || this.#isSyncing) this.#quick = 0
    this.#waiting.push(done)
    if (this.#quick >= quickInARow) this.#syncHere()
    else if (!this.#isSyncing) this.#sync()
  }

  async close(): Promise<void> {
    if (this.#isSyncing) await new Promise<void>((resolve) => this.afterSync(() => resolve(), false))
    closeSync(this.#file)
  }

  #syncHere(): void {
    const synced = this.#begin()
    let failure: Error | null = null
    try {
      fdatasyncSync(this.#file)
    } catch (error) {
      failure = error as Error
    }
    synced(failure)
  }

  #sync(): void {
    this.#isSyncing = true
    const synced = this.#begin()
    fdatasync(this.#file, (error) => {
      this.#isSyncing = false
      if (this.#waiting.length > 0) this.#sync()
      synced(error)
    })
  }

  /** Gives what to call at the end. */
  #begin(): Done {
    const waiting = this.#waiting
    this.#waiting = []
    const begin = this.#now()
    return (error) => {
      this.#quick = this.#now() - begin < quickMs ? this.#quick + 1 : 0
      for (const done of waiting) done(error)
    }
  }
}
