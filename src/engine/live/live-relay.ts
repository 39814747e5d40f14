import type { Clock } from "../../ports/clock.ts"
import type { LiveExchange, TurnChunk } from "../../ports/live-exchange.ts"
import type { LiveTurns } from "./live-turns.ts"

/** Together with how often other processes look, well under the 250 ms within which they hear a word. */
export const relayEveryMs = 120

/**
 * Joins the live turns of this process to those of others. It looks at what is watched elsewhere from time to time
 * instead of being told of every chunk: a discussion nobody else watches costs nothing.
 */
export class LiveRelay {
  readonly #live: LiveTurns
  readonly #exchange: LiveExchange
  readonly #clock: Clock
  /** How far the turns that are watched elsewhere have been published, by discussion, turn and attempt. */
  #published = new Map<string, number>()
  #cancel = () => {}
  #stopped = false

  constructor(live: LiveTurns, exchange: LiveExchange, clock: Clock) {
    this.#live = live
    this.#exchange = exchange
    this.#clock = clock
    live.onWatchedChange((discussionId, present) => exchange.setWatched(discussionId, present))
    exchange.onChunk((discussionId, said) => live.receive(discussionId, said))
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
    const said = new Map<string, TurnChunk[]>()
    for (const discussionId of this.#exchange.watchedElsewhere()) {
      for (const { seat, turnId, attempt, text, isRemote: elsewhere } of this.#live.turnsOf(discussionId)) {
        if (elsewhere) continue
        const key = `${discussionId} ${turnId} ${attempt}`
        const offset = before.get(key) ?? 0
        this.#published.set(key, text.length)
        if (text.length === offset) continue
        const pieces = said.get(discussionId) ?? []
        said.set(discussionId, pieces)
        pieces.push({ seat, turnId, attempt, offset, words: text.slice(offset) })
      }
    }
    try {
      if (said.size > 0) await this.#exchange.publish(said)
    } catch {
      // The words are published again from where they were; what nobody got is in the log at the turn's end.
      this.#published = before
    }
    this.#schedulePoll()
  }
}
