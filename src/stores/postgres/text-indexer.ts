import type { Clock } from "../../ports/clock.ts"
import type { Database } from "./database.ts"

const delayMs = 1_000

/** Indexes all waiting turns of all processes, in small batches so that commits can run in between. */
export async function indexNewTexts({ pool }: Database): Promise<void> {
  const text = "SELECT index_new_texts(200) AS has_more"
  while ((await pool.query<{ has_more: boolean }>(text)).rows[0]!.has_more);
}

/** Indexes new turns shortly after they were committed. A search indexes the rest first. */
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
