import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { ConclaveError } from "../core/errors.ts"
import { builtInTables, tableJsonSchema } from "../core/tables/table-file.ts"
import { builtInTablesFolder, createTableRegistry, parseTable, readTableFile } from "./table-files.ts"

function refusal(text: string): readonly string[] {
  try {
    parseTable(text, "t.yaml")
  } catch (error) {
    if (error instanceof ConclaveError && error.code === "INPUT_INVALID") {
      return error.problems.map(({ field, message }) => `${field}: ${message}`)
    }
    throw error
  }
  return []
}

const good = "name: mine\nextends: panel\n"

describe("an invalid file gets line, column, what was found and what was expected [formats.files]", () => {
  test.each<[string, string, string]>([
    ["a renamed field", `${good}voice: duet\n`, 't.yaml:3:1 voice: unknown field; did you mean "promptStyle"?'],
    ["an unknown field", `${good}seets: []\n`, 't.yaml:3:1 seets: unknown field; did you mean "seats"?'],
    [
      "an unknown field of a seat",
      `${good}seats:\n  - name: Ann\n    persone: kind\n`,
      't.yaml:5:5 seats[0].persone: unknown field; did you mean "persona"?',
    ],
    [
      "an unknown field of a stage, by its kind",
      `${good}stages:\n  - kind: speak\n    secret: true\n`,
      "t.yaml:5:5 stages[0].secret: unknown field; known fields are kind, roles, order, sees, passing, stances, instructions, rounds",
    ],
    [
      "an unknown stage",
      `${good}stages:\n  - kind: speak\n  - kind: shout\n`,
      't.yaml:5:5 stages[1].kind: must be speak or ballot, not "shout"',
    ],
    [
      "a stage without a kind",
      `${good}stages:\n  - order: fixed\n`,
      "t.yaml:4:5 stages[0].kind: is required; it must be speak or ballot",
    ],
    [
      "an unknown value",
      `${good}stages:\n  - { kind: speak, order: random }\n`,
      't.yaml:4:20 stages[0].order: must be fixed, shuffled, parallel or chosen, not "random"',
    ],
    ["a wrong type", `${good}options:\n  rounds: many\n`, 't.yaml:4:3 options.rounds: must be a number, not "many"'],
    [
      "a number out of bounds",
      `${good}options:\n  rounds: 0\n`,
      "t.yaml:4:3 options.rounds: must be at least 1, not 0",
    ],
    [
      "a value of the wrong kind",
      `${good}options:\n  agreement: most\n`,
      't.yaml:4:3 options.agreement: must be all, any or a number, not "most"',
    ],
    ["a list instead of an object", "- a\n", "t.yaml:1:1: must be an object, not a list"],
    ["nothing", "", "t.yaml name: is required; it must be text"],
    ["no name", "extends: duet\n", "t.yaml:1:1 name: is required; it must be text"],
    ["an invalid name", "name: My Table\nextends: duet\n", "t.yaml:1:1 name: must be lowercase letters"],
    [
      "neither preset nor stages",
      "name: mine\npromptStyle: duet\n",
      "t.yaml:1:1 stages: is required unless the table extends a preset",
    ],
    ["an unknown preset", "name: mine\nextends: duett\n", "t.yaml:2:1 extends: must be panel, hive, assembly or duet"],
    [
      "an instruction for an unknown role",
      `${good}stages:\n  - kind: speak\n    instructions: { manger: Go }\n`,
      't.yaml:5:21 stages[0].instructions.manger: no seat has the role "manger"; did you mean "manager"?',
    ],
    [
      "an instruction with a misspelled field",
      `${good}stages:\n  - kind: speak\n    instructions:\n      manager: { frist: Go, later: Stop }\n`,
      't.yaml:6:18 stages[0].instructions.manager.frist: unknown field; did you mean "first"?',
    ],
    [
      "a stage for a role without a seat",
      `${good}stages:\n  - { kind: speak, roles: [leader, judge] }\n`,
      't.yaml:4:36 stages[0].roles[1]: no seat has the role "judge"; the roles are manager, leader, specialist',
    ],
    [
      "a missing writer",
      `${good}closing: { kind: synthesis, by: queen }\n`,
      "t.yaml:3:29 closing.by: no seat has the role",
    ],
    [
      "a misspelled placeholder",
      `${good}instructions:\n  "*": Speak about {tpoic}.\n`,
      "t.yaml:4:3 instructions.*: {tpoic} is not a placeholder; did you mean {topic}?",
    ],
    [
      "a ballot that depends on a missing one",
      `${good}stages:\n  - { kind: ballot, asks: choice, onlyAfterPassed: true }\n`,
      "t.yaml:4:35 stages[0].onlyAfterPassed: needs an earlier ballot in the round",
    ],
    [
      "proposals without a source",
      `${good}stages:\n  - { kind: ballot, asks: choice, options: proposals }\n`,
      "t.yaml:4:35 stages[0].options: proposals need an earlier ballot in the round that asks for consensus",
    ],
    [
      "rounds in reverse",
      `${good}stages:\n  - { kind: speak, rounds: { from: 3, to: 2 } }\n`,
      "t.yaml:4:20 stages[0].rounds: from 3 is after to 2",
    ],
    [
      "a chaired order without a chair",
      `${good}stages:\n  - { kind: speak, order: chosen }\n`,
      "t.yaml:4:20 stages[0].order: the order chosen needs a seat with the role chair",
    ],
    [
      "two seats with the same name",
      `${good}seats:\n  - name: Ann\n  - name: ann\n`,
      't.yaml:5:5 seats[1].name: the name "ann" is taken',
    ],
    [
      "a repeated option",
      `${good}decision:\n  protocol: borda\n  options: [a, a]\n`,
      "t.yaml:5:3 decision.options: contains an option",
    ],
    [
      "options without a ballot",
      `${good}decision:\n  options: [a, b]\n`,
      "t.yaml:4:3 decision.options: mine has no ballot",
    ],
    [
      "an unknown language",
      `${good}language: tlh\n`,
      't.yaml:3:1 language: "tlh" is not supported; supported are en, es, zh',
    ],
    [
      "fewer rounds than the minimum",
      `${good}options: { rounds: 1, minRounds: 2 }\n`,
      "t.yaml:3:23 options.minRounds: 2 is more",
    ],
    ["too many seats", "name: mine\nextends: duet\nseats: [{}, {}, {}]\n", "t.yaml:3:1 seats: mine needs exactly 2"],
    ["a key with a dot", `${good}instructions:\n  v1.2: Go\n`, "t.yaml:4:3 instructions.v1.2: no seat has the role"],
  ])("%s", (_, text, expected) => {
    expect(refusal(text)).toEqual(expect.arrayContaining([expect.stringContaining(expected)]))
  })

  test("all problems are reported at once", () => {
    expect(refusal(`${good}seets: []\noptions:\n  rounds: 0\n  orders: fixed\n`)).toHaveLength(3)
  })
})

