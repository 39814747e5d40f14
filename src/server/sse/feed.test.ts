import { describe, expect, test } from "vitest"
import type { DiscussionEvent } from "../../core/discussion/event.ts"
import type { Outcome } from "../../core/discussion/outcome.ts"
import { noUsage } from "../../core/discussion/usage.ts"
import { Follower, type FollowSource } from "../../engine/live/follower.ts"
import { LiveTurns } from "../../engine/live/live-turns.ts"
import { MemoryDiscussionStore } from "../../stores/memory/memory-discussion-store.ts"
import { flushEventLoop, ManualClock } from "../../testing/index.ts"
import { EventEncoder } from "./event-encoder.ts"
import { type FeedOptions, feedResponse, OpenStreams } from "./feed.ts"

const discussionId = "d1"
const outcome: Outcome = {
  ...{ stoppingReason: "user_abort", decidedBy: { kind: "stopped" }, sentence: "Stopped by the user." },
  ...{ agreed: false, rounds: 0, contributions: [], dissent: [], usage: noUsage },
}
const event = (seq: number): DiscussionEvent => ({ type: "discussion_resumed", data: {}, seq, at: seq })

type StreamOptions = Omit<FeedOptions<never>, "open" | "encode" | "clock"> & {
  readonly source: FollowSource
}

function eventStream({ source, ...options }: StreamOptions): ReadableStream<Uint8Array> {
  const encoder = new EventEncoder()
  return feedResponse({
    ...options,
    clock: source.clock,
    open: () => new Follower(source, { discussionId }),
    encode: (events) => encoder.encode(discussionId, events),
  }).body!
}

async function watched() {
  const clock = new ManualClock()
  const store = new MemoryDiscussionStore()
  const live = new LiveTurns()
  const streams = new OpenStreams(clock)
  const client = new AbortController()
  const happened = { cut: 0, gone: 0 }
  await store.append(discussionId, [event(1)])
  const stream = eventStream({
    source: { store, live, clock },
    streams,
    signal: client.signal,
    cut: () => void happened.cut++,
    onDisconnect: () => void happened.gone++,
    onError: (error) => {
      throw error
    },
  })
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const next = async () => decoder.decode((await reader.read()).value)
  return { clock, store, live, streams, client, happened, reader, next }
}

describe("an event stream", () => {
  test("starts with the retry delay, then sends every event with its id, many in one write [events.wire]", async () => {
    const { store, next, reader } = await watched()
    expect(await next()).toBe("retry: 500\n\n")
    await store.append(discussionId, [event(2), event(3)])
    expect((await next()).match(/^id: .*$/gm)).toEqual(["id: 1", "id: 2", "id: 3"])
    await reader.cancel()
  })

  test("comments keep the connection alive, never more than 15 s apart [events.wire]", async () => {
    const { clock, next, reader } = await watched()
    await next()
    await next()
    for (let time = 0; time < 3; time++) {
      const comment = next()
      await clock.advance(15_000)
      expect(await comment).toBe(": keep-alive\n\n")
    }
    await reader.cancel()
    expect(clock.untilNext).toBeUndefined()
  })

  test("a stalled reader buffers little, and is disconnected within a minute [events.slow-reader]", async () => {
    const { clock, store, live, streams, happened, reader, next } = await watched()
    await next()
    const speaking = live.begin(discussionId, { seat: "ann", turnId: "t1", attempt: 1 })
    for (let piece = 0; piece < 5_000; piece++) speaking.push("x".repeat(1_000))
    await flushEventLoop()
    const first = await next()
    expect(first.length).toBeLessThan(200_000)
    for (let seq = 2; seq < 200; seq++) await store.append(discussionId, [event(seq)])
    expect(streams.size).toBe(1)
    await clock.advance(60_000)
    expect(happened).toEqual({ cut: 1, gone: 1 })
    expect(streams.size).toBe(0)
    void reader
  })

  test("a stalled reader that cannot be disconnected gets a failed stream", async () => {
    const clock = new ManualClock()
    const store = new MemoryDiscussionStore()
    await store.append(discussionId, [event(1)])
    const source = { store, live: new LiveTurns(), clock }
    const { signal } = new AbortController()
    const streams = new OpenStreams(clock)
    const reader = eventStream({
      source,
      streams,
      signal,
      onError: () => {},
    }).getReader()
    await reader.read()
    await clock.advance(60_000)
    await expect(reader.read()).rejects.toThrow("read nothing")
  })

  test.each(["cancel", "abort"] as const)("a client that disconnects is released at once (%s)", async (how) => {
    const { streams, client, happened, reader, next, clock } = await watched()
    await next()
    await next()
    expect(streams.size).toBe(1)
    if (how === "cancel") await reader.cancel()
    else client.abort()
    expect({ ...happened, open: streams.size, timer: clock.untilNext }).toEqual({ cut: 0, gone: 1, open: 0 })
  })

  test("at the end of the discussion the stream ends, without counting as a disconnect", async () => {
    const { store, streams, happened, reader } = await watched()
    await store.append(discussionId, [
      { type: "discussion_aborted", data: { reason: "enough", outcome }, seq: 2, at: 2 },
    ])
    let text = ""
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += new TextDecoder().decode(part.value)
    expect(text).toContain("event: discussion-aborted\n")
    expect({ ...happened, open: streams.size }).toEqual({ cut: 0, gone: 0, open: 0 })
  })

  test("a client that disconnects before reading anything is released too", async () => {
    const clock = new ManualClock()
    const streams = new OpenStreams(clock)
    const source = { store: new MemoryDiscussionStore(), live: new LiveTurns(), clock }
    let gone = 0
    const common = {
      source,
      streams,
      onDisconnect: () => void gone++,
    }
    const client = new AbortController()
    const stream = eventStream({ ...common, signal: client.signal, onError: () => {} })
    client.abort()
    eventStream({ ...common, signal: AbortSignal.abort(), onError: () => {} })
    expect(gone).toBe(2)
    expect(await stream.getReader().read()).toEqual({ done: true })
  })

  test("an unread body costs nothing", async () => {
    const clock = new ManualClock()
    const streams = new OpenStreams(clock)
    const store = new MemoryDiscussionStore()
    const { signal } = new AbortController()
    const source = { store, live: new LiveTurns(), clock }
    eventStream({
      source,
      streams,
      signal,
      onError: () => {},
    })
    expect({ open: streams.size, timer: clock.untilNext }).toEqual({ open: 0 })
  })
})
