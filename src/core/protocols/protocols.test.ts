import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { seededRandom, shuffled } from "../random.ts"
import { findProtocol, protocolNames, registerProtocol } from "./index.ts"
import type { CountResult, NormalizedVote, Protocol, ProtocolRule } from "./protocol.ts"

const rule: ProtocolRule = { agreement: "all", minConfidence: 0 }
const { consensus, plurality, approval, borda, "run-off": runOff, confidence, weighted, chair } = counts()

function counts() {
  return Object.fromEntries(protocolNames.map((name) => [name, findProtocol(name).count])) as Readonly<
    Record<(typeof protocolNames)[number], Protocol["count"]>
  >
}

/** `3 a>b>c` are three votes; `a>b` ranks two. */
function votes(...lines: readonly string[]): NormalizedVote[] {
  return lines.flatMap((line) => {
    const [, times = "1", order = ""] = /^(\d+ )?(.*)$/.exec(line)!
    const ranking = order === "" ? [] : order.split(">")
    return Array.from({ length: Number(times) }, () => ({ seat: "x", ranking, approved: ranking, confidence: 50 }))
  })
}

function scores({ tally }: CountResult) {
  return Object.fromEntries(tally.map(({ option, score }) => [option, score]))
}

describe("known elections", () => {
  const abcd = ["a", "b", "c", "d"]

  test("in which every protocol has a different winner", () => {
    // a has the most first choices, b the most points, and d outlasts the eliminations.
    const cast = votes("42 a>b>c>d", "26 b>c>d>a", "15 c>d>b>a", "17 d>c>b>a")
    expect(plurality(cast, abcd, rule).winner).toBe("a")
    expect(borda(cast, abcd, rule).winner).toBe("b")
    expect(runOff(cast, abcd, rule).winner).toBe("d")
    expect(runOff(cast, abcd, rule).counts?.map(({ out }) => out)).toEqual(["c", "b"])
  })

  test("run-off is not monotone: raising its winner can make it lose, which we keep", () => {
    const abc = ["a", "b", "c"]
    const before = votes("39 a>b>c", "35 b>c>a", "26 c>a>b")
    const after = votes("49 a>b>c", "25 b>c>a", "26 c>a>b")
    expect(runOff(before, abc, rule).winner).toBe("a")
    expect(runOff(after, abc, rule).winner).toBe("c")
  })

  test("a Condorcet winner that few put first wins by Borda and loses the run-off", () => {
    const cast = votes("4 a>b>c", "3 c>b>a", "2 b>a>c")
    expect(borda(cast, ["a", "b", "c"], rule).winner).toBe("b")
    expect(runOff(cast, ["a", "b", "c"], rule).winner).toBe("a")
  })

  test("a clone splits a plurality but not a run-off", () => {
    const cast = votes("30 a>a2>b", "25 a2>a>b", "45 b>a>a2")
    expect(plurality(cast, ["a", "a2", "b"], rule).winner).toBe("b")
    expect(runOff(cast, ["a", "a2", "b"], rule).winner).toBe("a")
  })

  test("exhausted votes leave the count", () => {
    const count = runOff(votes("4 a", "3 b", "2 c>b"), ["a", "b", "c"], rule)
    expect(count.winner).toBe("b")
    expect(scores(count)).toEqual({ a: 4, b: 5 })
  })

  test("unranked options share the remaining points", () => {
    expect(scores(borda(votes("a"), ["a", "b", "c"], rule))).toEqual({ a: 2, b: 0.5, c: 0.5 })
  })

  test("confidence and weights apply to first choices", () => {
    const cast = [
      { seat: "x", ranking: ["a"], approved: ["a"], confidence: 30 },
      { seat: "y", ranking: ["a"], approved: ["a"], confidence: 30 },
      { seat: "z", ranking: ["b"], approved: ["b"], confidence: 90 },
    ]
    expect(plurality(cast, ["a", "b"], rule).winner).toBe("a")
    expect(confidence(cast, ["a", "b"], rule).winner).toBe("b")
    expect(weighted(cast, ["a", "b"], rule).winner).toBe("a")
    expect(weighted(cast, ["a", "b"], { ...rule, weights: { z: 2.5 } }).winner).toBe("b")
  })

  test("a chair decides alone", () => {
    expect(chair(votes("2 a", "b"), ["a", "b"], { ...rule, chair: "b" })).toMatchObject({ winner: "b" })
    expect(chair(votes("2 a", "b"), ["a", "b"], rule)).not.toHaveProperty("winner")
  })

  test.each([
    ["all, and all do", votes("3 a"), "all", 0, "a"],
    ["all, and one does not", votes("2 a", "b"), "all", 0, undefined],
    ["any", votes("2 a", "b"), "any", 0, "a"],
    ["two thirds", votes("2 a", "b"), 0.66, 0, "a"],
    ["three quarters", votes("2 a", "b"), 0.75, 0, undefined],
    ["sure ones only", votes("3 a"), "all", 60, undefined],
  ] as const)("consensus of %s", (_, cast, agreement, minConfidence, winner) => {
    expect(consensus(cast, ["a", "b"], { agreement, minConfidence }).winner).toBe(winner)
  })

  test("consensus requires the same amount; the others take the median", () => {
    const cast = [10, 20, 90].map((amount) => ({ ...votes("a")[0]!, amount }))
    expect(consensus(cast, ["a"], rule).winner).toBeUndefined()
    expect(plurality(cast, ["a"], rule)).toMatchObject({ winner: "a", amount: 20 })
  })
})

