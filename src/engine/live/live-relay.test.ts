import { describe, expect, test } from "vitest"
import type { LiveExchange, TurnChunk } from "../../ports/live-exchange.ts"
import { ManualClock } from "../../testing/index.ts"
import { LiveRelay } from "./live-relay.ts"
import { LiveTurns } from "./live-turns.ts"

const id = "d1"
const turn = { seat: "ann", turnId: "t1", attempt: 1 }

/** Two processes and the messages between them; `fails` loses the next publication. */
function twoProcesses() {
  const clock = new ManualClock()
  const watched = new Set<string>()
  const published: TurnChunk[] = []
  const wire = { fails: false }
  const there = new LiveTurns()
  let hear: (discussionId: string, said: TurnChunk) => void = () => {}
  const exchange: LiveExchange = {
    setWatched: () => {},
    watchedElsewhere: () => watched,
    async publish(said) {
      if (wire.fails) throw new Error("the database is away")
      for (const [discussionId, pieces] of said) {
        for (const piece of pieces) {
          published.push(piece)
          hear(discussionId, piece)
        }
      }
    },
    onChunk: () => {},
  }
  const here = new LiveTurns()
  const relay = new LiveRelay(here, exchange, clock)
  new LiveRelay(
    there,
    {
      ...exchange,
      watchedElsewhere: () => [],
      setWatched: (discussionId, present) => void (present ? watched.add(discussionId) : watched.delete(discussionId)),
      onChunk: (listener) => {
        hear = listener
      },
    },
    clock,
  )
  const relayedTexts = () => [...there.turnsOf(id)].map(({ text }) => text)
  return { clock, watched, published, wire, here, there, relay, relayedTexts }
}

describe("live text between processes", () => {
  test("a discussion without remote watchers publishes nothing", async () => {
    const { clock, here, published } = twoProcesses()
    here.begin(id, turn).push("We should")
    await clock.advance(1_000)
    expect(published).toEqual([])
  })

  test("a remote watcher gets a turn from its start, with text that arrived together in one chunk", async () => {
    const { clock, here, there, published, relayedTexts } = twoProcesses()
    const speaking = here.begin(id, turn)
    for (const words of ["We ", "should ", "wait"]) speaking.push(words)
    await clock.advance(250)
    there.watch(id, () => {})
    await clock.advance(250)
    expect(relayedTexts()).toEqual(["We should wait"])
    speaking.push(" and see")
    speaking.push(".")
    await clock.advance(1_000)
    expect(relayedTexts()).toEqual(["We should wait and see."])
    expect(published).toHaveLength(2)
  })

  test("lost text is published again", async () => {
    const { clock, here, there, wire, relayedTexts } = twoProcesses()
    there.watch(id, () => {})
    const speaking = here.begin(id, turn)
    speaking.push("We ")
    wire.fails = true
    await clock.advance(250)
    wire.fails = false
    speaking.push("should")
    await clock.advance(250)
    expect(relayedTexts()).toEqual(["We should"])
  })

  test("a new attempt replaces the previous one, whose late text is ignored", () => {
    const { there, relayedTexts } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, attempt: 2, offset: 0, words: "Let us" })
    there.receive(id, { ...turn, offset: 9, words: " wait" })
    expect(relayedTexts()).toEqual(["Let us"])
  })

  test("repeated chunks are ignored, and a chunk after a gap is not joined", () => {
    const { there, relayedTexts } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, offset: 30, words: "later" })
    expect(relayedTexts()).toEqual(["We should"])
    there.receive(id, { ...turn, offset: 3, words: "should wait" })
    expect(relayedTexts()).toEqual(["We should wait"])
  })

  test("text of an attempt that has ended in the log is ignored", () => {
    const { there, relayedTexts } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.over(id, turn.turnId, 1)
    there.receive(id, { ...turn, offset: 0, words: "We should wait" })
    expect(relayedTexts()).toEqual([])
    there.receive(id, { ...turn, attempt: 2, offset: 0, words: "Let us" })
    expect(relayedTexts()).toEqual(["Let us"])
  })

  test("remote text is dropped and unsubscribed when the last watcher leaves", () => {
    const { there, watched, relayedTexts } = twoProcesses()
    const other = there.watch(id, () => {})
    const unwatch = there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    other()
    expect([...watched]).toEqual([id])
    unwatch()
    unwatch()
    expect(relayedTexts()).toEqual([])
    expect([...watched]).toEqual([])
  })
})
