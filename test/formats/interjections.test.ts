import { conclave, type DiscussionInput, presets, readRecording, replay, writeMarkdown } from "conclave"
import { type ScriptedCall, type ScriptedReply, scriptedModel } from "conclave/testing"
import { describe, expect, test } from "vitest"
import { collectEvents, ofType, speakers, start } from "./support.ts"

const model = "test/member"
const seats = ["Ann", "Bo", "Cy"].map((name) => ({ name, model }))
const hive: DiscussionInput = { format: "hive", topic: "Which store?", seats, options: { rounds: 2 } }
const allowed = (interjections: number, more: object = {}): DiscussionInput => ({
  ...hive,
  options: { rounds: 2, interjections, ...more },
})

const isInterjecting = ({ view }: ScriptedCall) => view.ask.kind === "turn" && view.ask.interjection === true
/** Bo and Cy mention Ann, who has spoken before them. */
const member = (interject: ScriptedReply = "No: I said that it costs more.") =>
  scriptedModel({
    id: model,
    replies: (call) => {
      const { seat, round } = call.view
      if (isInterjecting(call)) return interject
      return seat.name === "Ann"
        ? `One store is enough, ${round}.`
        : `Ann forgets the cost, says ${seat.name} ${round}.`
    },
  })
const speakersOf = (events: Awaited<ReturnType<typeof collectEvents>>) =>
  ofType(events, "turn_started").map(({ roundNumber, role, purpose }) => `${roundNumber}:${role}:${purpose}`)

