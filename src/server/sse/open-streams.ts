import type { Clock } from "../../ports/clock.ts"

interface TickingStream {
  /** Called about once a second while the stream is open. */
  tick(now: number): void
}

const tickMs = 1_000

/** All streams that are open. One timer serves them all: thousands of timers set and cleared at every write cost more. */
export class OpenStreams {
  readonly #clock: Clock
  readonly #streams = new Set<TickingStream>()
  #stop: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#streams.size
  }

  add(stream: TickingStream): () => void {
    this.#streams.add(stream)
    this.#stop ??= this.#clock.after(tickMs, this.#tick)
    return () => {
      this.#streams.delete(stream)
      if (this.#streams.size > 0) return
      this.#stop?.()
      this.#stop = undefined
    }
  }

  readonly #tick = () => {
    this.#stop = this.#clock.after(tickMs, this.#tick)
    const now = this.#clock.now()
    for (const stream of [...this.#streams]) stream.tick(now)
  }
}
