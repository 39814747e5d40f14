/**
 * Hands every item of a stream on until `take` says enough, or throws when the signal is aborted. A source that ignores
 * the signal is left behind, not waited for. A plain loop: a generator around it would double what a chunk costs.
 */
export async function forEachUntilAborted<T>(
  source: AsyncIterable<T>,
  signal: AbortSignal,
  onItem: (item: T) => boolean,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]()
  let finished = false
  let rejectNext: (reason: unknown) => void = () => {}
  const onAbort = () => rejectNext(signal.reason)
  signal.addEventListener("abort", onAbort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const result = await new Promise<IteratorResult<T>>((resolve, reject) => {
        rejectNext = reject
        iterator.next().then(resolve, reject)
      })
      finished = result.done === true
      if (result.done || !onItem(result.value)) return
    }
  } finally {
    signal.removeEventListener("abort", onAbort)
    if (!finished) iterator.return?.()?.catch(() => {}) // its failure to close concerns nobody any more
  }
}