describe("a hostile file gets a clear error quickly", () => {
  const aliases = Array.from("bcdefghi").reduce(
    (text, name, index) => `${text}${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]\n`,
    "a: &a [x,x,x,x,x,x,x,x,x]\n",
  )
  test.each<[string, string, string]>([
    ["nested aliases", aliases, "uses too many aliases"],
    ["an unknown alias", "name: *x\n", "t.yaml:1:7: the alias *x has no anchor before it; add &x"],
    ["a repeated key", `${good}name: other\n`, 't.yaml:3:1: duplicate key "name"'],
    ["several documents", `${good}---\n${good}`, "has several documents"],
    ["deep nesting", `${good}x: ${"[".repeat(50_000)}`, "nested too deeply"],
    ["deep, balanced nesting", `${good}x: ${"[".repeat(9_000)}${"]".repeat(9_000)}`, "nested too deeply"],
    ["much text", `${good}topic: ${"x".repeat(300_000)}`, "is longer than 256 KB"],
    ["many keys", `${good}${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join("\n")}`, "unknown field"],
    ["a foreign tag", `${good}topic: !!js/function "x"\n`, "t.yaml:3:8: Unresolved tag"],
    ["a list as a key", `${good}? [a, b]\n: 1\n`, "has a key that is not a string"],
    ["text that is not YAML", 'name: "a\n', "t.yaml:"],
    ["a cycle", `${good}seats: &s\n  - *s\n`, "seats[0]"],
    ["a prototype key", `${good}__proto__: { extends: duet }\n`, "unknown field"],
  ])("%s", (_, text, expected) => {
    expect(refusal(text).join("; ")).toContain(expected)
  })

  test("any text is a table or gets such an error", () => {
    const shipped = ["debate", "delphi", "justice"].map((name) =>
      readFileSync(join(builtInTablesFolder(), `${name}.yaml`), "utf8"),
    )
    const piece = fc.constantFrom(
      ..."{}[]&*!|>%@`#,:?-\"'\n\t \u0000\u2028",
      "\ud800",
      "<<: *a",
      "&a ",
      "stages:",
      "kind: ",
      "{topic}",
    )
    const broken = fc
      .tuple(
        fc.constantFrom(...shipped),
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), piece), { maxLength: 6 }),
      )
      .map(([text, cuts]) =>
        cuts.reduce((now, [where, put]) => {
          const at = Math.floor(where * now.length)
          return now.slice(0, at) + put + now.slice(at + (put.length % 3) * 7)
        }, text),
      )
    const lines = fc
      .array(fc.constantFrom(...shipped.join("\n").split("\n")), { maxLength: 30 })
      .map((all) => all.join("\n"))
    fc.assert(
      fc.property(fc.oneof(broken, lines, fc.string({ unit: "binary" })), (text) => {
        for (const problem of refusal(text)) expect(problem).toMatch(/^t\.yaml/)
      }),
      { numRuns: 400 },
    )
  }, 120_000)

  test("any value in any place is a table or gets such an error", () => {
    const table = JSON.parse(JSON.stringify(readTableFile(join(builtInTablesFolder(), "debate.yaml")))) as Record<
      string,
      unknown
    >
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(null, "", "last", -1, 1e308, [], {}, [[]], [null], { "": "" }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(table), "budget", "instructions"), value, (key, put) => {
        for (const problem of refusal(JSON.stringify({ ...table, [key]: put }))) expect(problem).toMatch(/^t\.yaml/)
      }),
      { numRuns: 400 },
    )
  }, 120_000)
})

