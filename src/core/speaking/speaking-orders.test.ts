import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type OrderInput, speakingOrder } from "./speaking-orders.ts"

const view = (changes: Partial<OrderInput> = {}): OrderInput => ({
  seats: ["a", "b", "c", "d"],
  round: 1,
  stage: 0,
  seed: 7,
  lastFinisher: null,
  finisherRestriction: true,
  ...changes,
})

describe("speaking orders", () => {
  test("fixed and parallel keep the seat order [assembly.fixed-order]", () => {
    expect(speakingOrder("fixed", view())).toEqual(["a", "b", "c", "d"])
    expect(speakingOrder("parallel", view())).toEqual(["a", "b", "c", "d"])
  })

  test("shuffled gives the same order for the same seed and round, and different orders otherwise [assembly.shuffle]", () => {
    expect(speakingOrder("shuffled", view())).toEqual(speakingOrder("shuffled", view()))
    const orders = Array.from({ length: 20 }, (_, round) => speakingOrder("shuffled", view({ round })).join(""))
    expect(new Set(orders).size).toBeGreaterThan(8)
    const seeds = Array.from({ length: 20 }, (_, seed) => speakingOrder("shuffled", view({ seed })).join(""))
    expect(new Set(seeds).size).toBeGreaterThan(8)
  })

  test("every seat gets every position about equally often", () => {
    const last = new Map<string, number>()
    for (let seed = 0; seed < 4_000; seed++) {
      const finisher = speakingOrder("shuffled", view({ seed, finisherRestriction: false })).at(-1)!
      last.set(finisher, (last.get(finisher) ?? 0) + 1)
    }
    for (const count of last.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150)
  })

  test("is a permutation whose last speaker was not last in the previous round [assembly.finisher]", () => {
    const seats = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(seats, fc.integer(), fc.integer({ min: 1, max: 50 }), fc.nat(), (ids, seed, round, pick) => {
        const lastFinisher = ids[pick % ids.length]!
        const order = speakingOrder("shuffled", view({ seats: ids, seed, round, lastFinisher }))
        expect(order.toSorted()).toEqual(ids.toSorted())
        expect(order.at(-1)).not.toBe(lastFinisher)
      }),
    )
  })

  test("may have the same last speaker again if that is allowed [assembly.finisher]", () => {
    const lastFinisher = speakingOrder("shuffled", view()).at(-1)!
    const free = view({ lastFinisher, finisherRestriction: false })
    expect(speakingOrder("shuffled", free).at(-1)).toBe(lastFinisher)
  })

  test("a single seat may be last in every round", () => {
    expect(speakingOrder("shuffled", view({ seats: ["a"], lastFinisher: "a" }))).toEqual(["a"])
  })
})
