import type { TurnChunk } from "../../ports/live-exchange.ts"

export interface LiveTurn {
  readonly seat: string
  readonly turnId: string
  readonly attempt: number
  readonly text: string
  readonly isRemote?: true
}

type Watcher = () => void

interface LiveDiscussion {
  readonly turns: Map<string, LiveTurn>
  /** The last attempt at each turn that the log says is over: words of it may still be on the way from elsewhere. */
  readonly endTurn: Map<string, number>
  readonly watchers: Set<Watcher>
}

/**
 * The words that are not in the log yet. A chunk costs its speaker an append; watchers are told once for all that came
 * in the same turn of the event loop, and only that there is more: they take it at their own pace.
 */
export class LiveTurns {
  readonly #discussions = new Map<string, LiveDiscussion>()
  readonly #dirty = new Set<LiveDiscussion>()
  #onWatchedChange: (discussionId: string, present: boolean) => void = () => {}

  /** Tells when a discussion gets its first watcher, and when it has lost its last. */
  onWatchedChange(tell: (discussionId: string, present: boolean) => void): void {
    this.#onWatchedChange = tell
  }

  begin(discussionId: string, turn: Omit<LiveTurn, "text" | "isRemote">) {
    const table = this.#discussion(discussionId)
    const live = { ...turn, text: "" }
    table.turns.set(turn.turnId, live)
    return {
      push: (words: string) => {
        live.text += words
        if (table.watchers.size > 0) this.#markDirty(table)
      },
      /** The turn is over, or its attempt given up; what became of it is in the log. */
      end: () => {
        if (table.turns.get(live.turnId) === live) table.turns.delete(live.turnId)
        this.#removeIfUnused(discussionId, table)
      },
    }
  }

  /** Words said in another process. They are heard while somebody watches; a gap in them ends the hearing. */
  receive(discussionId: string, { words, offset, ...turn }: TurnChunk): void {
    const table = this.#discussions.get(discussionId)
    if (!table || table.watchers.size === 0) return
    if (turn.attempt <= (table.endTurn.get(turn.turnId) ?? 0)) return
    const known = table.turns.get(turn.turnId)
    if (known && (!known.isRemote || known.attempt > turn.attempt)) return
    const text = known?.attempt === turn.attempt ? known.text : ""
    if (offset > text.length || offset + words.length <= text.length) return
    table.turns.set(turn.turnId, { ...turn, text: text.slice(0, offset) + words, isRemote: true })
    this.#markDirty(table)
  }

  /** The log says that a turn is over up to this attempt, wherever it was spoken. */
  over(discussionId: string, turnId: string, attempt: number): void {
    const table = this.#discussions.get(discussionId)
    if (!table) return
    const known = table.turns.get(turnId)
    if (known?.isRemote && known.attempt <= attempt) table.turns.delete(turnId)
    table.endTurn.set(turnId, attempt)
  }

  turnsOf(discussionId: string): Iterable<LiveTurn> {
    return this.#discussions.get(discussionId)?.turns.values() ?? []
  }

  watch(discussionId: string, onWords: Watcher): () => void {
    const table = this.#discussion(discussionId)
    table.watchers.add(onWords)
    if (table.watchers.size === 1) this.#onWatchedChange(discussionId, true)
    return () => {
      if (table.watchers.delete(onWords) && table.watchers.size === 0) this.#onWatchedChange(discussionId, false)
      this.#removeIfUnused(discussionId, table)
    }
  }

  #markDirty(table: LiveDiscussion): void {
    if (this.#dirty.size === 0) setImmediate(() => this.#notify())
    this.#dirty.add(table)
  }

  #notify(): void {
    const stirred = [...this.#dirty]
    this.#dirty.clear()
    for (const { watchers } of stirred) for (const watcher of watchers) watcher()
  }

  #discussion(discussionId: string): LiveDiscussion {
    const known = this.#discussions.get(discussionId)
    if (known) return known
    const table: LiveDiscussion = { turns: new Map(), endTurn: new Map(), watchers: new Set() }
    this.#discussions.set(discussionId, table)
    return table
  }

  #removeIfUnused(discussionId: string, table: LiveDiscussion): void {
    if (table.watchers.size === 0) {
      table.endTurn.clear()
      for (const [turnId, turn] of table.turns) if (turn.isRemote) table.turns.delete(turnId)
    }
    const unused = table.turns.size === 0 && table.watchers.size === 0
    if (unused && this.#discussions.get(discussionId) === table) this.#discussions.delete(discussionId)
  }
}
