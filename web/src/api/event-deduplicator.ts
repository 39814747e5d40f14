import type { StreamEvent } from "./sse-parser.ts"

/** Where a stream was left, and what has been seen of it: a number, or in mid-turn `12:t3:1:80`. */
export class EventDeduplicator {
  #lastId: string | undefined
  #seq: number
  /** Ids in the middle of turns since the last numbered event. */
  readonly #inTurn = new Set<string>()

  constructor(after?: string) {
    this.#lastId = after
    this.#seq = after === undefined ? -1 : sequenceOf(after)
  }

  get lastId(): string | undefined {
    return this.#lastId
  }

  /** What was not there before; remembers it. */
  filterNew(events: readonly StreamEvent[]): readonly StreamEvent[] {
    return events.filter(({ id }) => this.#isNew(id))
  }

  #isNew(id: string): boolean {
    if (id === "") return true
    const seq = sequenceOf(id)
    if (id.includes(":")) {
      if (seq < this.#seq || this.#inTurn.has(id)) return false
      this.#inTurn.add(id)
    } else {
      if (seq <= this.#seq) return false
      this.#inTurn.clear()
    }
    this.#seq = seq
    this.#lastId = id
    return true
  }
}

function sequenceOf(id: string): number {
  return Number.parseInt(id, 10)
}
