import type { SpokenWords } from "../../ports/live-exchange.ts"

/** A turn that is being spoken. */
export interface LiveTurn {
  readonly role: string
  readonly turnId: string
  readonly attempt: number
  /** Its words so far. */
  readonly text: string
  /** It is spoken in another process. */
  readonly elsewhere?: true
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
  /** The last attempt at each turn that the log says is over: words of it may still be on the way from elsewhere. */
  readonly over: Map<string, number>
  readonly watchers: Set<Watcher>
}

/**
 * The words that are not in the log yet. A chunk costs its speaker an append; watchers are told once for all that came
 * in the same turn of the event loop, and only that there is more: they take it at their own pace.
 */
export class LiveTurns {
  readonly #tables = new Map<string, Table>()
  readonly #stirred = new Set<Table>()
  #audience: (discussionId: string, present: boolean) => void = () => {}

  /** Tells when a discussion gets its first watcher, and when it has lost its last. */
  onAudience(tell: (discussionId: string, present: boolean) => void): void {
    this.#audience = tell
  }

  begin(discussionId: string, turn: Omit<LiveTurn, "text" | "elsewhere">): Speaking {
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

  /** Words said in another process. They are heard while somebody watches; a gap in them ends the hearing. */
  hear(discussionId: string, { words, offset, ...turn }: SpokenWords): void {
    const table = this.#tables.get(discussionId)
    if (!table || table.watchers.size === 0) return
    if (turn.attempt <= (table.over.get(turn.turnId) ?? 0)) return
    const known = table.turns.get(turn.turnId)
    if (known && (!known.elsewhere || known.attempt > turn.attempt)) return
    const text = known?.attempt === turn.attempt ? known.text : ""
    if (offset > text.length || offset + words.length <= text.length) return
    table.turns.set(turn.turnId, { ...turn, text: text.slice(0, offset) + words, elsewhere: true })
    this.#stir(table)
  }

  /** The log says that a turn is over up to this attempt, wherever it was spoken. */
  over(discussionId: string, turnId: string, attempt: number): void {
    const table = this.#tables.get(discussionId)
    if (!table) return
    const known = table.turns.get(turnId)
    if (known?.elsewhere && known.attempt <= attempt) table.turns.delete(turnId)
    table.over.set(turnId, attempt)
  }

  under(discussionId: string): Iterable<LiveTurn> {
    return this.#tables.get(discussionId)?.turns.values() ?? []
  }

  watch(discussionId: string, onWords: Watcher): () => void {
    const table = this.#table(discussionId)
    table.watchers.add(onWords)
    if (table.watchers.size === 1) this.#audience(discussionId, true)
    return () => {
      if (table.watchers.delete(onWords) && table.watchers.size === 0) this.#audience(discussionId, false)
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
    const table: Table = { turns: new Map(), over: new Map(), watchers: new Set() }
    this.#tables.set(discussionId, table)
    return table
  }

  #sweep(discussionId: string, table: Table): void {
    if (table.watchers.size === 0) {
      table.over.clear()
      for (const [turnId, turn] of table.turns) if (turn.elsewhere) table.turns.delete(turnId)
    }
    const unused = table.turns.size === 0 && table.watchers.size === 0
    if (unused && this.#tables.get(discussionId) === table) this.#tables.delete(discussionId)
  }
}
