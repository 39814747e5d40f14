import { describe, expect, test } from "vitest"
import { initialState } from "../discussion/fold.ts"
import type { Entry } from "../discussion/history.ts"
import type { DiscussionState } from "../discussion/state.ts"
import type { Turn } from "../discussion/turn.ts"
import { noUsage } from "../discussion/usage.ts"
import type { Ballot, Vote } from "../discussion/vote.ts"
import { resolveTable } from "../tables/resolve-table.ts"
import { buildLedger } from "./ledger.ts"

const defaults = { model: "test/x", seed: 1, language: "en", settings: {} }

interface Round {
  /** What each seat says (default: a neutral sentence). */
  readonly says?: Readonly<Record<string, string>>
  /** Each seat's vote and confidence; there is a ballot only if this is given. */
  readonly votes?: Readonly<Record<string, readonly [string, number]>>
}

/** The record of a discussion of three, without running it; its last ballot was won by `winner`. */
function stateAfter(rounds: readonly Round[], winner?: string, options: object = {}): DiscussionState {
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
  const result = {
    sentence: "",
    passed: true,
    yes: 0,
    no: 0,
    unreadable: 0,
    ...(winner !== undefined && { choice: winner }),
  }
  const ballots = entries.flatMap((entry): Ballot[] => (entry.kind === "ballot" ? [{ ...entry.ballot, result }] : []))
  const created = { seq: 1, at: 0, type: "discussion_created", data: { table } } as const
  return { ...initialState("d", created), entries, turns, ballots }
}

function ballotOf(roundNumber: number, cast: NonNullable<Round["votes"]>): Ballot {
  const votes = Object.entries(cast).map(
    ([role, [choice, confidence]]): Vote => ({
      ...{ seat: role, hasConsensus: null, choice, confidence, reasoning: "so" },
      ...({ reading: "markers", attempt: 1, timestamp: 0 } as const),
    }),
  )
  return {
    ...({ id: `b${roundNumber}`, asks: "choice", roundNumber, stage: 1, secret: false } as const),
    ...{ voters: Object.keys(cast), options: ["Wind", "Sun", "Coal"], votes },
  }
}

const votes = (ash: string, birch: string, cedar: string) => ({
  ash: [ash, 70] as const,
  birch: [birch, 70] as const,
  cedar: [cedar, 70] as const,
})

describe("alerts", () => {
  test("report a seat that changed to a position no seat held at the vote before", () => {
    const state = stateAfter([{ votes: votes("Wind", "Wind", "Coal") }, { votes: votes("Wind", "Sun", "Wind") }])
    expect(buildLedger(state).alerts).toEqual([
      { kind: "new_position", seat: "birch", roundNumber: 2, from: "Wind", to: "Sun" },
    ])
  })

  test("report a winner without any vote at the first vote", () => {
    const state = stateAfter([{ votes: votes("Wind", "Wind", "Coal") }, { votes: votes("Sun", "Sun", "Coal") }], "Sun")
    expect(buildLedger(state).alerts).toContainEqual({ kind: "new_winner", roundNumber: 2, stance: "Sun" })
  })

  test("report a winner with at most half of the votes", () => {
    const state = stateAfter([{ votes: votes("Wind", "Sun", "Coal") }], "Wind")
    expect(buildLedger(state).alerts).toEqual([
      { kind: "no_majority", roundNumber: 1, stance: "Wind", votes: 1, voters: 3 },
    ])
  })

  test("do not report changes to the majority or immediate agreement", () => {
    const agreed = votes("Wind", "Wind", "Wind")
    expect(
      buildLedger(stateAfter([{ votes: votes("Wind", "Wind", "Coal") }, { votes: agreed }], "Wind")).alerts,
    ).toEqual([])
    expect(buildLedger(stateAfter([{ votes: agreed }], "Wind")).alerts).toEqual([])
  })

  test("compare votes only, not positions inferred from turns", () => {
    const spoken = { ash: "I am for Wind.", birch: "I am for Wind.", cedar: "I am for Wind." }
    const state = stateAfter([{ says: spoken }, { votes: votes("Sun", "Sun", "Sun") }], "Sun")
    expect(buildLedger(state).alerts).toEqual([])
  })
})

