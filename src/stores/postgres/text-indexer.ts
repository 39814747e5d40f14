import type { Clock } from "../../ports/clock.ts"
import type { Database } from "./database.ts"

const delayMs = 1_000
/** Few enough that a turn that is committed meanwhile does not wait for long. */
const textsAtOnce = 200

/** Indexes the words of all that was said before, by whichever process. */
export async function indexNewTexts({ pool }: Database, isOver = () => false): Promise<void> {
  const text = "SELECT index_new_texts($1) AS has_more"
  for (let hasMore = true; hasMore && !isOver(); ) {
    hasMore = (await pool.query<{ has_more: boolean }>(text, [textsAtOnce])).rows[0]!.has_more
  }
}

/** Does so a moment after something was said, so that no turn waits for it. What is left the next search indexes. */
export class TextIndexer {
  readonly #database: Database
  readonly #clock: Clock
  #cancel: (() => void) | undefined
  #indexing = Promise.resolve()
  #isClosed = false

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Something was said. */
  schedule(): void {
    if (this.#isClosed) return
    this.#cancel ??= this.#clock.after(delayMs, () => {
      this.#cancel = undefined
      // Where the database is away, the next call indexes these too.
      this.#indexing = indexNewTexts(this.#database, () => this.#isClosed).catch(() => {})
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancel?.()
    await this.#indexing
  }
}
