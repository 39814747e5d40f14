import { expect, test } from "vitest"
import { fieldProblem, otherProblems, readError } from "./api-error.ts"

test("a refusal names its fields", async () => {
  const problems = [
    { field: "topic", message: "must not be empty" },
    { field: "seats[1].model", message: "there is no such model" },
  ]
  const body = { error: { code: "INPUT_INVALID", message: "two things are wrong", details: { problems } } }
  const error = await readError(Response.json(body, { status: 400 }))
  expect({ ...error, message: error.message }).toMatchObject({ status: 400, code: "INPUT_INVALID", problems })
  expect(fieldProblem(error, "seats[1].model")).toBe("there is no such model")
  expect(fieldProblem(error, "seats[1]")).toBeUndefined()
  expect(otherProblems(error, (field) => field === "topic")).toEqual([problems[1]])
})

test.each(["<html>502</html>", "null", "[]", '{"error":"x"}', '{"error":{"code":1,"details":{"problems":[null,{}]}}}'])(
  "a response in an unknown format is still an error: %s",
  async (text) => {
    expect(await readError(new Response(text, { status: 502 }))).toMatchObject({
      status: 502,
      code: "UNKNOWN",
      message: "the server answered 502",
      problems: [],
    })
  },
)
