import { describe, expect, test } from "vitest"
import { layTable } from "../core/formats/lay-table.ts"
import { readTable } from "../core/tables/read-table.ts"
import { discussionInput } from "./discussion-input.ts"

const laid = (input: unknown) =>
  layTable(input, { model: "x/usual", seed: 1, language: "en", roundsCeiling: 10, settings: {} })

describe("a discussion as flags ask for it", () => {
  test("is a hive unless something else is said, and --model takes every seat", () => {
    const table = laid(discussionInput("Tea?", { model: "x/y", rounds: 2 }))
    expect(table.format.name).toBe("hive")
    expect(table.format.settings.rounds).toBe(2)
    expect(table.seats.map(({ name, model }) => `${name} ${model}`)).toEqual([
      ...["Divergent x/y", "Convergent x/y", "Critical x/y", "Queen x/y"],
    ])
  })

  test("flags win over the table file, and --model over neither a seat's own nor a person", () => {
    const file = readTable({
      name: "tea",
      extends: "panel",
      seats: [{ name: "Ann", model: "x/own" }, { name: "Kim", kind: "human" }, { name: "Bo" }],
      options: { rounds: 4, temperature: 0.2 },
      budget: { seconds: 9 },
    })
    const input = discussionInput("Tea?", { model: "x/y", rounds: 2, budgetTokens: 5, set: ['stop=["!"]'] }, file)
    const { format, seats, budget } = laid(input)
    expect(seats.map(({ name, kind, model }) => [name, kind, model])).toEqual([
      ["Ann", "model", "x/own"],
      ["Kim", "human", undefined],
      ["Bo", "model", "x/y"],
    ])
    expect(format.settings).toMatchObject({ rounds: 2, temperature: 0.2, stop: ["!"] })
    expect(budget).toEqual({ tokens: 5, milliseconds: 9_000 })
  })

  test("a seat named like one of the table's takes its place with what it was told, and a format besides is refused", () => {
    const file = readTable({
      name: "tea",
      extends: "panel",
      topic: "Tea?",
      seats: [
        { name: "Ann", role: "leader", persona: "You like tea.", briefing: "Leaves are dear.", model: "x/own" },
        { name: "Bo" },
      ],
    })
    const taken = laid(discussionInput(undefined, { seat: ["ann=x/z", "Cy"], model: "x/y" }, file))
    expect(taken).toMatchObject({
      topic: "Tea?",
      format: { name: "tea" },
      seats: [
        { name: "ann", role: "leader", persona: "You like tea.", briefing: "Leaves are dear.", model: "x/z" },
        { name: "Cy", role: "specialist", model: "x/y" },
      ],
    })
    expect(() => laid(discussionInput(undefined, { format: "duet" }, file))).toThrow(
      "format: name either a format or a table",
    )
  })

  test("votes over choices, by a share", () => {
    const table = laid(
      discussionInput("Where?", {
        format: "assembly",
        choice: ["sea", "hills"],
        agreement: "0.6",
        seat: ["Ann", "Bo"],
      }),
    )
    expect(table.options).toEqual(["sea", "hills"])
    expect(table.format.settings.agreement).toBe(0.6)
  })

  test("a setting that is none is named with the nearest", () => {
    expect(() => discussionInput("Tea?", { set: ["tempreture=1"] })).toThrow(
      'unknown setting "tempreture"; did you mean "temperature"?',
    )
    expect(() => discussionInput("Tea?", { set: ["rounds"] })).toThrow('"rounds" is no setting=value')
  })
})
