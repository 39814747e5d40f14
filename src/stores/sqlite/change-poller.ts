interface Watcher {
  readonly onChange: () => void
  readonly passive: boolean
}

/** Poll interval while watching a discussion that runs in another process. */
export const pollEveryMs = 40

/** Polls for changes by other processes while it has an active watcher. */
export class ChangePoller {
  readonly #hasChanged: () => boolean
  readonly #watchers = new Set<Watcher>()
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(hasChanged: () => boolean) {
    this.#hasChanged = hasChanged
  }

  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    this.#startOrStop()
    return () => {
      this.#watchers.delete(watcher)
      this.#startOrStop()
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#startOrStop()
  }

  #startOrStop(): void {
    const isWanted = !this.#isStopped && [...this.#watchers].some(({ passive }) => !passive)
    if (isWanted) this.#timer ??= setInterval(() => this.#poll(), pollEveryMs).unref()
    else {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  #poll(): void {
    try {
      if (!this.#hasChanged()) return
    } catch {
      return
    }
    for (const { onChange } of this.#watchers) onChange()
  }
}
