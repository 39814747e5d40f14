import type { Clock } from "../ports/clock.ts"
import type { Database } from "../stores/postgres/database.ts"
import { dropStaleWords } from "../stores/postgres/running/drop-stale-words.ts"
import { timeOutPrompts } from "../stores/postgres/squad/time-out-prompts.ts"

/** What has to be done from time to time; every process may do it. Gives how to stop it. */
export function startUpkeep(database: Database, clock: Clock, onError: (error: unknown) => void): () => void {
  const stops = [
    every(10_000, () => timeOutPrompts(database)),
    ...(database.embedded ? [] : [every(600_000, () => dropStaleWords(database))]),
  ]

  function every(ms: number, work: () => Promise<unknown>): () => void {
    let cancel = () => {}
    let stopped = false
    const later = () => {
      if (!stopped) cancel = clock.after(ms, () => void work().catch(onError).finally(later))
    }
    later()
    return () => {
      stopped = true
      cancel()
    }
  }
  return () => {
    for (const stop of stops) stop()
  }
}
