/** A turn that is being spoken. */
export interface LiveTurn {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  /** Its words so far. */
  readonly text: string
}

/** The speaker's end of a live turn. */
export interface Speaking {
  say(words: string): void
  /** The turn is over, or its attempt given up; what became of it is in the log. */
  end(): void
}

type Watcher = () => void

interface Table {
  readonly turns: Map<string, LiveTurn>
  readonly watchers: Set<Watcher>
}

/**
 * The words that are not in the log yet. A chunk costs its speaker an append; watchers are told once for all that came
 * in the same turn of the event loop, and only that there is more: they take it at their own pace.
 */
export class LiveTurns {
  readonly #tables = new Map<string, Table>()
  readonly #stirred = new Set<Table>()

  begin(discussionId: string, turn: Omit<LiveTurn, "text">): Speaking {
    const table = this.#table(discussionId)
    const live = { ...turn, text: "" }
    table.turns.set(turn.turnId, live)
    return {
      say: (words) => {
        live.text += words
        if (table.watchers.size > 0) this.#stir(table)
      },
      end: () => {
        if (table.turns.get(live.turnId) === live) table.turns.delete(live.turnId)
        this.#sweep(discussionId, table)
      },
    }
  }

  under(discussionId: string): Iterable<LiveTurn> {
    return this.#tables.get(discussionId)?.turns.values() ?? []
  }

  watch(discussionId: string, onWords: Watcher): () => void {
    const table = this.#table(discussionId)
    table.watchers.add(onWords)
    return () => {
      table.watchers.delete(onWords)
      this.#sweep(discussionId, table)
    }
  }

  #stir(table: Table): void {
    if (this.#stirred.size === 0) setImmediate(() => this.#tell())
    this.#stirred.add(table)
  }

  #tell(): void {
    const stirred = [...this.#stirred]
    this.#stirred.clear()
    for (const { watchers } of stirred) for (const watcher of watchers) watcher()
  }

  #table(discussionId: string): Table {
    const known = this.#tables.get(discussionId)
    if (known) return known
    const table: Table = { turns: new Map(), watchers: new Set() }
    this.#tables.set(discussionId, table)
    return table
  }

  #sweep(discussionId: string, table: Table): void {
    const unused = table.turns.size === 0 && table.watchers.size === 0
    if (unused && this.#tables.get(discussionId) === table) this.#tables.delete(discussionId)
  }
}
