import { conclave, type DiscussionInput, writeMarkdown } from "conclave"
import { scriptedModel } from "conclave/testing"
import { expect, test } from "vitest"
import { z } from "zod"
import { collectEvents, longWords, ofType, start } from "./support.ts"

const schema = {
  type: "object",
  properties: { pick: { enum: ["walls", "pump"] }, cost: { type: "number" } },
  required: ["pick", "cost"],
  additionalProperties: false,
}

async function asked(replies: readonly string[], input: Partial<DiscussionInput> = {}) {
  const asks: string[] = []
  const model = scriptedModel({
    id: "test/a",
    replies: ({ view, prompt }) => {
      if (view.ask.kind !== "result") return longWords
      asks.push(prompt.ask)
      return replies[Math.min(asks.length, replies.length) - 1]!
    },
  })
  const seats = [{ name: "Ann", model: "test/a", briefing: "The boiler is broken." }, { model: "test/a" }]
  const run = start([model], {
    format: "panel",
    topic: "How shall we heat the school?",
    seats,
    options: { rounds: 1, retries: 0 },
    result: schema,
    ...input,
  } as DiscussionInput)
  return { events: await collectEvents(run), outcome: run.state.outcome!, asks, state: run.state }
}

test("a result that matches its schema is in the outcome [result.valid]", async () => {
  const { outcome, events, asks, state } = await asked(['Here:\n```json\n{"pick":"walls","cost":12}\n```'])
  expect(outcome.result).toEqual({ pick: "walls", cost: 12 })
  expect(outcome.resultProblem).toBeUndefined()
  expect(writeMarkdown(state)).toContain('## Result as JSON\n\n```json\n{\n  "pick": "walls",\n  "cost": 12\n}\n```\n')
  expect(asks).toHaveLength(1)
  expect(asks[0]).toContain(JSON.stringify(schema))
  expect(asks[0]).not.toContain("boiler")
  expect(ofType(events, "result_written")).toMatchObject([{ role: "ann", value: { pick: "walls", cost: 12 } }])
})

test("an invalid result is retried once with the problem, else it is null with the reason [result.invalid]", async () => {
  const { outcome, asks } = await asked(['{"pick":"coal"}', '{"pick":"pump","cost":3}'])
  expect(asks[1]).toContain("cost: ")
  expect(outcome.result).toEqual({ pick: "pump", cost: 3 })
  for (const reply of [
    "no",
    "",
    '{"pick":"coal"}',
    "x".repeat(1_000_000),
    '{"pick":"walls","cost":1,"__proto__":{}} {',
  ]) {
    const { outcome: ended, state } = await asked([reply])
    expect(ended.result).toBeNull()
    expect(writeMarkdown(state)).toContain("*There is no result that matches the schema: ")
    expect(ended.resultProblem).toMatch(/does not match its schema|empty/)
  }
})

test("a schema that cannot be checked is refused before the first turn, with the field [result.schema]", () => {
  const model = scriptedModel({ id: "test/a", replies: [longWords] })
  const begin = (result: object) =>
    start([model], { format: "panel", topic: "T", result, seats: [{ model: "test/a" }] })
  expect(() => begin({ type: "nonsense" })).toThrow(/result: is not a supported JSON schema/)
  expect(() => begin({ type: "string", pattern: "(a+)+$" })).toThrow(/result: must not use patterns/)
  const keys = { type: "object", patternProperties: { "(a+)+$": { type: "string" } } }
  expect(() => begin(keys)).toThrow(/result: must not use patterns/)
  expect(() => begin({ description: "x".repeat(30_000) })).toThrow(/result: must have at most 20,000/)
  expect(() => begin([] as object)).toThrow(/result/)
})

test("in a program the schema can be a zod schema, and rehearsal models follow it [result.zod]", async () => {
  const shape = z.strictObject({
    plan: z.string(),
    steps: z.array(z.string()).min(1),
    sure: z.number().min(0).max(100),
  })
  const run = conclave().discuss({ format: "duet", topic: "Tabs or spaces?", seed: 1, result: shape })
  const { result } = await run.outcome
  expect(shape.parse(result)).toEqual(result)
})
