import { describe, expect, test } from "vitest"
import type { AvailableModel } from "../../../api/models.ts"
import type { Table } from "../../../api/tables.ts"
import { toDiscussionRequest } from "./discussion-request.ts"
import { defaultSeats, emptySeat, emptySettings, nextSeat, suggestModels } from "./draft.ts"

const table = {
  name: "duet",
  format: "duet",
  minSeats: 2,
  maxSeats: 2,
  seats: [
    { name: "Model A", role: "partner", kind: "model" },
    { name: "Model B", role: "partner", kind: "model" },
  ],
  stages: [{ kind: "speak" }, { kind: "ballot" }],
  options: { rounds: 10, stop: ["["], temperature: 0.7, memoryStyle: "none", totalTimeoutMs: null, passing: false },
} as unknown as Table

const model = (id: string, more: Partial<AvailableModel> = {}): AvailableModel => ({
  id,
  provider: id.split("/")[0]!,
  structured: true,
  ...(id.startsWith("rehearsal/") && { rehearsal: true as const }),
  ...more,
})

const rehearsal = ["rehearsal/steady", "rehearsal/bold", "rehearsal/auto"].map((id) => model(id))
const draft = { topic: " Tea? ", format: "duet", seats: undefined, settings: emptySettings("en") }

describe("a discussion request", () => {
  test("has no field that the user left alone", () => {
    expect(toDiscussionRequest(draft, table)).toEqual({ format: "duet", topic: "Tea?", language: "en" })
  })

  test("names the table, and omits an empty topic so that the table's own applies", () => {
    expect(toDiscussionRequest({ ...draft, topic: " ", format: "justice" }, table)).toEqual({
      table: "justice",
      language: "en",
    })
  })

  test("has seats for models, people and outside agents", () => {
    const seats = [
      emptySeat({
        name: "Ann",
        role: "leader",
        model: "openai/gpt-5.5",
        persona: "Plain.",
        temperature: "0.2",
        weight: "2",
      }),
      emptySeat({ name: "Kim", kind: "human", model: "openai/gpt-5.5" }),
      emptySeat({ kind: "external", briefing: "Knows the code." }),
    ]
    expect(toDiscussionRequest({ ...draft, seats }, table).seats).toEqual([
      {
        name: "Ann",
        role: "leader",
        model: "openai/gpt-5.5",
        persona: "Plain.",
        options: { temperature: 0.2 },
        weight: 2,
      },
      { name: "Kim", kind: "human" },
      { kind: "external", briefing: "Knows the code." },
    ])
  })

  test("has every setting under its API name", () => {
    const settings = {
      ...draft.settings,
      rounds: "4",
      order: "parallel",
      independentFirstRound: true,
      seed: "7",
      budgetTokens: "9000",
      budgetMinutes: "1.5",
      budgetDollars: "0.2",
      protocol: "borda",
      agreement: "0.75",
      options: " tea \n\ncoffee\n",
      waitMinutes: "2",
      afterWait: "pass",
      isHeld: true,
      others: [
        { name: "temperature", value: "0.1" },
        { name: "passing", value: "true" },
        { name: "totalTimeoutMs", value: "null" },
        { name: "memoryStyle", value: "narrative" },
        { name: "stop", value: "[, END" },
        { name: "", value: "1" },
      ],
    }
    expect(toDiscussionRequest({ ...draft, settings }, table)).toEqual({
      format: "duet",
      topic: "Tea?",
      language: "en",
      seed: 7,
      start: false,
      budget: { tokens: 9000, seconds: 90, dollars: 0.2 },
      decision: { protocol: "borda", agreement: 0.75, options: ["tea", "coffee"] },
      options: {
        rounds: 4,
        order: "parallel",
        independentFirstRound: true,
        waitMs: 120_000,
        afterWait: "pass",
        temperature: 0.1,
        passing: true,
        totalTimeoutMs: null,
        memoryStyle: "narrative",
        stop: ["[", "END"],
      },
    })
  })

  test("adds a plurality vote for options at a table without a ballot", () => {
    const settings = { ...draft.settings, options: "tea\ncoffee" }
    const silent = { ...table, stages: [{ kind: "speak" }] } as unknown as Table
    const decided = (at: Table) => toDiscussionRequest({ ...draft, settings }, at).decision
    expect(decided(silent)).toEqual({ protocol: "plurality", options: ["tea", "coffee"] })
    expect(decided(table)).toEqual({ options: ["tea", "coffee"] })
  })

  test("keeps invalid numbers for the server to refuse", () => {
    const body = toDiscussionRequest({ ...draft, settings: { ...draft.settings, rounds: "0", seed: "x" } }, table)
    expect(JSON.parse(JSON.stringify(body))).toMatchObject({ options: { rounds: 0 }, seed: null })
  })
})

describe("default seats", () => {
  test("use rehearsal models in turn if there is no real model", () => {
    expect(suggestModels(rehearsal, 3)).toEqual(["rehearsal/steady", "rehearsal/bold", "rehearsal/steady"])
    expect(defaultSeats(table, rehearsal, { "Model B": "Modelo B" })).toMatchObject([
      { name: "Model A", role: "partner", model: "rehearsal/steady" },
      { name: "Modelo B", role: "partner", model: "rehearsal/bold" },
    ])
  })

  test("use real models if there are any, one of each provider first", () => {
    const models = [...rehearsal, ...["openai/a", "openai/b", "ollama/c"].map((id) => model(id))]
    expect(suggestModels(models, 4)).toEqual(["openai/a", "ollama/c", "openai/b", "openai/a"])
    expect(suggestModels([], 2)).toEqual([undefined, undefined])
  })

  test("follow the table, with the preferred model first", () => {
    const debate = {
      ...table,
      name: "debate",
      seats: [...table.seats, { name: "Kim", role: "judge", kind: "human" as const }],
    }
    const named = {
      ...debate,
      seats: debate.seats.map((seat, place) => (place === 1 ? { ...seat, model: "ollama/c" } : seat)),
    }
    expect(defaultSeats(named, rehearsal, { "Model A": "Modelo A" }, "openai/a")).toMatchObject([
      { name: "Model A", kind: "model", model: "openai/a" },
      { name: "Model B", kind: "model", model: "ollama/c" },
      { name: "Kim", kind: "human" },
    ])
  })

  test("get an unused name when one is added", () => {
    const seats = [emptySeat({ name: "Seat 2" }), emptySeat({ name: "seat 3" })]
    expect(nextSeat(seats, rehearsal, (number) => `Seat ${number}`)).toMatchObject({
      name: "Seat 4",
      model: "rehearsal/steady",
    })
  })
})