describe("ties are broken by a documented rule", () => {
  const sure = (option: string, certainty: number): NormalizedVote => ({ ...votes(option)[0]!, confidence: certainty })

  test.each(Object.entries({ plurality, approval, borda, runOff }))("%s", (_, protocol) => {
    expect(protocol([sure("a", 50), sure("b", 60)], ["a", "b"], rule)).toMatchObject({
      winner: "b",
      tie: { between: ["a", "b"], by: "confidence" },
    })
    expect(protocol([sure("a", 50), sure("b", 50)], ["b", "a"], rule)).toMatchObject({
      winner: "b",
      tie: { between: ["b", "a"], by: "order" },
    })
  })

  test("without any named option there is no winner, under every protocol", () => {
    for (const name of protocolNames) {
      const { count } = findProtocol(name)
      expect(count(votes("2 "), ["a", "b"], rule)).not.toHaveProperty("winner")
      expect(count([], ["a", "b"], rule)).not.toHaveProperty("winner")
    }
  })

  test("an option that no vote names never wins, however little weight the others have", () => {
    const doubtful = [sure("b", 0)]
    for (const protocol of [plurality, approval, borda, runOff, confidence, weighted]) {
      expect(protocol(doubtful, ["a", "b"], { ...rule, weights: { x: 0 } }).winner).toBe("b")
    }
  })
})

interface Election {
  readonly options: readonly string[]
  readonly cast: readonly NormalizedVote[]
}

let ballots = 0

function election(seed: number, options: number, voters: number, whole: boolean): Election {
  const random = seededRandom(seed, options, voters)
  const names = Array.from({ length: options }, (_, index) => `o${index}`)
  const cast = Array.from({ length: voters }, (_, index): NormalizedVote => {
    const order = shuffled(names, random)
    const ranking = whole ? order : order.slice(0, Math.floor(random() * (options + 1)))
    const approved = order.slice(0, Math.floor(random() * (options + 1)))
    return { seat: `v${index}`, ranking, approved, confidence: Math.floor(random() * 101) }
  })
  ballots += voters
  return { options: names, cast }
}

const anyElection = (whole: boolean) =>
  fc
    .tuple(fc.integer(), fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 60 }))
    .map(([seed, options, voters]) => election(seed, options, voters, whole))

/** The winner by a score, with ties broken as documented; independent of the implementation. */
function bestBy(
  { options, cast }: Election,
  score: (option: string) => number,
  backs: (p: NormalizedVote, o: string) => boolean,
) {
  const rows = options.map((option, index) => ({
    option,
    index,
    score: score(option),
    sure: cast.filter((p) => backs(p, option)).reduce((sum, p) => sum + p.confidence, 0),
    named: cast.some((p) => backs(p, option) || (p.ranking.includes(option) && backs === first)),
  }))
  rows.sort((a, b) => b.score - a.score || b.sure - a.sure || a.index - b.index)
  return rows
}
const first = (paper: NormalizedVote, option: string) => paper.ranking[0] === option

