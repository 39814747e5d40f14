import type { EmbedCall, Model } from "../ports/model.ts"
import { wrapModel } from "./wrap-model.ts"

/** Limits concurrency; waiters are served in order and removed when their signal is aborted. */
export class Semaphore {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(permits: number) {
    this.#free = permits
  }

  /** Resolves with an idempotent release function. Rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let isHeld = true
    return () => {
      if (isHeld) this.#release()
      isHeld = false
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onFree = () => {
        signal.removeEventListener("abort", onAbort)
        resolve()
      }
      const onAbort = () => {
        this.#waiting.delete(onFree)
        reject(signal.reason)
      }
      signal.addEventListener("abort", onAbort, { once: true })
      this.#waiting.add(onFree)
    })
  }

  /** Hands the permit directly to the next waiter, so that no new caller can overtake it. */
  #release(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free++
      return
    }
    this.#waiting.delete(next)
    next()
  }
}

/** Limits the concurrent calls of all models that share the semaphore. */
export function withConcurrency(model: Model, semaphore: Semaphore): Model {
  return wrapModel(model, {
    admit: (_, signal) => semaphore.acquire(signal),
    ...(model.embed && {
      async embed(call: EmbedCall, signal: AbortSignal) {
        const release = await semaphore.acquire(signal)
        try {
          return await model.embed!(call, signal)
        } finally {
          release()
        }
      },
    }),
  })
}
