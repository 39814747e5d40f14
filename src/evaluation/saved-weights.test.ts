import { expect, test } from "vitest"
import type { RecordedAnswer } from "./recorded-answers.ts"
import { applyWeights, parseSavedWeights, type SavedWeights, weightsToSave } from "./saved-weights.ts"

const answers = Array.from({ length: 120 }, (_, index): RecordedAnswer => {
  const right = index % 3
  return {
    category: "any",
    options: 3,
    right,
    given: [0, 1, 2].map((model) => ((index + model) % 3 === 0 ? (right + 1) % 3 : right)),
  }
})
const saved = weightsToSave({ source: "made up", models: ["a/x", "a/y", "a/z"], answers })
const seats = ["a/x", "a/y", "a/z"].map((model) => ({ model }))
const input = { format: "panel", topic: "Which?", decision: { options: ["Wind", "Sun"] } } as const

test("saved weights are learned from all answers, and parsing restores them", () => {
  expect(saved).toMatchObject({ learnedFrom: 120, follows: "votes", gain: { mean: expect.any(Number) } })
  expect(saved.places).toHaveLength(3)
  expect(parseSavedWeights(JSON.parse(JSON.stringify(saved)), "weights.json")).toEqual(saved)
  expect(() => parseSavedWeights({ ...saved, places: undefined }, "weights.json")).toThrow(/weights.json.places/)
})

test("seats get the weights, vote first, and the table records how many answers they were learned from", () => {
  const applied = applyWeights({ ...input, seats }, saved)
  expect(applied.seats?.map(({ weight }) => weight)).toEqual(Object.values(saved.models))
  expect(applied.decision).toMatchObject({
    ...{ protocol: "weighted", decide: "vote-first", options: ["Wind", "Sun"], learned: { answers: 120 } },
  })
})

test("a weight that was set by hand is kept, and then the weights do not count as learned", () => {
  const applied = applyWeights({ ...input, seats: [{ model: "a/x", weight: 3 }, ...seats.slice(1)] }, saved)
  expect(applied.seats?.[0]?.weight).toBe(3)
  expect(applied.decision?.learned).toBeUndefined()
})

test("a seat whose model has no learned weight is refused", () => {
  expect(() => applyWeights({ ...input, seats: [...seats, { model: "b/new" }] }, saved)).toThrow(/seats\[3\].*b\/new/)
})

test("a category has its own weights if they were saved", () => {
  const byCategory: SavedWeights = { ...saved, categories: { law: { "a/x": 9, "a/y": 1, "a/z": 1 } } }
  expect(applyWeights({ ...input, seats }, byCategory, "law").seats?.[0]?.weight).toBe(9)
  expect(applyWeights({ ...input, seats }, byCategory, "toString").seats?.[0]?.weight).toBe(saved.models["a/x"])
})
