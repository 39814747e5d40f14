import { expect, test } from "vitest"
import { ApiError } from "../../../api/api-error.ts"
import { emptySettings } from "./draft.ts"
import { hasFoldedProblem, unshownProblems } from "./problem-fields.ts"

const refusal = (...fields: string[]) =>
  new ApiError(400, "INPUT_INVALID", "wrong", {
    problems: fields.map((field) => ({ field, message: "is wrong" })),
  })

test("problems without a visible field are listed separately", () => {
  const settings = { ...emptySettings("en"), others: [{ name: "passing", value: "x" }] }
  const fields = [
    "topic",
    "seats[1].model",
    "seats[2].model",
    "options.rounds",
    "options.passing",
    "options.retries",
    "x",
  ]
  const unshown = unshownProblems(refusal(...fields), { seats: 2, settings })
  expect(unshown.map(({ field }) => field)).toEqual(["seats[2].model", "options.retries", "x"])
  expect(unshownProblems(new Error("no"), { seats: 2, settings })).toEqual([])
})

test("the settings unfold if a problem is inside them", () => {
  expect(
    ["options.rounds", "budget.tokens", "seed", "topic", "seats[0].options.temperature"].map((field) =>
      hasFoldedProblem(refusal(field)),
    ),
  ).toEqual([true, true, true, false, false])
})