describe("positions", () => {
  test("without a ballot are inferred from turns that name an option", () => {
    const state = stateAfter([
      { says: { ash: "I am for Wind.", birch: "It depends.", cedar: "Coal it must be." } },
      { says: { ash: "I am for Sun now." }, votes: { ash: ["Sun", 70], birch: ["Coal", 60], cedar: ["Coal", 60] } },
    ])
    const [ash, birch] = buildLedger(state).seats
    expect(ash?.positions).toMatchObject([
      { roundNumber: 1, stance: "Wind", source: "words", changed: false },
      { roundNumber: 2, stance: "Sun", source: "vote", changed: true, after: { seat: "cedar", turnId: "t2-cedar" } },
    ])
    expect(ash?.positions[0]).not.toHaveProperty("confidence")
    expect(birch?.positions).toMatchObject([{ roundNumber: 2, stance: "Coal", changed: false }])
  })

  test("another seat's position is not attributed to the seat that responds to it", () => {
    const state = stateAfter([
      { says: { ash: "I choose Wind.", birch: "I understand your focus on Wind. However, it is loud." } },
    ])
    const seats = buildLedger(state).seats.filter(({ positions }) => positions.some(({ stance }) => stance === "Wind"))
    expect(seats).toMatchObject([{ name: "Ash" }])
  })

  test("in a parallel round are not attributed to turns of that round", () => {
    const rounds = [
      { says: { cedar: "I am for Wind." } },
      { says: { cedar: "I am for Sun now.", birch: "Sun, clearly." } },
    ]
    const heardLast = (order: string) =>
      buildLedger(stateAfter(rounds, undefined, { order })).seats.find(({ seat }) => seat === "cedar")?.positions[1]
        ?.after?.turnId
    expect(heardLast("parallel")).toBe("t1-birch")
    expect(heardLast("fixed")).toBe("t2-birch")
  })

  test("[stance.ledger] are the stances that seats state, with the turn they respond to; other seats have none", () => {
    const said = (position: string, answers: readonly string[] = []): Turn["stance"] => ({
      position,
      confidence: 80,
      answers,
    })
    const state = stateAfter([{}, {}])
    const stances: Readonly<Record<string, Turn["stance"]>> = {
      "t1-ash": said("Wind"),
      "t2-ash": said("Sun", ["birch"]),
      "t1-cedar": said("Wind"),
    }
    const entries = state.entries.map((entry): Entry => {
      const stance = entry.kind === "turn" ? stances[entry.turn.id] : undefined
      return entry.kind === "turn" && stance ? { ...entry, turn: { ...entry.turn, stance } } : entry
    })
    const [ash, birch] = buildLedger({ ...state, entries }).seats
    expect(ash?.positions).toMatchObject([
      { roundNumber: 1, stance: "Wind", confidence: 80, source: "stance", changed: false },
      { roundNumber: 2, stance: "Sun", changed: true, after: { turnId: "t1-birch", name: "Birch" } },
    ])
    expect(birch).toEqual({ seat: "birch", name: "Birch", positions: [] })
    expect(buildLedger({ ...state, entries }).alerts).toMatchObject([{ kind: "new_position", seat: "ash", to: "Sun" }])
  })

  test("[stance.ledger] answers about agreement are not positions, and secret votes stay secret", () => {
    const state = stateAfter([{ votes: votes("Wind", "Sun", "Coal") }], "Wind")
    const changed = (ballot: Partial<Ballot>) => {
      const entries = state.entries.map(
        (entry): Entry => (entry.kind === "ballot" ? { ...entry, ballot: { ...entry.ballot, ...ballot } } : entry),
      )
      return buildLedger({ ...state, entries }).seats.flatMap(({ positions }) => positions)
    }
    expect(changed({})).toHaveLength(3)
    expect(changed({ secret: true })).toEqual([])
    expect(changed({ asks: "consensus" })).toEqual([])
  })
})
