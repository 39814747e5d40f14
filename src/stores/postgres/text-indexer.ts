import type { Clock } from "../../ports/clock.ts"
import type { Database } from "./database.ts"

const delayMs = 1_000

/** Indexes the words of all that was said before, by whichever process, few at a time: turns are committed in between. */
export async function indexNewTexts({ pool }: Database): Promise<void> {
  const text = "SELECT index_new_texts(200) AS has_more"
  while ((await pool.query<{ has_more: boolean }>(text)).rows[0]!.has_more);
}

/** Does so a moment after something was said, so that no turn waits for it. What is left the next search indexes. */
export function textIndexer(database: Database, clock: Clock) {
  let cancel: (() => void) | undefined
  return {
    schedule() {
      cancel ??= clock.after(delayMs, () => {
        cancel = undefined
        indexNewTexts(database).catch(() => {})
      })
    },
    stop: () => cancel?.(),
  }
}
