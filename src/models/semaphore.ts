import type { EmbedCall, Model } from "../ports/model.ts"
import { wrapModel } from "./wrap-model.ts"

/** Lets so many in at a time; the others wait in the order they came, or leave when they are called off. */
export class Semaphore {
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves with how to leave; to leave twice is harmless. Rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (this.#free > 0) this.#free--
    else await this.#wait(signal)
    let inside = true
    return () => {
      if (inside) this.#release()
      inside = false
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const goIn = () => {
        signal.removeEventListener("abort", giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.delete(goIn)
        reject(signal.reason)
      }
      signal.addEventListener("abort", giveUp, { once: true })
      this.#waiting.add(goIn)
    })
  }

  /** The place goes straight to the next who waits, so that nobody can slip in between. */
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

/** A model whose calls take turns with all others that go through the same gate. */
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
