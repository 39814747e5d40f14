import { describe, expect, test } from "vitest"
import type { LiveExchange, TurnChunk } from "../../ports/live-exchange.ts"
import { ManualClock } from "../../testing/index.ts"
import { LiveRelay } from "./live-relay.ts"
import { LiveTurns } from "./live-turns.ts"

const id = "d1"
const turn = { seat: "ann", turnId: "t1", attempt: 1 }

/** Two processes and what goes between them; `fails` makes the next publication get lost. */
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
  const heard = () => [...there.turnsOf(id)].map(({ text }) => text)
  return { clock, watched, published, wire, here, there, relay, heard }
}

describe("words between processes", () => {
  test("nothing is published of what nobody elsewhere watches", async () => {
    const { clock, here, published } = twoProcesses()
    here.begin(id, turn).push("We should")
    await clock.advance(1_000)
    expect(published).toEqual([])
  })

  test("a watcher elsewhere hears a turn from its beginning, in pieces of what came together", async () => {
    const { clock, here, there, published, heard } = twoProcesses()
    const speaking = here.begin(id, turn)
    for (const words of ["We ", "should ", "wait"]) speaking.push(words)
    await clock.advance(250)
    there.watch(id, () => {})
    await clock.advance(250)
    expect(heard()).toEqual(["We should wait"])
    speaking.push(" and see")
    speaking.push(".")
    await clock.advance(1_000)
    expect(heard()).toEqual(["We should wait and see."])
    expect(published).toHaveLength(2)
  })

  test("words that got lost on the way are published again", async () => {
    const { clock, here, there, wire, heard } = twoProcesses()
    there.watch(id, () => {})
    const speaking = here.begin(id, turn)
    speaking.push("We ")
    wire.fails = true
    await clock.advance(250)
    wire.fails = false
    speaking.push("should")
    await clock.advance(250)
    expect(heard()).toEqual(["We should"])
  })

  test("another attempt takes the place of the one before, and late words of that one are not heard", () => {
    const { there, heard } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, attempt: 2, offset: 0, words: "Let us" })
    there.receive(id, { ...turn, offset: 9, words: " wait" })
    expect(heard()).toEqual(["Let us"])
  })

  test("pieces may come twice, and a piece after a gap is not joined", () => {
    const { there, heard } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.receive(id, { ...turn, offset: 30, words: "later" })
    expect(heard()).toEqual(["We should"])
    there.receive(id, { ...turn, offset: 3, words: "should wait" })
    expect(heard()).toEqual(["We should wait"])
  })

  test("words of an attempt that the log says is over come too late", () => {
    const { there, heard } = twoProcesses()
    there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    there.over(id, turn.turnId, 1)
    there.receive(id, { ...turn, offset: 0, words: "We should wait" })
    expect(heard()).toEqual([])
    there.receive(id, { ...turn, attempt: 2, offset: 0, words: "Let us" })
    expect(heard()).toEqual(["Let us"])
  })

  test("words from elsewhere are forgotten, and asked for no longer, when nobody watches any more", () => {
    const { there, watched, heard } = twoProcesses()
    const other = there.watch(id, () => {})
    const unwatch = there.watch(id, () => {})
    there.receive(id, { ...turn, offset: 0, words: "We should" })
    other()
    expect([...watched]).toEqual([id])
    unwatch()
    unwatch()
    expect(heard()).toEqual([])
    expect([...watched]).toEqual([])
  })
})
