interface Waiting<Item> {
  readonly item: Item
  resolve(): void
  reject(error: unknown): void
}

/**
 * Runs work in batches: items that arrive while batches are running wait and form the next. Two batches run at once, so
 * that one is prepared while the other is written.
 */
export function batched<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  { atMost = Number.POSITIVE_INFINITY, batchesAtOnce = 1 } = {},
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = []
  let underWay = 0

  const drain = async () => {
    underWay++
    // Items of the same turn of the event loop belong to the first batch.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.slice(0, atMost)
      waiting = waiting.slice(atMost)
      try {
        await work(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    underWay--
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (underWay < batchesAtOnce) void drain()
    })
}
