/** Time as the engine knows it, so that tests can hold it still. */
export interface Clock {
  now(): number
  /** Calls back after some time; the returned function calls it off. */
  after(ms: number, callback: () => void): () => void
}

/** Waits; ends early where the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal.removeEventListener("abort", done)
      resolve()
    }
    const cancel = clock.after(ms, done)
    signal.addEventListener("abort", done)
  })
}

/** The longest that a call waits for something, in seconds; clients and proxies give up on what takes longer. */
export const maxWaitSeconds = 60
