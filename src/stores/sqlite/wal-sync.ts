import { closeSync, fdatasync, openSync } from "node:fs"

type Done = (error: Error | null) => void

/**
 * Syncs the write-ahead log to the disk in Node's thread pool. This is the sync that `synchronous = FULL` does inside of
 * COMMIT, where it would hold up the event loop. Commits that wait while one sync is under way share the next.
 */
export class WalSync {
  readonly #file: number
  #waiting: Done[] = []
  #isSyncing = false

  constructor(path: string) {
    this.#file = openSync(`${path}-wal`, "r+")
  }

  /** Calls back when everything committed until now is on the disk. */
  afterSync(done: Done): void {
    this.#waiting.push(done)
    if (!this.#isSyncing) this.#sync()
  }

  async close(): Promise<void> {
    if (this.#isSyncing) await new Promise<void>((resolve) => this.afterSync(() => resolve()))
    closeSync(this.#file)
  }

  #sync(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#isSyncing = true
    fdatasync(this.#file, (error) => {
      this.#isSyncing = false
      if (this.#waiting.length > 0) this.#sync()
      for (const done of waiting) done(error)
    })
  }
}
