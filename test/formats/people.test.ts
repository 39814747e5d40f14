import { type PresetName, presetNames } from "conclave"
import { describe, expect, test } from "vitest"
import { answerForSeat } from "../../src/engine/verbs/answer-for-seat.ts"
import { interject } from "../../src/engine/verbs/interject.ts"
import {
  interruptTurn,
  joinDiscussion,
  leaveDiscussion,
  pauseDiscussion,
  resumeDiscussion,
} from "../../src/engine/verbs/steer-discussion.ts"
import { flushEventLoop, type ScriptedCall, type ScriptedReply } from "../../src/testing/index.ts"
import { engine, input, words } from "./steered-engine.ts"
import { block } from "./support.ts"

const people = ["human", "external"] as const
const policies = ["skip", "pass", "pause"] as const
const waitMs = 60_000

const cases = presetNames.flatMap((format) =>
  people.flatMap((kind) => policies.map((afterWait) => [format, kind, afterWait] as const)),
)

/** Models speak, and vote no so that all rounds are held. */
const reply = ({ view }: ScriptedCall): ScriptedReply =>
  view.ask.kind === "vote" ? block("NO") : `${words} ${view.seat.name}${view.round} has the ${view.round}th reason.`

/** Two people of one kind, and as many models as the format allows. */
function seatsOf(format: PresetName, kind: string) {
  const [kim, lee] = ["Kim", "Lee"].map((name) => ({ name, kind }))
  return format === "duet" ? [kim, lee] : [kim, { name: "Ann" }, lee, { name: "Bo" }]
}

/** Answers for each awaited seat until `until` holds. */
async function answerAll(own: ReturnType<typeof engine>, answers: (purpose: string) => string | undefined) {
  for (let turn = 0; turn < 200; turn++) {
    await flushEventLoop()
    const { openCalls: open, status } = await own.state()
    const call = open.find(({ awaiting }) => awaiting)
    if (status === "completed") return
    const content = call && answers(call.purpose)
    if (!call || content === undefined) return
    await answerForSeat({ context: own.context, input: { ...input, seat: call.seat, content } })
  }
  throw new Error("it does not end")
}

const answer = (purpose: string) => (purpose === "vote" ? block("NO") : words)

