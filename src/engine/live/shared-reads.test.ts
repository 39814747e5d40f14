import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { DiscussionStore } from "../../ports/discussion-store.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import { flushEventLoop, ManualClock } from "../../testing/index.ts"
import { Follower } from "./follower.ts"
import { LiveTurns } from "./live-turns.ts"
import { SharedReads } from "./shared-reads.ts"

const id = "d1"
const event = (seq: number): DiscussionEvent => ({ type: "discussion_resumed", data: {}, seq, at: seq })

function counted() {
  const inner = new MemoryDiscussionStore()
  const counts = { reads: 0, watches: 0 }
  const store: DiscussionStore = {
    append: (...args) => inner.append(...args),
    async read(...args) {
      counts.reads++
      const events = await inner.read(...args)
      await flushEventLoop()
      return events
    },
    watch(...args) {
      counts.watches++
      const stop = inner.watch(...args)
      return () => {
        counts.watches--
        stop()
      }
    },
  }
  return { store, counts }
}

describe("shared reads", () => {
  test("five hundred watchers cost one read per change [events.slow-reader]", async () => {
    const { store, counts } = counted()
    const source = { store: new SharedReads(store), live: new LiveTurns(), clock: new ManualClock() }
    await store.append(id, [event(1)])
    const seen: number[][] = []
    const followers = Array.from({ length: 500 }, () => new Follower(source, { discussionId: id }))
    const watching = followers.map(async (follower) => {
      const own: number[] = []
      seen.push(own)
      for (let next = await follower.next(); next; next = await follower.next()) {
        own.push(...next.map((step) => step.cursor.seq))
      }
    })
    const quiet = async () => {
      for (let turn = 0; turn < 5; turn++) await flushEventLoop()
    }
    await quiet()
    expect(counts).toEqual({ reads: 1, watches: 1 })
    for (let seq = 2; seq <= 11; seq++) {
      await store.append(id, [event(seq)])
      await quiet()
    }
    expect(counts.reads).toBe(11)
    for (const follower of followers) follower.close()
    await Promise.all(watching)
    expect(counts.watches).toBe(0)
    for (const own of seen) expect(own).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  test("a read in flight during a write is not shared with later callers", async () => {
    const { store } = counted()
    const shared = new SharedReads(store)
    await store.append(id, [event(1)])
    const stop = shared.watch(id, () => {})
    const early = shared.read(id, 1, 10)
    await store.append(id, [event(2)])
    const late = await shared.read(id, 1, 10)
    expect(late.map(({ seq }) => seq)).toEqual([2])
    await early
    stop()
  })

  test("a failed read is not cached", async () => {
    const { store } = counted()
    const shared = new SharedReads(store)
    const stop = shared.watch(id, () => {})
    await expect(shared.read(id, 0, 10)).rejects.toMatchObject({ code: "NOT_FOUND" })
    await store.append(id, [event(1)])
    expect(await shared.read(id, 0, 10)).toHaveLength(1)
    stop()
  })
})
