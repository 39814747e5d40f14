import { beforeEach, describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import type { DiscussionStore } from "../../src/ports/discussion-store.ts"

/** Contract of every discussion store. */
export function discussionStoreContract(name: string, open: () => Promise<DiscussionStore>): void {
  describe(`${name} as a store of discussions`, () => {
    let store: DiscussionStore
    let id: string
    let count = 0
    beforeEach(async () => {
      store = await open()
      id = `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`
    })

    const event = (seq: number, reason = `event ${seq}`): DiscussionEvent => ({
      type: "interjection",
      data: { interjection: { id: `i${seq}`, author: "Ada", content: reason, roundNumber: 1, timestamp: 0 } },
      seq,
      at: 1_700_000_000_000 + seq,
    })
    const seqs = (events: readonly DiscussionEvent[]) => events.map(({ seq }) => seq)

    test("returns appended events in order, unchanged", async () => {
      await store.append(id, [event(1, 'naïve 😀 "quoted"'), event(2)])
      await store.append(id, [event(3)])
      expect(await store.read(id)).toEqual([event(1, 'naïve 😀 "quoted"'), event(2), event(3)])
    })

    test("reads from a number on, in pages", async () => {
      await store.append(
        id,
        [1, 2, 3, 4, 5].map((seq) => event(seq)),
      )
      expect(seqs(await store.read(id, 2))).toEqual([3, 4, 5])
      expect(seqs(await store.read(id, 2, 2))).toEqual([3, 4])
      expect(await store.read(id, 5)).toEqual([])
    })

    test("refuses events that do not follow the last one, and stores none of them", async () => {
      await store.append(id, [event(1), event(2)])
      for (const seq of [1, 2, 4]) {
        await expect(store.append(id, [event(seq), event(seq + 1)])).rejects.toMatchObject({
          code: "CONFLICT",
          recoverable: true,
        })
      }
      expect(seqs(await store.read(id))).toEqual([1, 2])
    })

    test("lets one of many concurrent writers win", async () => {
      await store.append(id, [event(1)])
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => store.append(id, [event(2, `writer ${index}`)])),
      )
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      expect(await store.read(id)).toHaveLength(2)
    })

    test("reports missing discussions as not found", async () => {
      await expect(store.read(id)).rejects.toMatchObject({ code: "NOT_FOUND" })
      await expect(store.append(id, [event(2)])).rejects.toMatchObject({ code: "NOT_FOUND" })
    })

    test("keeps discussions apart", async () => {
      const other = id.replace(/^0/, "1")
      await store.append(id, [event(1)])
      await store.append(other, [event(1, "other")])
      expect(await store.read(id)).toEqual([event(1)])
    })

    test("notifies watchers of the last number, until they unsubscribe", async () => {
      await store.append(id, [event(1)])
      const told: number[] = []
      let tell = () => {}
      const stop = store.watch(id, (seq) => {
        told.push(seq)
        tell()
      })
      const next = new Promise<void>((resolve) => {
        tell = resolve
      })
      await store.append(id, [event(2), event(3)])
      await next
      stop()
      await store.append(id, [event(4)])
      expect(told).toEqual([3])
    })
  })
}
