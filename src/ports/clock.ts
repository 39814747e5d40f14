/** The engine's source of time, replaceable in tests. */
export interface Clock {
  now(): number
  /** Like `setTimeout`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
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

/** Maximum duration of a long poll, in seconds; longer ones would hit timeouts of clients and proxies. */
export const maxWaitSeconds = 60
