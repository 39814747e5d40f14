import { describe, expect, test } from "vitest"
import type { BallotForm } from "../../core/discussion/vote.ts"
import { languageFor } from "../../core/languages/index.ts"
import type { Ask } from "../../core/prompting/seat-view.ts"
import { readChoice } from "../../core/reading/read-choice.ts"
import { readPreference } from "../../core/reading/read-preference.ts"
import { readVote } from "../../core/reading/read-vote.ts"
import { answer, discussion, lin, seat, view } from "./rehearse.test-helper.ts"

const consensus: Ask = { kind: "vote", asks: "consensus", options: [] }
const pair = (first: string, second: string) => [
  seat("a", "Ada", { model: `rehearsal/${first}` }),
  seat("b", "Lin", { model: `rehearsal/${second}` }),
]
const codes = ["en", "es", "zh"] as const
const topics = { en: "Should we go remote?", es: "¿Tabuladores o espacios?", zh: "公司是否应该实行四天工作制？" }

describe("votes of rehearsal models [models.rehearsal]", () => {
  test("a structured vote is one object with every field", async () => {
    const vote: unknown = JSON.parse(await answer(view({ ask: consensus })))
    expect(vote).toEqual({
      hasConsensus: expect.any(Boolean),
      confidence: expect.any(Number),
      reasoning: expect.any(String),
      proposedSolution: expect.stringMatching(/tabs|spaces/i),
    })
    const ask: Ask = { kind: "vote", asks: "choice", options: ["tabs", "spaces"] }
    const choice: unknown = JSON.parse(await answer(view({ ask })))
    expect(choice).toMatchObject({ choice: expect.stringMatching(/^(?:tabs|spaces)$/), confidence: expect.any(Number) })
  })

  test("a duet disagrees at first, mostly agrees by the fifth round, and sometimes never", async () => {
    const agreedIn: number[] = []
    for (let seed = 0; seed < 100; seed += 1) {
      const seats = pair(seed % 2 === 0 ? "sceptic" : "steady", seed % 3 === 0 ? "bold" : "curious")
      const entries = await discussion({ seed, seats }, 6)
      let agreed = 0
      for (let round = 1; round <= 6 && agreed === 0; round += 1) {
        const votes = await Promise.all(
          seats.map((voter) => {
            const of = view({ seed, seats, seat: voter, round, entries: entries.slice(0, round * 2) })
            return answer({ ...of, ask: { ...consensus, clarify: "unreadable_vote" } })
          }),
        )
        const read = votes.map((text) => readVote({ text, language: languageFor("en") }))
        if (read.every((vote) => vote.reading !== "unreadable" && vote.hasConsensus)) agreed = round
      }
      agreedIn.push(agreed)
    }
    const share = (test: (round: number) => boolean) => agreedIn.filter(test).length / agreedIn.length
    expect(share((round) => round === 1)).toBeLessThan(0.2)
    expect(share((round) => round >= 2 && round <= 5)).toBeGreaterThan(0.6)
    expect(share((round) => round === 0)).toBeGreaterThan(0)
  })

  test("blocks and prose are read as intended, in every language", async () => {
    const readings = new Set<string>()
    for (const code of codes) {
      for (let seed = 0; seed < 60; seed += 1) {
        const seats = pair(["warm", "terse", "curious"][seed % 3] ?? "warm", "steady")
        const entries = await discussion({ seed, seats, language: code, topic: topics[code] }, 3)
        const base = view({ seed, seats, language: code, topic: topics[code], round: 3, entries, ask: consensus })
        const meant = readVote({
          text: await answer({ ...base, ask: { ...consensus, clarify: "unreadable_vote" } }),
          language: languageFor(code),
        })
        expect(meant.reading).toBe("markers")
        const text = await answer(base)
        const read = readVote({ text, language: languageFor(code) })
        readings.add(read.reading)
        if (read.reading === "unreadable" || meant.reading === "unreadable") continue
        expect({ text, yes: read.hasConsensus }).toEqual({ text, yes: meant.hasConsensus })
      }
    }
    expect([...readings].sort()).toEqual(["inferred", "markers", "unreadable"])
  })

  test("calls for a vote and confirmations become more likely with each round", async () => {
    for (const asks of ["call", "confirm"] as const) {
      const yes = async (round: number) => {
        let count = 0
        for (let seed = 0; seed < 60; seed += 1) {
          const text = await answer(view({ seed, round, ask: { kind: "vote", asks, options: [] } }))
          const vote = readVote({ text, language: languageFor("en") })
          if (vote.reading !== "unreadable" && vote.hasConsensus) count += 1
        }
        return count
      }
      expect(await yes(6)).toBeGreaterThan(await yes(1))
    }
  })

  test("choices are options, follow the briefing at first, converge, and have an amount if one was given", async () => {
    const options = ["a floor for everyone", "the highest average", "a range"]
    const ask: Ask = { kind: "vote", asks: "choice", options, clarify: "unreadable_vote" }
    const chosen = async (round: number, seed: number) => {
      const seats = ["warm", "terse", "curious"].map((one, index) => {
        const briefing = index === 1 ? "You ranked the highest average first, with $15,000." : undefined
        return seat(one, one, { model: `rehearsal/${one}`, ...(briefing !== undefined && { briefing }) })
      })
      const of = { topic: "Choose a principle.", seats, round, seed, ask } as const
      return Promise.all(
        seats.map(async (voter) =>
          readChoice({ text: await answer(view({ ...of, seat: voter })), options, language: languageFor("en") }),
        ),
      )
    }
    for (let seed = 0; seed < 10; seed += 1) {
      const early = await chosen(1, seed)
      expect(early.every((vote) => vote.reading === "markers" && options.includes(vote.choice))).toBe(true)
      expect(early[1]).toMatchObject({ choice: "the highest average", amount: 15_000 })
      const late = await chosen(8, seed)
      expect(new Set(late.map((vote) => (vote.reading === "unreadable" ? "" : vote.choice))).size).toBe(1)
    }
  })

  test("every form of a ballot is filled in, with the seat's own answer first", async () => {
    const options = ["tabs", "spaces", "both"]
    for (const model of ["steady", "terse"]) {
      for (let seed = 0; seed < 20; seed += 1) {
        const seats = pair(model, "bold")
        const vote = async (form: BallotForm) => {
          const ask: Ask = { kind: "vote", asks: "choice", form, options, clarify: "unreadable_vote" }
          const text = await answer(view({ seed, seats, options, ask }))
          const read = readPreference({ text, options, form, language: languageFor("en") })
          if (read.reading === "unreadable") throw new Error(text)
          return read
        }
        const [single, ranking, approval, scores] = await Promise.all(
          (["single", "ranking", "approval", "scores"] as const).map(vote),
        )
        expect(ranking).toMatchObject({ ranking: [single?.choice, expect.any(String), expect.any(String)] })
        expect(approval?.approved).toContain(single?.choice)
        const best = scores?.scores?.toSorted((a, b) => b.score - a.score)[0]
        expect(best?.option).toBe(single?.choice)
        expect(scores?.scores).toHaveLength(3)
      }
    }
  })

  test("a number in the topic is not an amount if the options have none", async () => {
    const options = ["Approve", "Reject"]
    const ask: Ask = { kind: "vote", asks: "choice", options, clarify: "unreadable_vote" }
    const vote = await answer(view({ topic: "Review file 4066 of 120,000 lines.", options, ask }))
    expect(JSON.parse(vote)).not.toHaveProperty("amount")
  })

  test("among anonymous answers it ranks one first that shares its position", async () => {
    const options = ["Answer 1", "Answer 2", "Answer 3"]
    for (let seed = 0; seed < 20; seed += 1) {
      const own = (await answer(view({ seed }))).includes("“tabs”") ? "tabs" : "spaces"
      const answers = ["I would keep both.", "I would choose “spaces”.", "I would choose “tabs”."]
      const ask: Ask = { kind: "vote", asks: "choice", form: "ranking", options, answers, clarify: "unreadable_vote" }
      const { ranking } = JSON.parse(await answer(view({ seed, ask })))
      expect(ranking[0]).toBe(own === "tabs" ? "Answer 3" : "Answer 2")
    }
  })

  test("voters of a parallel ballot give different reasons", async () => {
    const seats = ["a", "b", "c", "d"].map((id) => seat(id, id.toUpperCase(), { model: "rehearsal/steady" }))
    for (let seed = 0; seed < 10; seed += 1) {
      const of = { seed, seats, ask: { kind: "vote", asks: "call", options: [] } } as const
      const votes = await Promise.all(
        seats.map(async (voter) => JSON.parse(await answer(view({ ...of, seat: voter })))),
      )
      const reasons = votes.map((vote: { reasoning: string }) => vote.reasoning)
      expect(new Set(reasons).size).toBe(4)
    }
  })

  test("a voter that has seen no turns still votes", async () => {
    const text = await answer(view({ seat: lin, ask: consensus }))
    expect(JSON.parse(text)).toHaveProperty("reasoning", expect.stringMatching(/\S/))
  })
})
