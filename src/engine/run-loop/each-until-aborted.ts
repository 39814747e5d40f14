/**
 * Hands every item of a stream on until `take` says enough, or throws when the signal is aborted. A source that ignores
 * the signal is left behind, not waited for. A plain loop: a generator around it would double what a chunk costs.
 */
export async function eachUntilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  take: (item: T) => boolean,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]()
  let finished = false
  let giveUp: (reason: unknown) => void = () => {}
  const onAbort = () => giveUp(signal.reason)
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const result = await new Promise<IteratorResult<T>>((resolve, reject) => {
        giveUp = reject
        iterator.next().then(resolve, reject)
      })
      finished = result.done === true
      if (result.done || !take(result.value)) return
    }
  } finally {
    signal.removeEventListener("abort", onAbort)
    if (!finished) iterator.return?.()?.catch(() => {}) // its failure to close concerns nobody any more
  }
}
