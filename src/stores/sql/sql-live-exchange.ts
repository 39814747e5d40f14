import type { LiveExchange, TurnChunk } from "../../ports/live-exchange.ts"

type OnChunk = (discussionId: string, chunk: TurnChunk) => void

/** A row of the table of live text. */
export interface WordsRow {
  readonly id: number
  readonly discussion_id: string
  readonly turn_id: string
  readonly attempt: number
  readonly role: string
  readonly start: number
  readonly words: string
}

/** Base class of exchanges through a table of live text, which every watching process reads from its last row on. */
export abstract class SqlLiveExchange implements LiveExchange {
  protected readonly watchedHere = new Set<string>()
  /** Discussions that other processes watch. */
  protected others: ReadonlySet<string> = new Set()
  readonly #lastRowIds = new Map<string, number>()
  #onChunk: OnChunk = () => {}

  abstract publish(chunks: ReadonlyMap<string, readonly TurnChunk[]>): Promise<void>
  /** Registers in the database whether this process watches the discussion. */
  protected abstract register(discussionId: string): void

  setWatched(discussionId: string, present: boolean): void {
    if (present) this.watchedHere.add(discussionId)
    else {
      this.watchedHere.delete(discussionId)
      this.#lastRowIds.delete(discussionId)
    }
    this.register(discussionId)
  }

  watchedElsewhere(): Iterable<string> {
    return this.others
  }

  onChunk(onChunk: OnChunk): void {
    this.#onChunk = onChunk
  }

  protected lastRowId(discussionId: string): number {
    return this.#lastRowIds.get(discussionId) ?? 0
  }

  protected receive(rows: readonly WordsRow[]): void {
    for (const { id, discussion_id, turn_id: turnId, attempt, role: seat, start: offset, words } of rows) {
      if (!this.watchedHere.has(discussion_id)) continue
      this.#lastRowIds.set(discussion_id, id)
      this.#onChunk(discussion_id, { seat, turnId, attempt, offset, words })
    }
  }
}