describe("interjections of seats", () => {
  test("are off by default [hive.interjections]", async () => {
    const events = await collectEvents(start([member()], hive))
    expect(speakersOf(events).filter((turn) => turn.endsWith("interjection"))).toEqual([])
  })

  test("a seat that is mentioned in a turn may answer at once, unless it speaks next anyway [hive.interjections]", async () => {
    const run = start([member()], allowed(5))
    const events = await collectEvents(run)
    // After Bo's turn Ann may answer. Cy's turn is the round's last, and after it Ann may answer again.
    expect(speakersOf(events).filter((turn) => turn.startsWith("1:"))).toEqual([
      ...["1:ann:turn", "1:bo:turn", "1:ann:interjection", "1:cy:turn", "1:ann:interjection"],
    ])
    const [said] = ofType(events, "turn_completed").filter(({ turn }) => turn.purpose === "interjection")
    expect(said!.turn).toMatchObject({ role: "ann", content: "No: I said that it costs more.", roundNumber: 1 })
    // It is not a contribution of the round, and every seat sees it before the next turn.
    expect(ofType(events, "round_completed")[0]!.round).toMatchObject({ contributions: 3, passes: 0 })
    expect(writeMarkdown((await run.state)!)).toContain("Interjection · Ann")
  })

  test("the other seats see it, labelled as an interjection of its seat [hive.interjections]", async () => {
    const heardBy = member()
    await start([heardBy], allowed(5)).outcome
    const { prompt } = heardBy.calls.find(({ view }) => view.seat.name === "Cy" && view.round === 1)!
    expect(prompt.transcript.at(-1)).toBe("<<Round 1 · Interjection · Ann>>\nNo: I said that it costs more.")
    const asked = heardBy.calls.find(isInterjecting)!
    expect(asked.prompt.ask).toMatch(/Bo has just mentioned you/)
    expect(asked.prompt.ask).toContain("[PASS]")
    expect(asked.maxTokens).toBeLessThanOrEqual(1_024)
  })

  test("are limited in number per round, including failed ones [hive.interjections]", async () => {
    for (const reply of ["No.", "[PASS]", { chunks: [], finishReason: "refusal" }] as const) {
      const events = await collectEvents(start([member(reply)], allowed(1)))
      expect(speakersOf(events).filter((turn) => turn.endsWith("interjection"))).toEqual([
        ...["1:ann:interjection", "2:ann:interjection"],
      ])
    }
  })

  test("an interjection that is passed or fails leaves no trace, and never ends the discussion [hive.interjections]", async () => {
    const passed = start([member("[PASS]")], allowed(5, { onFailure: "fail" }))
    const events = await collectEvents(passed)
    expect(ofType(events, "discussion_completed")).toHaveLength(1)
    expect(ofType(events, "round_completed")[0]!.round).toMatchObject({ contributions: 3, passes: 0, skips: 0 })
    expect(
      (await passed.state)!.entries.some((one) => one.kind === "turn" && one.turn.purpose === "interjection"),
    ).toBe(false)
    const cut: ScriptedReply = { chunks: ["half"], ends: "cut" }
    const failed = await collectEvents(start([member(cut)], allowed(5, { onFailure: "fail", retries: 0 })))
    expect(ofType(failed, "turn_skipped").length).toBeGreaterThan(0)
    expect(ofType(failed, "discussion_completed")).toHaveLength(1)
    expect(ofType(failed, "round_completed")[0]!.round).toMatchObject({ contributions: 3, skips: 0 })
  })

  test("do not happen in parallel or independent rounds [hive.interjections]", async () => {
    for (const more of [{ order: "parallel" }, { independentFirstRound: true }] as const) {
      const events = await collectEvents(start([member()], allowed(5, { rounds: 1, ...more })))
      expect(speakers(events).filter((turn) => turn.startsWith("1:")).length).toBeLessThanOrEqual(4)
      expect(speakersOf(events).some((turn) => turn.endsWith("interjection"))).toBe(false)
    }
  })

  test("do not happen where names are hidden: an answer would tell whose pseudonym it is [hive.interjections]", async () => {
    const hidden = (sees: "all" | "anonymised" | "own-round-hidden"): DiscussionInput => ({
      format: { ...presets.hive, stages: [{ kind: "speak", sees }] },
      topic: "Which store?",
      seats,
      options: { rounds: 2, interjections: 5 },
    })
    expect(speakersOf(await collectEvents(start([member()], hidden("all"))))).toContain("1:ann:interjection")
    for (const sees of ["anonymised", "own-round-hidden"] as const) {
      const events = await collectEvents(start([member()], hidden(sees)))
      expect(speakersOf(events).filter((turn) => turn.startsWith("1:"))).toEqual([
        "1:ann:turn",
        "1:bo:turn",
        "1:cy:turn",
      ])
      expect(speakersOf(events).some((turn) => turn.endsWith("interjection"))).toBe(false)
    }
  })

  test("a comment in an anonymised discussion names no seat and no pseudonym [across.interject]", async () => {
    const expert = scriptedModel({ id: model, replies: () => "One store is enough." })
    const run = start([expert], {
      format: { ...presets.panel, stages: [{ kind: "speak", sees: "anonymised" }] },
      topic: "Which store?",
      seats: [...seats, { name: "Dee", kind: "human" }],
      options: { rounds: 2 },
    })
    for await (const event of run) {
      if (event.type !== "awaiting_input") continue
      // All four pseudonyms, so that a refusal does not tell which of them are models.
      for (const name of ["P1", "p2", " P3 ", "Ｐ4", "Ann"])
        await expect(run.interject(name, "I agree."), name).rejects.toMatchObject({ code: "INPUT_INVALID" })
      await run.interject("Eve", `Mind the cost in round ${event.data.roundNumber}.`)
      await run.say("One store costs less.", "dee")
    }
    const texts = expert.calls.map(({ prompt }) => [prompt.rules, ...prompt.transcript, prompt.ask].join("\n"))
    expect(texts.at(-1)).toContain("<<Interjection · Eve>>\nMind the cost in round 1.")
    expect(texts.join("\n")).not.toMatch(/\b(Ann|Bo|Cy|Dee)\b/)
  })

  test("a person cannot interject under the name of a model's seat [hive.interjections]", async () => {
    const run = start([member()], { ...allowed(1), seats: [...seats, { name: "Dee", kind: "human" }] })
    for await (const event of run) if (event.type === "awaiting_input") break
    for (const name of ["Ann", " ann ", "ＡＮＮ", "A\u200bnn"])
      await expect(run.interject(name, "I never said that.")).rejects.toMatchObject({ code: "INPUT_INVALID" })
    await run.interject("Eve", "Mind the cost.")
    await run.abort("enough")
    const state = (await run.state)!
    expect(state.entries.flatMap((one) => (one.kind === "interjection" ? [one.interjection.author] : []))).toEqual([
      "Eve",
    ])
  })

  test("are the same in a replay [hive.interjections]", async () => {
    const lines: string[] = []
    const run = conclave({ models: [member()], record: (line) => lines.push(line) }).discuss(allowed(2))
    const before = speakersOf(await collectEvents(run))
    expect(speakersOf(await collectEvents(replay(readRecording(lines))))).toEqual(before)
    expect(before).toContain("1:ann:interjection")
  })
})
