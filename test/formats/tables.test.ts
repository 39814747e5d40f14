import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import {
  type ConclaveOptions,
  conclave,
  type DiscussionInput,
  type DiscussionState,
  type PresetName,
  presetNames,
  presets,
  readTableFile,
  resolveTable,
  type Settings,
  validateTable,
} from "conclave"
import { describe, expect, test } from "vitest"
import { stringify } from "yaml"
import { baseSettings } from "../../src/core/discussion/settings.ts"
import { tableFormat } from "../../src/core/tables/table-format.ts"
import { parseTable } from "../../src/main/table-files.ts"
import { stableMarkdown } from "./support.ts"

const folder = join(import.meta.dirname, "../../tables")
const names = globSync("*.yaml", { cwd: folder })
  .map((file) => basename(file, ".yaml"))
  .toSorted()
const defaults = { model: "rehearsal/auto", seed: 1, language: "en", settings: {} }

async function play(input: DiscussionInput): Promise<DiscussionState> {
  const run = conclave({ env: {} }).discuss(input)
  await run.outcome
  return run.state
}

test("all promised tables exist, each with its editor schema and a description of its use", () => {
  expect(names).toEqual(["council", "debate", "delphi", "devils-advocate", "justice", "peer-review", "review"])
  expect(existsSync(join(folder, "table.schema.json"))).toBe(true)
  for (const name of names) {
    const file = join(folder, `${name}.yaml`)
    expect(readFileSync(file, "utf8").split("\n")[0]).toBe("# yaml-language-server: $schema=./table.schema.json")
    expect(readTableFile(file)).toMatchObject({ name, description: expect.stringMatching(/\.$/) })
  }
})

/** A preset as a user would write it into a file, without extending it. */
function presetAsYaml(name: PresetName): string {
  const { settings, seatIds: _, defaultSeats: seats, record, ...format } = presets[name]
  const own = Object.entries(settings).filter(([key, value]) => value !== baseSettings[key as keyof Settings])
  const more = { record: record !== undefined, requiredRoles: [] }
  return stringify({ ...format, ...more, seats, options: Object.fromEntries(own) })
}

describe("a preset as a file", () => {
  test.each(presetNames)("%s equals the preset, without extending it [formats.files]", (name) => {
    const table = parseTable(presetAsYaml(name), `${name}.yaml`)
    expect(table.extends).toBeUndefined()
    const format = tableFormat(table)
    expect({ ...format, settings: { ...format.settings, ...table.options } }).toEqual(presets[name])
    const resolved = resolveTable({ table, topic: "Tea or coffee?" }, defaults)
    expect(resolved).toEqual(resolveTable({ format: name, topic: "Tea or coffee?" }, defaults))
    expect(resolved).toEqual(resolveTable({ table: name, topic: "Tea or coffee?" }, defaults))
  })
})

const topics: Readonly<Record<string, Omit<Extract<DiscussionInput, { table: unknown }>, "table">>> = {
  council: { topic: "Should the library open on Sundays?", seed: 8 },
  debate: { topic: "This house would give every pupil a free day a week to learn what they like.", seed: 4 },
  delphi: { topic: "Should the town close its centre to cars?", seed: 6 },
  "devils-advocate": { topic: "Should we move the whole shop to an online store?", seed: 2 },
  justice: { seed: 9 },
  "peer-review": {
    topic: [
      "Review this change.",
      "",
      "--- a/retry.ts",
      "+++ b/retry.ts",
      "@@ -3,4 +3,5 @@",
      " export async function retry<T>(work: () => Promise<T>, times: number): Promise<T> {",
      "-  return work()",
      "+  for (let tried = 0; tried <= times; tried++) try { return await work() } catch {}",
      "+  throw new Error('failed')",
      " }",
    ].join("\n"),
    seed: 3,
  },
  review: {
    topic: [
      "Review this change.",
      "",
      "--- a/page.ts",
      "+++ b/page.ts",
      "@@ -8,3 +8,3 @@",
      " export function page<T>(items: readonly T[], number: number, size: number): readonly T[] {",
      "-  return items.slice((number - 1) * size, number * size)",
      "+  return items.slice(number * size, (number + 1) * size)",
      " }",
    ].join("\n"),
    seed: 5,
  },
}