describe("people in every format [across.people]", () => {
  test.each(cases)(
    "%s: two people of kind %s who answer are heard and counted (%s)",
    async (format, kind, afterWait) => {
      const own = engine(reply)
      await own.begin({ format, seats: seatsOf(format, kind), options: { rounds: 2, waitMs, afterWait } })
      await answerAll(own, answer)
      const state = await own.state()
      expect(own.crashes).toEqual([])
      expect(state.status).toBe("completed")
      for (const role of format === "duet" ? ["model-a", "model-b"] : ["kim", "lee"]) {
        expect(state.turns.filter((turn) => turn.seat === role && !turn.passed)).toHaveLength(2)
        for (const { votes } of state.ballots) {
          expect(votes.find((vote) => vote.seat === role)).toMatchObject({ hasConsensus: false, reading: "markers" })
        }
      }
    },
  )

  test.each(cases)(
    "%s: a person of kind %s who never answers is awaited until the timeout, then %s",
    async (format, kind, afterWait) => {
      const own = engine(reply)
      await own.begin({ format, seats: seatsOf(format, kind), options: { rounds: 2, waitMs, afterWait } })
      for (let wait = 0; wait < 40; wait++) {
        await own.clock.advance(waitMs)
        if ((await own.state()).status === "completed") break
        if (afterWait !== "pause") continue
        // Only a pause: the same call stays open for the same person, and resuming restarts the wait.
        expect(await own.state()).toMatchObject({ status: "paused", paused: true })
        await resumeDiscussion({ context: own.context, input })
        await flushEventLoop()
        if (wait > 2) await answerAll(own, answer)
      }
      const state = await own.state()
      expect(own.crashes).toEqual([])
      expect(state.status).toBe("completed")
      if (afterWait === "pass") expect((await own.events("turn_passed")).length).toBeGreaterThanOrEqual(2)
      if (afterWait === "skip") {
        expect((await own.events("turn_skipped")).every(({ because }) => because === "no_answer")).toBe(true)
        for (const { votes } of state.ballots) expect(votes.some(({ reading }) => reading === "unreadable")).toBe(true)
      }
    },
  )

  test.each(cases)(
    "%s: interjecting, pausing, joining and leaving beside people of kind %s (%s)",
    async (format, kind, afterWait) => {
      let hangs = true
      const own = engine((call) => {
        if (!hangs || call.view.ask.kind !== "turn") return reply(call)
        hangs = false
        return { chunks: ["We should begin with ", "the smallest "], ends: "hang" }
      })
      const act = { context: own.context, input }
      await own.begin({
        format,
        seats: seatsOf(format, kind),
        options: { rounds: 3, waitMs, afterWait, order: "fixed", smartTermination: false },
      })
      await flushEventLoop()
      // Kim is awaited: first an interjection, then a pause that stops the clock, then the turn itself.
      await interject({ ...act, input: { ...input, author: "Mo", content: "Mind the cost." } })
      await pauseDiscussion(act)
      await own.clock.advance(waitMs * 3)
      expect((await own.state()).status).toBe("paused")
      await resumeDiscussion(act)
      await own.clock.advance(waitMs - 1)
      expect((await own.state()).status).toBe("waiting")
      await answerForSeat({ ...act, input: { ...input, content: words } })
      await flushEventLoop()
      // Then a model speaks without end, or in a duet Lee is awaited: the turn is interrupted.
      await interruptTurn(act)
      await flushEventLoop()
      const first = (await own.events("turn_interrupted"))[0]
      expect(first?.seat).toBe(format === "duet" ? "model-b" : "ann")
      const cut = await own.state()
      if (format === "duet") expect(await own.events("turn_skipped")).toMatchObject([{ because: "interrupted" }])
      else
        expect(cut.turns.find(({ seat }) => seat === "ann")).toMatchObject({
          finishReason: "cut",
          content: /smallest$/,
        })
      if (format !== "duet") {
        await joinDiscussion({ ...act, input: { ...input, seat: { name: "Mo", kind } } })
        await leaveDiscussion({ ...act, input: { ...input, seat: "Lee" } })
      } else {
        await expect(joinDiscussion({ ...act, input: { ...input, seat: { name: "Mo", kind } } })).rejects.toThrow(
          /exactly 2/,
        )
        await expect(leaveDiscussion({ ...act, input: { ...input, seat: "Lee" } })).rejects.toThrow(/exactly 2/)
      }
      await answerAll(own, answer)
      const state = await own.state()
      expect(own.crashes).toEqual([])
      expect(state.status).toBe("completed")
      if (format === "duet") return
      expect(state.turns.some(({ seat }) => seat === "lee")).toBe(false)
      expect(state.turns.filter(({ seat }) => seat === "mo").map(({ roundNumber }) => roundNumber)).toEqual([2, 3])
      expect(own.model.calls.at(-1)?.prompt.transcript.join("\n")).toContain("Mind the cost.")
    },
  )
})

