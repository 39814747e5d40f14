import type { Clock } from "../ports/clock.ts"
import type { Maintenance } from "../ports/storage.ts"

/** What has to be done from time to time; every process may do it. Gives how to stop it. */
export function startMaintenance(
  { timeOutPrompts, dropOld }: Maintenance,
  clock: Clock,
  onError: (error: unknown) => void,
): () => void {
  const stops = [every(10_000, timeOutPrompts), every(600_000, dropOld)]

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
