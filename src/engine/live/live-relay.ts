import type { Clock } from "../../ports/clock.ts"
import type { LiveExchange, TurnChunk } from "../../ports/live-exchange.ts"
import type { LiveTurns } from "./live-turns.ts"

/** Publish interval. With the poll interval of other processes, text reaches them within 250 ms. */
export const relayEveryMs = 120

/**
 * Exchanges live text with other processes. It polls the turns that are watched elsewhere instead of handling every
 * chunk: discussions that no other process watches cost nothing.
 */
export class LiveRelay {
  readonly #live: LiveTurns
  readonly #exchange: LiveExchange
  readonly #clock: Clock
  /** Published length of each turn that is watched elsewhere, by discussion, turn and attempt. */
  #published = new Map<string, number>()
  #cancel = () => {}
  #stopped = false

  constructor(live: LiveTurns, exchange: LiveExchange, clock: Clock) {
    this.#live = live
    this.#exchange = exchange
    this.#clock = clock
    live.onWatchedChange((discussionId, present) => exchange.setWatched(discussionId, present))
    exchange.onChunk((discussionId, chunk) => live.receive(discussionId, chunk))
    this.#schedulePoll()
  }

  stop(): void {
    this.#stopped = true
    this.#cancel()
  }

  #schedulePoll(): void {
    if (!this.#stopped) this.#cancel = this.#clock.after(relayEveryMs, () => void this.#poll())
  }

  async #poll(): Promise<void> {
    const before = this.#published
    this.#published = new Map()
    const chunks = new Map<string, TurnChunk[]>()
    for (const discussionId of this.#exchange.watchedElsewhere()) {
      for (const { seat, turnId, attempt, text, isRemote } of this.#live.turnsOf(discussionId)) {
        if (isRemote) continue
        const key = `${discussionId} ${turnId} ${attempt}`
        const offset = before.get(key) ?? 0
        this.#published.set(key, text.length)
        if (text.length === offset) continue
        const pending = chunks.get(discussionId) ?? []
        chunks.set(discussionId, pending)
        pending.push({ seat, turnId, attempt, offset, words: text.slice(offset) })
      }
    }
    try {
      if (chunks.size > 0) await this.#exchange.publish(chunks)
    } catch {
      // Retried at the next poll. Text that is lost is in the log when the turn ends.
      this.#published = before
    }
    this.#schedulePoll()
  }
}
