import { describe, expect, test } from "vitest"
import { presetNames } from "../core/formats/index.ts"
import { resolveTable } from "../core/tables/resolve-table.ts"
import type { TableFile } from "../core/tables/table-file.ts"
import { validateTable } from "../core/tables/table-problems.ts"
import { withPace } from "./commands/discuss.ts"
import { buildDiscussionInput as build } from "./discussion-input.ts"
import { describeSettings } from "./setting-flags.ts"
import type { Terminal } from "./terminal.ts"

const buildDiscussionInput = (topic: string | undefined, flags: object, table?: TableFile) => build(topic, flags, table)

const resolved = (input: unknown) => resolveTable(input, { model: "x/default", seed: 1, language: "en", settings: {} })

describe("flags of a discussion", () => {
  test("the default is a hive, and --model applies to every seat", () => {
    const table = resolved(buildDiscussionInput("Tea?", { model: "x/y", rounds: 2 }))
    expect(table.format.name).toBe("hive")
    expect(table.format.settings.rounds).toBe(2)
    expect(table.seats.map(({ name, model }) => `${name} ${model}`)).toEqual([
      ...["Divergent x/y", "Convergent x/y", "Critical x/y", "Queen x/y"],
    ])
  })

  test("--baseline compares with the seat with the highest weight, --baseline-seat with the given one", () => {
    const flags = { format: "assembly", choice: ["sea", "land"], seat: ["Ann=x/y*2", "Bo=x/z*3"] }
    expect(resolved(buildDiscussionInput("Where to?", flags)).baseline).toBeUndefined()
    expect(resolved(buildDiscussionInput("Where to?", { ...flags, baseline: true })).baseline).toEqual({ seat: "bo" })
    const named = { ...flags, baseline: true, baselineSeat: "Ann" } as const
    expect(resolved(buildDiscussionInput("Where to?", named)).baseline).toEqual({ seat: "ann" })
  })

  test("flags override the table file, but --model overrides neither a seat's own model nor a person", () => {
    const file = validateTable({
      name: "tea",
      extends: "panel",
      seats: [{ name: "Ann", model: "x/own" }, { name: "Kim", kind: "human" }, { name: "Bo" }],
      options: { rounds: 4, temperature: 0.2 },
      budget: { seconds: 9 },
    })
    const input = buildDiscussionInput("Tea?", { model: "x/y", rounds: 2, budgetTokens: 5, set: ['stop=["!"]'] }, file)
    const { format, seats, budget } = resolved(input)
    expect(seats.map(({ name, kind, model }) => [name, kind, model])).toEqual([
      ["Ann", "model", "x/own"],
      ["Kim", "human", undefined],
      ["Bo", "model", "x/y"],
    ])
    expect(format.settings).toMatchObject({ rounds: 2, temperature: 0.2, stop: ["!"] })
    expect(budget).toEqual({ tokens: 5, milliseconds: 9_000 })
  })

  test("--effort applies to models without their own effort; --quick and --deep set defaults that flags override", () => {
    const file = validateTable({
      name: "tea",
      extends: "panel",
      seats: [
        { name: "Ann", options: { effort: "high", temperature: 1 } },
        { name: "Kim", kind: "human" },
        { name: "Bo" },
      ],
    })
    const { seats } = resolved(buildDiscussionInput("Tea?", { effort: "low" }, file))
    expect(seats.map(({ options }) => options)).toEqual([
      { effort: "high", temperature: 1 },
      undefined,
      { effort: "low" },
    ])
    const notes: string[] = []
    const terminal = { note: (text: string) => notes.push(text) } as unknown as Terminal
    const quick = resolved(buildDiscussionInput("Tea?", withPace({ quick: true, rounds: 2 }, terminal)))
    expect(quick.format.settings.rounds).toBe(2)
    expect(quick.seats.every(({ options }) => options?.effort === "low")).toBe(true)
    expect(notes).toEqual(["quick: 1 round, low effort, no decision record\n"])
    const deep = resolved(buildDiscussionInput("Tea?", withPace({ deep: true }, terminal)))
    expect(deep.format.settings).toMatchObject({ rounds: 5, independentFirstRound: true })
    expect(() => withPace({ deep: true, quick: true }, terminal)).toThrow("--deep: cannot be used with --quick")
  })

  test("an invalid effort and oversized provider options are refused with their field", () => {
    const refused = (options: object) => () =>
      resolved({ format: "panel", topic: "Tea?", seats: [{ name: "Ann", options }] })
    expect(refused({ effort: "huge" })).toThrow("seats[0].options.effort: must be one of none, minimal, low")
    expect(refused({ providerOptions: { x: "y".repeat(5_000) } })).toThrow(
      "seats[0].options.providerOptions: must be at most 4000 characters of JSON",
    )
    expect(
      resolved({ format: "panel", topic: "Tea?", seats: [{ options: { providerOptions: { a: [1] } } }] }),
    ).toMatchObject({
      seats: [{ options: { providerOptions: { a: [1] } } }],
    })
  })

  test("a seat named like one of the table's replaces it and keeps its briefing; an additional format is refused", () => {
    const file = validateTable({
      name: "tea",
      extends: "panel",
      topic: "Tea?",
      seats: [
        { name: "Ann", role: "leader", persona: "You like tea.", briefing: "Leaves are dear.", model: "x/own" },
        { name: "Bo" },
      ],
    })
    const taken = resolved(buildDiscussionInput(undefined, { seat: ["ann=x/z", "Cy"], model: "x/y" }, file))
    expect(taken).toMatchObject({
      topic: "Tea?",
      format: { name: "tea" },
      seats: [
        { name: "ann", role: "leader", persona: "You like tea.", briefing: "Leaves are dear.", model: "x/z" },
        { name: "Cy", role: "specialist", model: "x/y" },
      ],
    })
    expect(() => resolved(buildDiscussionInput(undefined, { format: "duet" }, file))).toThrow(
      "format: set either format or table",
    )
  })

  test("a vote on choices by a threshold", () => {
    const table = resolved(
      buildDiscussionInput("Where?", {
        format: "assembly",
        choice: ["sea", "hills"],
        agreement: "0.6",
        seat: ["Ann", "Bo"],
      }),
    )
    expect(table.choices).toEqual(["sea", "hills"])
    expect(table.format.settings.agreement).toBe(0.6)
  })

  test("every flag sets its field", () => {
    const { format, budget, choices } = resolved(
      buildDiscussionInput("Where?", {
        ...{ format: "assembly", seat: ["Ann*2", "Bo"], choice: ["sea", "hills"], shuffleChoices: true },
        ...{ protocol: "weighted", agreement: "any", minConfidence: 40 },
        ...{ rounds: 4, minRounds: 2, order: "parallel", independent: true, wait: 1.5, afterWait: "pass" },
        ...{ budgetTokens: 9, budgetSeconds: 8, budgetDollars: 0.5, set: ["temperature=1", "rounds=9"] },
      }),
    )
    expect(format.settings).toMatchObject({
      ...{ protocol: "weighted", agreement: "any", minConfidence: 40, optionOrder: "shuffled" },
      ...{ rounds: 4, minRounds: 2, order: "parallel", independentFirstRound: true, waitMs: 1_500, afterWait: "pass" },
      temperature: 1,
    })
    expect(budget).toEqual({ tokens: 9, milliseconds: 8_000, dollars: 0.5 })
    expect(choices).toEqual(["sea", "hills"])
  })

  test("every setting can be set, with its default in any format", () => {
    for (const format of presetNames) {
      const set = describeSettings(format).map(({ name, defaultValue }) => `${name}=${JSON.stringify(defaultValue)}`)
      const seat = format === "duet" ? ["A", "B"] : ["A", "B", "C"]
      expect(resolved(buildDiscussionInput("Tea?", { format, set, seat })).format.name).toBe(format)
    }
    for (const { name, about } of describeSettings()) expect(about, name).not.toBe("")
    // Without a format the list has the settings of the default format.
    const { format } = resolved(buildDiscussionInput("Tea?", {}))
    const listed = describeSettings().map(({ name, defaultValue }) => [name, defaultValue])
    expect(Object.fromEntries(listed)).toEqual(format.settings)
  })

  test("a decision setting adds a ballot to a format, given by a flag or by --set", () => {
    const ballots = (options: object) =>
      resolved(buildDiscussionInput("Tea?", options)).format.stages.filter(({ kind }) => kind === "ballot").length
    expect(ballots({})).toBe(0)
    expect(ballots({ protocol: "borda" })).toBe(2)
    expect(ballots({ set: ["protocol=borda"] })).toBe(2)
    expect(ballots({ protocol: "borda", choice: ["tea", "milk"] })).toBe(1)
    expect(ballots({ format: "duet", choice: ["proposals"] })).toBe(2)
    expect(() => buildDiscussionInput("Tea?", { agreement: "most" })).toThrow(
      "--agreement: must be all, any, or a share",
    )
  })

  test("an unknown setting gets the nearest known one as a suggestion", () => {
    expect(() => buildDiscussionInput("Tea?", { set: ["tempreture=1"] })).toThrow(
      'unknown setting "tempreture"; did you mean "temperature"?',
    )
    expect(() => buildDiscussionInput("Tea?", { set: ["rounds"] })).toThrow('"rounds" must be setting=value')
  })
})
