import { conclave } from "conclave"
import { describe, expect, test } from "vitest"
import { longWords, talker } from "./support.ts"

const model = "test/model"
const seats = [{ name: "Ann" }, { name: "Bo" }].map((seat) => ({ ...seat, model }))
const panel = { format: "panel", record: false, topic: "Plan the move", seats, options: { rounds: 2 } } as const

describe("a run", () => {
  test("can be commented on, paused and resumed; a comment is visible from the next turn on [across.interject]", async () => {
    const speaker = talker(model, longWords)
    const { promise: steered, resolve: goOn } = Promise.withResolvers<void>()
    const patient = {
      ...speaker,
      async *stream(...asked: Parameters<typeof speaker.stream>) {
        if (speaker.calls.length === 0) await steered
        yield* speaker.stream(...asked)
      },
    }
    const run = conclave({ models: [patient] }).discuss(panel)
    run.on("turn_started", async ({ data }) => {
      if (data.turnId !== "t1") return
      await run.interject("Kim", "Mind the lift.")
      await run.pause()
      goOn()
    })
    await new Promise<void>((resolve) => run.on("turn_completed", () => resolve()))
    expect(run.state).toMatchObject({ status: "paused", turns: [{ id: "t1" }] })
    await run.resume()
    await run.outcome
    const transcripts = speaker.calls.map(({ prompt }) => prompt.transcript.join("\n"))
    expect(transcripts.map((text) => text.includes("Mind the lift."))).toEqual([false, true, true, true])
  })

  test("can be stopped at any point, and keeps its turns [across.interject]", async () => {
    const run = conclave({ models: [talker(model, longWords)] }).discuss(panel)
    run.on("turn_completed", () => void run.abort("enough"))
    expect((await run.outcome).stoppingReason).toBe("user_abort")
    expect(run.state.turns.length).toBeGreaterThan(0)
  })

  test("can have its turn interrupted, and seats can join and leave [across.interrupt] [hive.join]", async () => {
    const speaker = talker(model, ({ view }) =>
      view.round === 1 && view.seat.name === "Ann" ? { chunks: ["I think that "], ends: "hang" } : longWords,
    )
    const run = conclave({ models: [speaker] }).discuss(panel)
    const cut = run.on("turn_chunk", async () => {
      cut()
      await run.join({ name: "Cy" })
      await run.leave("Bo")
      await run.interrupt()
    })
    await run.outcome
    expect(run.state.turns.map((turn) => `${turn.roundNumber}:${turn.seat} ${turn.finishReason}`)).toEqual([
      "1:ann cut",
      "2:ann stop",
      "2:cy stop",
    ])
  })
})
