import { describe, expect, test } from "vitest"
import type { Entry } from "../discussion/entry.ts"
import { initialState } from "../discussion/fold.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { noUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { resolveTable } from "../tables/resolve-table.ts"
import { buildLedger } from "./ledger.ts"

const defaults = { model: "test/x", seed: 1, language: "en", settings: {} }

interface Round {
  /** By seat what it says; left out: the usual. */
  readonly says?: Readonly<Record<string, string>>
  /** By seat what it votes and how sure it is; a ballot is held where this is given. */
  readonly votes?: Readonly<Record<string, readonly [string, number]>>
}

/** A discussion of three as its record, without running it. */
function held(rounds: readonly Round[], options: object = {}): DiscussionState {
  const table = resolveTable(
    {
      format: "panel",
      topic: "Heat",
      seats: ["Ash", "Birch", "Cedar"].map((name) => ({ name })),
      decision: { protocol: "plurality", options: ["Wind", "Sun", "Coal"] },
      options,
    },
    defaults,
  )
  const entries = rounds.flatMap(({ says = {}, votes }, index): Entry[] => {
    const roundNumber = index + 1
    const turns = table.seats.map(
      (seat): Entry => ({
        kind: "turn",
        turn: {
          ...({
            id: `t${roundNumber}-${seat.id}`,
            seat: seat.id,
            roundNumber,
            purpose: "turn",
            passed: false,
          } as const),
          ...{
            content: says[seat.id] ?? `words of ${seat.id} in round ${roundNumber}: ${roundNumber * 7_919} reasons`,
          },
          ...({ timestamp: 0, durationMs: 0, attempt: 1, tokenUsage: noUsage, finishReason: "stop" } as const),
        },
      }),
    )
    return votes ? [...turns, { kind: "ballot", ballot: ballotOf(roundNumber, votes) }] : turns
  })
  const turns = entries.flatMap((entry): Turn[] => (entry.kind === "turn" ? [entry.turn] : []))
  return { ...initialState("d", { seq: 1, at: 0, type: "discussion_created", data: { table } }), entries, turns }
}

function ballotOf(roundNumber: number, cast: NonNullable<Round["votes"]>): Ballot {
  const votes = Object.entries(cast).map(
    ([role, [choice, confidence]]): Vote => ({
      ...{ seat: role, hasConsensus: null, choice, confidence, reasoning: "so" },
      ...({ reading: "markers", attempt: 1, timestamp: 0 } as const),
    }),
  )
  return {
    ...({ id: `b${roundNumber}`, asks: "choice", roundNumber, stage: 1, secret: true } as const),
    ...{ voters: Object.keys(cast), options: ["Wind", "Sun", "Coal"], votes },
  }
}

const fresh = "Nobody has mentioned maintenance, grid fees, storage losses or the winter months until now."

describe("caving", () => {
  const apart = { ash: ["Wind", 70], birch: ["Wind", 70], cedar: ["Coal", 80] } as const

  test("is going over to the majority without a new argument", () => {
    const same = { ash: "the usual words", birch: "the usual words", cedar: "the usual words" }
    const state = held([
      { says: same, votes: apart },
      { says: same, votes: { ...apart, cedar: ["Wind", 90] } },
    ])
    expect(buildLedger(state).alerts).toContainEqual({
      ...{ kind: "caving", role: "cedar", roundNumber: 2, from: "Coal", to: "Wind", why: ["no_new_argument"] },
    })
  })

  test("or with less confidence than before, whatever was said", () => {
    const state = held([{ votes: apart }, { says: { ash: fresh }, votes: { ...apart, cedar: ["Wind", 60] } }])
    expect(buildLedger(state).alerts).toContainEqual(expect.objectContaining({ kind: "caving", why: ["less_sure"] }))
  })

  test("is not being won by something new, nor leaving the majority", () => {
    const won = held([{ votes: apart }, { says: { ash: fresh }, votes: { ...apart, cedar: ["Wind", 85] } }])
    expect(buildLedger(won).alerts).toEqual([])
    const left = held([{ votes: apart }, { votes: { ...apart, birch: ["Coal", 20] } }])
    expect(buildLedger(left).alerts).toEqual([])
  })
})

describe("premature agreement", () => {
  const together = { ash: ["Wind", 80], birch: ["Wind", 80], cedar: ["Wind", 80] } as const

  test("is all of one mind at once, unless nobody could hear another", () => {
    expect(buildLedger(held([{ votes: together }])).alerts).toEqual([
      { kind: "premature_agreement", roundNumber: 1, stance: "Wind", why: ["first_round"] },
    ])
    expect(buildLedger(held([{ votes: together }], { independentFirstRound: true })).alerts).toEqual([])
  })

  test("is also an agreement that nobody is sure of", () => {
    const unsure = { ash: ["Wind", 50], birch: ["Wind", 55], cedar: ["Wind", 60] } as const
    const state = held([{ votes: { ...unsure, cedar: ["Sun", 40] } }, { says: { ash: fresh }, votes: unsure }])
    expect(buildLedger(state).alerts).toEqual([
      { kind: "premature_agreement", roundNumber: 2, stance: "Wind", why: ["unsure"] },
    ])
  })
})

describe("positions", () => {
  test("in rounds without a ballot are read from what was said, where it names an option", () => {
    const state = held([
      { says: { ash: "I am for Wind.", birch: "It depends.", cedar: "Coal it must be." } },
      { says: { ash: "I am for Sun now." }, votes: { ash: ["Sun", 70], birch: ["Coal", 60], cedar: ["Coal", 60] } },
    ])
    const [ash, birch] = buildLedger(state).seats
    expect(ash?.positions).toMatchObject([
      { roundNumber: 1, stance: "Wind", source: "words", changed: false },
      { roundNumber: 2, stance: "Sun", source: "vote", changed: true, after: { role: "cedar", turnId: "t2-cedar" } },
    ])
    expect(birch?.positions).toMatchObject([{ roundNumber: 2, stance: "Coal", changed: false }])
  })

  test("what another stands for is not laid to who answers it", () => {
    const state = held([
      { says: { ash: "I choose Wind.", birch: "I understand your focus on Wind. However, it is loud." } },
    ])
    const seats = buildLedger(state).seats.filter(({ positions }) => positions.some(({ stance }) => stance === "Wind"))
    expect(seats).toMatchObject([{ name: "Ash" }])
  })

  test("of a round in which all speak at once are not laid to words of that round", () => {
    const rounds = [
      { says: { cedar: "I am for Wind." } },
      { says: { cedar: "I am for Sun now.", birch: "Sun, clearly." } },
    ]
    const heardLast = (order: string) =>
      buildLedger(held(rounds, { order })).seats.find(({ role }) => role === "cedar")?.positions[1]?.after?.turnId
    expect(heardLast("parallel")).toBe("t1-birch")
    expect(heardLast("fixed")).toBe("t2-birch")
  })

  test("nobody who took none is listed", () => {
    expect(buildLedger(held([{}]))).toEqual({ seats: [], alerts: [] })
  })
})