describe("each table runs with rehearsal models", () => {
  test.each(names)("%s gives the same result twice, equal to its golden transcript [formats.files]", async (name) => {
    const input: DiscussionInput = { table: name, ...topics[name] }
    const state = await play(input)
    const text = stableMarkdown(state)
    expect(state.status).toBe("completed")
    expect(state.table.format.name).toBe(name)
    expect(stableMarkdown(await play(input))).toBe(text)
    for (const turn of state.turns) expect(turn.modelId).toMatch(/^rehearsal\//)
    await expect(text).toMatchFileSnapshot(`../golden/table-${name}.md`)
  })

  test("the writer of a Delphi's result sees the experts under the same names as its readers", async () => {
    const state = await play({ table: "delphi", ...topics.delphi })
    const synthesis = state.turns.find(({ purpose }) => purpose === "synthesis")!.content
    expect(synthesis).toMatch(/Expert \d \(P\d\)/)
    expect(synthesis).not.toMatch(/(?<!\()\bP\d\b/)
    for (const { purpose, content } of state.turns) if (purpose === "turn") expect(content).not.toContain("Expert")
  })

  test("a table with its own topic refuses another one, with the reason", () => {
    expect(() => resolveTable({ table: readTableFile(join(folder, "justice.yaml")), topic: "Tea?" }, defaults)).toThrow(
      /topic: the table justice has a fixed topic; remove topic, or use another table/,
    )
  })

  test.each(["es", "zh"])("each table also works in %s", async (language) => {
    for (const name of names) {
      const topic = name === "justice" ? {} : { topic: "¿Sí o no? 是否应该？" }
      const state = await play({ table: name, ...topic, seed: 1, ...topics[name], language })
      expect(state.status).toBe("completed")
      expect(state.turns.length).toBeGreaterThan(3)
    }
  })
})

describe("the most specific setting wins [formats.files] [formats.override]", () => {
  const table = (config: ConclaveOptions["config"], input: DiscussionInput) => {
    const run = conclave({ env: {}, config: config ?? {} }).discuss(input)
    const { settings } = run.state.table.format
    return run.abort().then(() => settings)
  }
  const mine = validateTable({ name: "mine", extends: "hive", options: { rounds: 4 } })
  const bare = validateTable({ name: "mine", extends: "hive" })
  const config = { consensus: { discussion_rounds: 2, agreement_threshold: "any" as const } }

  test("in the order discussion, table file, configuration, preset", async () => {
    expect((await table({}, { table: bare, topic: "t" })).rounds).toBe(3)
    expect((await table(config, { table: bare, topic: "t" })).rounds).toBe(2)
    expect(await table(config, { table: mine, topic: "t" })).toMatchObject({ rounds: 4, agreement: "any" })
    expect((await table(config, { table: mine, topic: "t", options: { rounds: 1 } })).rounds).toBe(1)
    expect((await table(config, { table: "hive", topic: "t" })).rounds).toBe(2)
  })

  test("a table without a writer keeps the preset's; the table's own seats are completed by name", () => {
    const hive = validateTable({ name: "mine", extends: "hive", seats: [{ name: "Ada" }] })
    const names = resolveTable({ table: hive, topic: "t" }, defaults).seats.map(({ name, role }) => `${name}/${role}`)
    expect(names).toEqual(["Ada/specialist", "Queen/queen"])
    const debate = readTableFile(join(folder, "debate.yaml"))
    const { seats } = resolveTable(
      { table: debate, topic: "t", seats: [{ name: "Con" }, { name: "Pro", model: "x/y" }, { name: "Judge" }] },
      { ...defaults, model: "x/default" },
    )
    expect(seats).toMatchObject([
      { name: "Con", role: "con", persona: debate.seats![1]!.persona },
      { name: "Pro", role: "pro", persona: debate.seats![0]!.persona, model: "x/y" },
      { name: "Judge", role: "judge", persona: debate.seats![2]!.persona },
    ])
  })

  test("every setting of a format can be set in a file", () => {
    const settings = { ...presets.assembly.settings, rounds: 7, waitMs: 1_000, afterWait: "pause" as const }
    const resolved = resolveTable(
      { table: validateTable({ name: "mine", extends: "duet", options: settings }), topic: "t" },
      defaults,
    )
    expect(resolved.format.settings).toEqual(settings)
  })

  test("seats, budget, language, seed and decision", () => {
    const whole = validateTable({
      name: "mine",
      extends: "assembly",
      language: "es",
      seed: 5,
      budget: { tokens: 1_000, seconds: 60, dollars: 2 },
      decision: { protocol: "weighted", options: ["a", "b"], optionOrder: "shuffled" },
      seats: [
        { name: "Ann", model: ["x/a", "x/b"], persona: "P", briefing: "B", weight: 2, options: { temperature: 0 } },
        { name: "Bo", kind: "human", language: "zh" },
      ],
    })
    const resolved = resolveTable({ table: whole, topic: "t", budget: { tokens: 5 } }, defaults)
    expect(resolved).toMatchObject({
      language: "es",
      seed: 5,
      budget: { tokens: 5, milliseconds: 60_000, dollars: 2 },
      choices: ["a", "b"],
      format: { settings: { protocol: "weighted", optionOrder: "shuffled" } },
      seats: [
        { model: "x/a", fallbacks: ["x/b"], persona: "P", briefing: "B", weight: 2, options: { temperature: 0 } },
        { kind: "human", language: "zh" },
      ],
    })
  })
})
