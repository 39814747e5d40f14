import type { TurnChunk } from "../../ports/live-exchange.ts"

export interface LiveTurn {
  readonly seat: string
  readonly turnId: string
  readonly attempt: number
  readonly text: string
  readonly isRemote?: true
}

interface LiveTurnWriter {
  push(text: string): void
  /** The turn ended or its attempt failed; the log has the result. */
  end(): void
}

type Watcher = () => void

interface LiveDiscussion {
  readonly turns: Map<string, LiveTurn>
  /** The last ended attempt of each turn: late text of it may still arrive from another process. */
  readonly endedAttempts: Map<string, number>
  readonly watchers: Set<Watcher>
}

/**
 * Text of turns that is not in the log yet. A chunk costs the speaker one append; watchers are notified once per turn
 * of the event loop and read the text at their own pace.
 */
export class LiveTurns {
  readonly #discussions = new Map<string, LiveDiscussion>()
  readonly #dirty = new Set<LiveDiscussion>()
  #onWatchedChange: (discussionId: string, present: boolean) => void = () => {}

  /** Called when a discussion gets its first watcher and when it loses its last. */
  onWatchedChange(callback: (discussionId: string, present: boolean) => void): void {
    this.#onWatchedChange = callback
  }

  begin(discussionId: string, turn: Omit<LiveTurn, "text" | "isRemote">): LiveTurnWriter {
    const discussion = this.#discussion(discussionId)
    const live = { ...turn, text: "" }
    discussion.turns.set(turn.turnId, live)
    return {
      push: (text) => {
        live.text += text
        if (discussion.watchers.size > 0) this.#markDirty(discussion)
      },
      end: () => {
        if (discussion.turns.get(live.turnId) === live) discussion.turns.delete(live.turnId)
        this.#removeIfUnused(discussionId, discussion)
      },
    }
  }

  /** Text from another process. Ignored without watchers, and after a gap. */
  receive(discussionId: string, { words, offset, ...turn }: TurnChunk): void {
    const discussion = this.#discussions.get(discussionId)
    if (!discussion || discussion.watchers.size === 0) return
    if (turn.attempt <= (discussion.endedAttempts.get(turn.turnId) ?? 0)) return
    const known = discussion.turns.get(turn.turnId)
    if (known && (!known.isRemote || known.attempt > turn.attempt)) return
    const text = known?.attempt === turn.attempt ? known.text : ""
    if (offset > text.length || offset + words.length <= text.length) return
    discussion.turns.set(turn.turnId, { ...turn, text: text.slice(0, offset) + words, isRemote: true })
    this.#markDirty(discussion)
  }

  /** The log says that a turn has ended up to this attempt, in whatever process. */
  over(discussionId: string, turnId: string, attempt: number): void {
    const discussion = this.#discussions.get(discussionId)
    if (!discussion) return
    const known = discussion.turns.get(turnId)
    if (known?.isRemote && known.attempt <= attempt) discussion.turns.delete(turnId)
    discussion.endedAttempts.set(turnId, attempt)
  }

  turnsOf(discussionId: string): Iterable<LiveTurn> {
    return this.#discussions.get(discussionId)?.turns.values() ?? []
  }

  watch(discussionId: string, onText: Watcher): () => void {
    const discussion = this.#discussion(discussionId)
    discussion.watchers.add(onText)
    if (discussion.watchers.size === 1) this.#onWatchedChange(discussionId, true)
    return () => {
      if (discussion.watchers.delete(onText) && discussion.watchers.size === 0)
        this.#onWatchedChange(discussionId, false)
      this.#removeIfUnused(discussionId, discussion)
    }
  }

  #markDirty(discussion: LiveDiscussion): void {
    if (this.#dirty.size === 0) setImmediate(() => this.#notify())
    this.#dirty.add(discussion)
  }

  #notify(): void {
    const changed = [...this.#dirty]
    this.#dirty.clear()
    for (const { watchers } of changed) for (const watcher of watchers) watcher()
  }

  #discussion(discussionId: string): LiveDiscussion {
    const known = this.#discussions.get(discussionId)
    if (known) return known
    const discussion: LiveDiscussion = { turns: new Map(), endedAttempts: new Map(), watchers: new Set() }
    this.#discussions.set(discussionId, discussion)
    return discussion
  }

  #removeIfUnused(discussionId: string, discussion: LiveDiscussion): void {
    if (discussion.watchers.size === 0) {
      discussion.endedAttempts.clear()
      for (const [turnId, turn] of discussion.turns) if (turn.isRemote) discussion.turns.delete(turnId)
    }
    const unused = discussion.turns.size === 0 && discussion.watchers.size === 0
    if (unused && this.#discussions.get(discussionId) === discussion) this.#discussions.delete(discussionId)
  }
}