describe("people who vote first [across.people] [across.vote-first]", () => {
  test.each(presetNames)(
    "in a %s are all asked at once, independently, and again only if the votes differ",
    async (format) => {
      const choice = (option: string) => `[CHOICE]\n${option}\n[CONFIDENCE]\n80\n[REASONING]\nx`
      const own = engine((call) => (call.view.ask.kind === "vote" ? choice("Wind") : reply(call)))
      await own.begin({
        ...{ format, seats: seatsOf(format, "human"), options: { rounds: 4, waitMs, smartTermination: false } },
        decision: { decide: "vote-first", options: ["Wind", "Sun"] },
      })
      await flushEventLoop()
      const waited = () =>
        own.state().then(({ openCalls: open }) => open.filter(({ awaiting }) => awaiting).map(({ seat }) => seat))
      const both = format === "duet" ? ["model-a", "model-b"] : ["kim", "lee"]
      expect(await waited()).toEqual(both)
      const speak = (content: string, seat?: string) =>
        answerForSeat({ context: own.context, input: { ...input, content, ...(seat !== undefined && { seat }) } })
      await expect(speak(words)).rejects.toThrow(/seat: name the seat that answers: Kim, Lee/)
      for (const seat of both) await speak(words, seat)
      await flushEventLoop()
      const voters = await waited()
      for (const voter of voters) expect(both).toContain(voter)
      let round = 1
      await answerAll(own, (purpose) => {
        if (purpose !== "vote") round = 2
        return purpose === "vote" ? choice(round === 1 ? "Sun" : "Wind") : words
      })
      const state = await own.state()
      expect(own.crashes).toEqual([])
      expect(state.outcome?.votes?.first.roundNumber).toBe(1)
      if (format === "duet") expect(state.outcome).toMatchObject({ agreed: true, rounds: 1, solution: "Sun" })
      else expect(state.outcome).toMatchObject({ agreed: true, rounds: 2, solution: "Wind" })
    },
  )
})

describe("a person in the chair [across.people]", () => {
  const chaired = (format: PresetName, kind: string) => ({
    format,
    seats: [{ name: "Kim", kind, role: "chair" }, { name: "Ann" }, { name: "Bo" }],
    options: { rounds: 1, waitMs, order: "chosen" as const },
  })

  test.each(["panel", "hive", "assembly"] as const)(
    "of a %s chooses the speaker, and gets an error if the answer names no seat",
    async (format) => {
      for (const kind of people) {
        const own = engine(reply)
        await own.begin(chaired(format, kind))
        await flushEventLoop()
        const choose = (content: string) => answerForSeat({ context: own.context, input: { ...input, content } })
        await expect(choose("Whoever likes to.")).rejects.toThrow(/content: names no seat .*Ann or Bo/)
        expect((await own.state()).openCalls).toMatchObject([{ purpose: "choose", awaiting: true }])
        await choose("Bo, please.")
        await answerAll(own, (purpose) => (purpose === "choose" ? "Ann" : answer(purpose)))
        expect(own.crashes).toEqual([])
        expect((await own.events("speaker_chosen"))[0]).toMatchObject({ seat: "bo", by: "kim" })
        expect((await own.state()).turns.map(({ seat }) => seat).slice(0, 2)).toEqual(["bo", "ann"])
      }
    },
  )

  test.each(policies)("who does not choose in time is awaited until the timeout, then %s", async (afterWait) => {
    const own = engine(reply)
    const table = chaired("panel", "human")
    await own.begin({ ...table, options: { ...table.options, afterWait } })
    await own.clock.advance(waitMs)
    if (afterWait === "pause") {
      expect((await own.state()).status).toBe("paused")
      await resumeDiscussion({ context: own.context, input })
      await answerForSeat({ context: own.context, input: { ...input, content: "Bo" } })
      await flushEventLoop()
      expect((await own.state()).turns.map(({ seat }) => seat)).toEqual(["bo"])
    } else expect((await own.state()).turns[0]?.seat).not.toBe("bo")
  })

  test.each(presetNames)("decides a %s alone if the protocol is chair", async (format) => {
    const role = format === "hive" ? "queen" : "chair"
    const own = engine(reply)
    const others = [{ name: "Ann" }, { name: "Bo" }]
    await own.begin({
      ...{ format, seats: [...others, { name: "Kim", kind: "human", role }], options: { rounds: 1, waitMs } },
      decision: { protocol: "chair" },
    })
    await answerAll(own, (purpose) => (purpose === "synthesis" ? "We insulate the walls." : answer(purpose)))
    expect(own.crashes).toEqual([])
    expect((await own.state()).outcome).toMatchObject({ solution: "We insulate the walls.", solutionFrom: "synthesis" })
  })
})
