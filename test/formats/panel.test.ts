import { conclave } from "conclave"
import { flushEventLoop, ManualClock } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { collectEvents, ofType, speakers, start, talker } from "./support.ts"

const model = "test/talker"
const three = [
  { name: "Mia", role: "manager", model },
  { name: "Leo", role: "leader", model },
  { name: "Sol", role: "specialist", model },
]

describe("a panel", () => {
  test("speaks in seat order for three rounds, and completes without a user [panel.order] [panel.rounds] [panel.without-user]", async () => {
    const run = start([talker(model, "One thing.")], { format: "panel", topic: "Plan it", seats: three })
    const events = await collectEvents(run)
    expect(speakers(events)).toEqual(
      [1, 2, 3].flatMap((round) => ["mia", "leo", "sol"].map((seat) => `${round}:${seat}`)),
    )
    expect(ofType(events, "turn_completed").map(({ turn }) => turn.id)).toHaveLength(9)
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
    expect(run.state.status).toBe("completed")
  })

  test("prompts each role for its part [panel.roles]", async () => {
    const talking = talker(model, "One thing.")
    await collectEvents(start([talking], { format: "panel", topic: "Plan it", seats: three, options: { rounds: 1 } }))
    expect(new Set(talking.calls.map((call) => call.prompt.ask.replace(/^You are \w+\.\s*/, ""))).size).toBe(3)
    expect(talking.calls.map((call) => call.view.seat.role)).toEqual(["manager", "leader", "specialist"])
  })

  test("waits at the user's turn until a message takes it [panel.user-turn] [library.say]", async () => {
    const seats = [{ name: "Kim", role: "user" }, ...three.slice(0, 2)]
    const talking = talker(model, "One thing.")
    const run = start([talking], { format: "panel", topic: "Plan it", seats, options: { rounds: 2 } })
    await flushEventLoop()
    expect(run.state.status).toBe("waiting")
    expect(talking.calls).toHaveLength(0)
    await run.say("We have six weeks.")
    await flushEventLoop()
    expect(run.state.status).toBe("waiting")
    expect(run.state.turns.map((turn) => turn.seat)).toEqual(["kim", "mia", "leo"])
    expect(talking.calls[0]!.prompt.transcript.join("\n")).toContain("We have six weeks.")
    await run.say("And no budget.", "Kim")
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
    expect(run.state.turns).toHaveLength(6)
  })

  test("a message is refused if no seat is awaited [library.say]", async () => {
    const run = start([talker(model, "One thing.")], { format: "panel", topic: "Plan it", seats: three })
    await expect(run.say("me too")).rejects.toMatchObject({ code: "STATE_INVALID" })
    await run.outcome
  })

  test("takes at most its limit of turns without a person's message, then waits [panel.turn-limit] [traps.round-count]", async () => {
    const seats = [...three, { name: "Kim", role: "user" }]
    const run = start([talker(model, "One thing.")], {
      format: "panel",
      topic: "t",
      seats,
      options: { turnsPerRun: 2, rounds: 1 },
    })
    await flushEventLoop()
    expect(run.state.status).toBe("paused")
    expect(run.state.turns).toHaveLength(2)
    await run.resume()
    await flushEventLoop()
    expect(run.state.status).toBe("waiting")
    await run.say("Done.")
    expect((await run.outcome).rounds).toBe(1)
    const alone = start([talker(model, "One thing.")], {
      format: "panel",
      topic: "t",
      seats: three,
      options: { rounds: 10 },
    })
    expect(await alone.outcome).toMatchObject({ stoppingReason: "max_rounds" })
    expect(alone.state.turns).toHaveLength(30)
    const limited = start([talker(model, "One thing.")], {
      format: "panel",
      topic: "t",
      seats: three,
      options: { turnsPerRun: 4 },
    })
    expect(await limited.outcome).toMatchObject({ stoppingReason: "turn_limit" })
    expect(limited.state.turns).toHaveLength(4)
  })

  test("turns stop at a bracket, a blank line or a label [panel.stop-defaults] [panel.no-run-on] [traps.stop-sequences]", async () => {
    const said = ["I agree. [Leo]: No!", "First.\n\nSecond.", "Fine. Speaker: more", "Well.\nSol: I also"]
    let turn = 0
    const talking = talker(model, () => ({ chunks: [said[turn++]!] }))
    const seats = [...three, { name: "Uma", role: "specialist", model }]
    const options = { rounds: 1, stop: ["[", "\n\n", "Speaker:"] }
    const run = start([talking], { format: "panel", topic: "t", seats, options })
    await run.outcome
    expect(run.state.turns.map(({ content }) => content)).toEqual(["I agree.", "First.", "Fine.", "Well."])
    expect(run.state.turns.every(({ finishReason }) => finishReason === "stop_sequence")).toBe(true)
    expect(talking.calls[0]!.stop).toEqual(["[", "\n\n", "Speaker:"])
  })

  test("a seat's own stop sequences replace the defaults [panel.stop-own]", async () => {
    const talking = talker(model, "A [note] and STOP here")
    const seats = [{ name: "Mia", model, options: { stop: ["STOP"] } }]
    const run = start([talking], { format: "panel", topic: "t", seats, options: { rounds: 1 } })
    await run.outcome
    expect(run.state.turns[0]!.content).toBe("A [note] and")
    expect(talking.calls[0]!.stop).toEqual(["STOP"])
  })

  test("a chair chooses the next speaker; a reply that names no seat falls back to the seat order", async () => {
    const names = ["Sol, please", "no idea", "I call on Leo."]
    const talking = talker(model, (call) => (call.view.ask.kind === "choose" ? names.shift()! : "One thing."))
    const seats = [...three, { name: "Cy", role: "chair", model }]
    const run = start([talking], { format: "panel", topic: "t", seats, options: { rounds: 1, order: "chosen" } })
    const events = await collectEvents(run)
    expect(speakers(events)).toEqual(["1:sol", "1:mia", "1:leo", "1:cy"])
    expect(ofType(events, "speaker_chosen").map(({ by }) => by)).toEqual(["cy", null, "cy", null])
  })

  test("a chair's choice must be a whole name, not part of another word", async () => {
    const talking = talker(model, (call) =>
      call.view.ask.kind === "choose" ? "Also, Bo should go first." : "One thing.",
    )
    const seats = ["Al", "Bo", "Cy"].map((name) => ({ name, role: name === "Cy" ? "chair" : "specialist", model }))
    const events = await collectEvents(
      start([talking], { format: "panel", topic: "t", seats, options: { rounds: 1, order: "chosen" } }),
    )
    expect(speakers(events)[0]).toBe("1:bo")
  })

  test("time spent waiting for a person counts toward no timeout [across.budget-time]", async () => {
    const clock = new ManualClock()
    const seats = [{ name: "Kim", role: "user" }, three[0]!]
    const table = conclave({ models: [talker(model, "One thing.")], clock })
    const run = table.discuss({ format: "panel", topic: "t", seats, options: { rounds: 1 }, budget: { seconds: 60 } })
    await flushEventLoop()
    await clock.advance(3_600_000)
    await run.say("Sorry, I was away.")
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
  })
})
