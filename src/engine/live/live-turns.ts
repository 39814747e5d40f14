/** A turn that is being spoken: its text so far. */
export interface LiveTurn {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  text: string
}

type Watcher = () => void

interface Table {
  readonly turns: Map<string, LiveTurn>
  readonly watchers: Set<Watcher>
}

/** The words that are not in the log yet. Watchers are only told that there is more, and take it at their own pace. */
export class LiveTurns {
  readonly #tables = new Map<string, Table>()

  begin(discussionId: string, turn: Omit<LiveTurn, "text">): LiveTurn {
    const live = { ...turn, text: "" }
    this.#table(discussionId).turns.set(turn.turnId, live)
    return live
  }

  say(discussionId: string, turn: LiveTurn, text: string): void {
    turn.text += text
    const watchers = this.#tables.get(discussionId)?.watchers
    if (watchers && watchers.size > 0) for (const watcher of watchers) watcher()
  }

  /** The turn is over, or its attempt given up; what became of it is in the log. */
  end(discussionId: string, turn: LiveTurn): void {
    const table = this.#tables.get(discussionId)
    if (table?.turns.get(turn.turnId) === turn) table.turns.delete(turn.turnId)
    this.#sweep(discussionId)
  }

  under(discussionId: string): Iterable<LiveTurn> {
    return this.#tables.get(discussionId)?.turns.values() ?? []
  }

  watch(discussionId: string, onWords: Watcher): () => void {
    this.#table(discussionId).watchers.add(onWords)
    return () => {
      this.#tables.get(discussionId)?.watchers.delete(onWords)
      this.#sweep(discussionId)
    }
  }

  #table(discussionId: string): Table {
    const known = this.#tables.get(discussionId)
    if (known) return known
    const table: Table = { turns: new Map(), watchers: new Set() }
    this.#tables.set(discussionId, table)
    return table
  }

  #sweep(discussionId: string): void {
    const table = this.#tables.get(discussionId)
    if (table && table.turns.size === 0 && table.watchers.size === 0) this.#tables.delete(discussionId)
  }
}