/** Number of voters who prefer one option to another; unranked options come last. */
function preferring(cast: readonly NormalizedVote[], one: string, other: string): number {
  const place = (paper: NormalizedVote, option: string) =>
    paper.ranking.includes(option) ? paper.ranking.indexOf(option) : 99
  return cast.filter((paper) => place(paper, one) < place(paper, other)).length
}

function beatsAll({ options, cast }: Election, option: string, sign: 1 | -1): boolean {
  return options.every(
    (other) => other === option || sign * (preferring(cast, option, other) - preferring(cast, other, option)) > 0,
  )
}

/** Instant run-off, by recursion over the remaining options. */
function runOffOracle(options: readonly string[], cast: readonly NormalizedVote[]): string | undefined {
  const tops = cast.map((paper) => ({ top: paper.ranking.find((option) => options.includes(option)), paper }))
  const counted = tops.filter(({ top }) => top !== undefined)
  if (counted.length === 0) return undefined
  const votes = (option: string) => counted.filter(({ top }) => top === option)
  const sure = (option: string) => votes(option).reduce((sum, { paper }) => sum + paper.confidence, 0)
  const order = options.toSorted(
    (a, b) => votes(b).length - votes(a).length || sure(b) - sure(a) || options.indexOf(a) - options.indexOf(b),
  )
  if (votes(order[0]!).length > counted.length / 2 || options.length === 1) return order[0]
  return runOffOracle(
    options.filter((option) => option !== order.at(-1)),
    cast,
  )
}