describe("the registry of tables", () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "conclave-tables-"))
    mkdirSync(join(folder, "tables"))
    writeFileSync(join(folder, "tables/mine.yaml"), good)
    writeFileSync(join(folder, "tables/debate.yml"), "name: debate\nextends: duet\ndescription: Ours.\n")
    writeFileSync(join(folder, "tables/other.yaml"), "name: another\nextends: duet\n")
    writeFileSync(join(folder, "tables/Not A Name.yaml"), good)
    writeFileSync(join(folder, "secret.yaml"), "name: secret\nextends: duet\n")
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("has user tables and bundled ones; user tables win, and no name leads out of the folder", () => {
    const registry = createTableRegistry(join(folder, "tables"))
    expect(registry.names).toEqual([
      "council",
      "debate",
      "delphi",
      "devils-advocate",
      "justice",
      "mine",
      "other",
      "peer-review",
      "review",
    ])
    expect(registry.find("mine")).toMatchObject({ name: "mine" })
    expect(registry.find("debate")).toMatchObject({ description: "Ours." })
    expect(registry.find("delphi")).toMatchObject({ name: "delphi" })
    for (const name of ["../secret", "..", "tables/mine", "/etc/passwd", "mine.yaml", "", "nobody"]) {
      expect(registry.find(name)).toBeUndefined()
    }
    expect(() => registry.find("other")).toThrow("must be other, like the file name, not another")
  })

  test("a missing file, or a path that is no file, is reported", () => {
    expect(() => readTableFile("none.yaml", folder)).toThrow("none.yaml: no such file")
    expect(() => readTableFile("tables", folder)).toThrow("tables: is a folder; use a file")
  })
})

test("the JSON Schema in tables/ is current: `node scripts/write-table-schema.ts` writes it", () => {
  expect(JSON.parse(readFileSync(join(builtInTablesFolder(), "table.schema.json"), "utf8"))).toEqual(tableJsonSchema())
})

test("the bundled tables match the names of their type", () => {
  expect(createTableRegistry().names).toEqual([...builtInTables])
})