describe("random elections against independent oracles [across.protocols]", () => {
  test("plurality, approval, confidence and weights are sums, and Borda is every pair won", () => {
    fc.assert(
      fc.property(anyElection(false), (held) => {
        const { options, cast } = held
        const winner = (rows: ReturnType<typeof bestBy>) => rows.find(({ named }) => named)?.option
        const approves = (paper: NormalizedVote, option: string) => paper.approved.includes(option)
        const count = (backs: typeof first) => (option: string) => cast.filter((paper) => backs(paper, option)).length
        const weights = Object.fromEntries(cast.map((paper, index) => [paper.seat, (index % 7) + 1]))
        const summed = (value: (paper: NormalizedVote) => number) => (option: string) =>
          cast.filter((paper) => first(paper, option)).reduce((sum, paper) => sum + value(paper), 0)
        expect(plurality(cast, options, rule).winner).toBe(
          winner(bestBy(held, count(first), first).filter(({ score }) => score > 0)),
        )
        expect(approval(cast, options, rule).winner).toBe(winner(bestBy(held, count(approves), approves)))
        const backed = (rows: ReturnType<typeof bestBy>) => rows.filter(({ option }) => count(first)(option) > 0)
        expect(confidence(cast, options, rule).winner).toBe(
          winner(
            backed(
              bestBy(
                held,
                summed((paper) => paper.confidence),
                first,
              ),
            ),
          ),
        )
        expect(weighted(cast, options, { ...rule, weights }).winner).toBe(
          winner(
            backed(
              bestBy(
                held,
                summed((paper) => weights[paper.seat]!),
                first,
              ),
            ),
          ),
        )
        const pairs = (option: string) =>
          options
            .filter((other) => other !== option)
            .reduce((sum, other) => {
              const ranked = cast.filter((paper) => paper.ranking.length > 0)
              const won = preferring(ranked, option, other)
              return sum + won + (ranked.length - won - preferring(ranked, other, option)) / 2
            }, 0)
        const byPairs = borda(cast, options, rule)
        for (const { option, score } of byPairs.tally) expect(score).toBeCloseTo(pairs(option), 9)
        expect(byPairs.winner).toBe(winner(bestBy(held, pairs, first)))
      }),
      { numRuns: 1_200 },
    )
  })

  test("run-off eliminates like its oracle, and each count is smaller by one option", () => {
    fc.assert(
      fc.property(anyElection(false), ({ options, cast }) => {
        const count = runOff(cast, options, rule)
        expect(count.winner).toBe(runOffOracle(options, cast))
        const out = count.counts?.map((one) => one.out) ?? []
        expect(new Set(out).size).toBe(out.length)
        expect(out).not.toContain(count.winner)
        for (const [index, { tally }] of (count.counts ?? []).entries())
          expect(tally.length).toBe(options.length - index)
      }),
      { numRuns: 1_200 },
    )
  })

  test("a majority winner wins; a Condorcet loser never wins a run-off or a Borda count", () => {
    fc.assert(
      fc.property(anyElection(true), (held) => {
        const { options, cast } = held
        const majority = options.find((option) => cast.filter((paper) => first(paper, option)).length * 2 > cast.length)
        if (majority !== undefined) {
          expect(plurality(cast, options, rule).winner).toBe(majority)
          expect(runOff(cast, options, rule).winner).toBe(majority)
        }
        const loser = options.find((option) => beatsAll(held, option, -1))
        if (loser !== undefined) {
          expect(runOff(cast, options, rule).winner).not.toBe(loser)
          expect(borda(cast, options, rule).winner).not.toBe(loser)
        }
        const condorcet = options.find((option) => beatsAll(held, option, 1))
        const lowest = Math.min(...borda(cast, options, rule).tally.map(({ score }) => score))
        if (condorcet !== undefined) {
          const { score } = borda(cast, options, rule).tally.find(({ option }) => option === condorcet)!
          expect(score).toBeGreaterThan(lowest)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test("Borda is monotone: ranking its winner higher in any vote keeps it the winner", () => {
    fc.assert(
      fc.property(anyElection(true), fc.nat(), ({ options, cast }, which) => {
        const { winner } = borda(cast, options, rule)
        const index = which % cast.length
        const raised = cast.map((paper, at) => {
          const place = paper.ranking.indexOf(winner!)
          if (at !== index || place === 0) return paper
          const others = paper.ranking.filter((option) => option !== winner)
          return { ...paper, ranking: [...others.slice(0, place - 1), winner!, ...others.slice(place - 1)] }
        })
        expect(borda(raised, options, rule).winner).toBe(winner)
      }),
      { numRuns: 500 },
    )
  })

  test("a clone of an option changes no run-off except between the two, unless there was a tie", () => {
    fc.assert(
      fc.property(anyElection(true), fc.nat(), ({ options, cast }, which) => {
        const cloned = options[which % options.length]!
        const wider = cast.map((paper, index) => ({
          ...paper,
          ranking: paper.ranking.flatMap((option) =>
            option === cloned ? (index % 2 === 0 ? [option, "clone"] : ["clone", option]) : [option],
          ),
        }))
        const before = runOff(cast, options, rule)
        const after = runOff(wider, [...options, "clone"], rule)
        if (before.tie || after.tie) return
        expect(after.winner === "clone" ? cloned : after.winner).toBe(before.winner)
      }),
      { numRuns: 500 },
    )
  })

  test("the order of the votes does not matter, and the order of the options only in a reported tie", () => {
    fc.assert(
      fc.property(anyElection(false), fc.integer(), ({ options, cast }, seed) => {
        const mixed = shuffled(cast, seededRandom(seed, "votes"))
        const renamed = options.toReversed()
        for (const protocol of [plurality, approval, borda, runOff, confidence]) {
          const count = protocol(cast, options, rule)
          expect(protocol(mixed, options, rule).winner).toBe(count.winner)
          if (!count.tie) expect(protocol(cast, renamed, rule).winner).toBe(count.winner)
        }
      }),
      { numRuns: 600 },
    )
    expect(ballots).toBeGreaterThan(100_000)
  })
})

describe("a voting method registered by a program", () => {
  const first: Protocol["count"] = (_, options) => ({ winner: options[0]!, tally: [] })

  test("is found by its name, and its votes decide", () => {
    registerProtocol("first", { description: "the first option", form: "single", count: first })
    expect(findProtocol("own:first")).toMatchObject({ decides: "votes", form: "single" })
    expect(findProtocol("own:first").count([], ["a"], rule).winner).toBe("a")
  })

  test("needs a valid name that is unique in the process", () => {
    const own = (count: Protocol["count"]) => ({ description: "", form: "single", count }) as const
    registerProtocol("twice", own(first))
    registerProtocol("twice", own(first))
    expect(() =>
      registerProtocol(
        "twice",
        own(() => ({ tally: [] })),
      ),
    ).toThrow("already registered")
    expect(() => registerProtocol("Not Plain", own(first))).toThrow("lowercase letters")
    expect(() => findProtocol("own:nobody")).toThrow('voting method "own:nobody" is not registered')
  })
})
