import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { embeddedServices } from "../../src/main/embedded-services.ts"
import { parseTable } from "../../src/main/table-files.ts"
import { rig } from "./server-rig.ts"

const folder = mkdtempSync(join(tmpdir(), "conclave-own-tables-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { call } = rig({ services: embeddedServices({ models: [], env: {}, tables: folder }) })

const seats = [
  { name: "Ann", model: "rehearsal/bold", persona: "You doubt.", briefing: "The budget is gone." },
  { name: "Bob", model: "rehearsal/warm" },
]
const discussion = { format: "duet", topic: "Tea?", language: "es", seats, options: { rounds: 2 } }

describe("a setup saved as a table", () => {
  test("is a file that every interface can use by name, without its topic [tables.saved]", async () => {
    const saved = await call("PUT", "/api/v1/tables/tea-time", { description: "For small things.", discussion })
    expect(saved).toMatchObject({
      status: 200,
      body: { table: { name: "tea-time", own: true, extends: "duet", options: { rounds: 2 } } },
    })
    expect(JSON.stringify(saved.body)).not.toMatch(/Tea\?|doubt|budget is gone/)
    expect(parseTable(readFileSync(join(folder, "tea-time.yaml"), "utf8"), "tea-time.yaml")).toEqual({
      ...{ name: "tea-time", description: "For small things.", extends: "duet", language: "es" },
      ...{ seats, options: { rounds: 2 } },
    })
    const { body } = await call("POST", "/api/v1/discussions", { table: "tea-time", topic: "Coffee?", start: false })
    expect(body.discussion).toMatchObject({ format: "tea-time", language: "es", options: { rounds: 2 } })
    expect(readdirSync(folder)).toEqual(["tea-time.yaml"])
  })

  test("extends the table it was based on, and replaces a table of the same name [tables.saved]", async () => {
    const put = (rounds: number) =>
      call("PUT", "/api/v1/tables/ours", { discussion: { table: "debate", options: { rounds } } })
    const base = (await call("GET", "/api/v1/tables/debate")).body.table
    expect((await put(2)).body.table).toMatchObject({ own: true, stages: base.stages, seats: base.seats })
    expect((await put(3)).body.table.options.rounds).toBe(3)
    const { tables } = (await call("GET", "/api/v1/tables")).body
    expect(tables.flatMap(({ name, own }: { name: string; own?: true }) => (own ? [name] : []))).toEqual([
      "ours",
      "tea-time",
    ])
  })

  test("is refused with the field if invalid, and cannot replace a bundled table [tables.saved]", async () => {
    const refused = async (name: string, body: unknown) =>
      (await call("PUT", `/api/v1/tables/${name}`, body)).body.error.details.problems[0].field
    expect(await refused("debate", { discussion })).toBe("name")
    expect(await refused("duet", { discussion })).toBe("name")
    expect(await refused("..%2Fout", { discussion })).toBe("name")
    expect(await refused("x", { discussion: { format: "duet", seats: [{}, {}, {}] } })).toBe("discussion.seats")
    expect(await refused("x", { discussion: { format: "duett" } })).toBe("discussion.format")
    expect(await refused("x", { discussion: { table: "debatte" } })).toBe("discussion.table")
    expect(await refused("x", { discussion: { format: "duet", options: { rounds: 0 } } })).toBe(
      "discussion.options.rounds",
    )
    expect((await call("DELETE", "/api/v1/tables/debate")).status).toBe(404)
    expect(readdirSync(folder).toSorted()).toEqual(["ours.yaml", "tea-time.yaml"])
  })

  test("can be removed, as can a hand-written file [tables.saved]", async () => {
    writeFileSync(join(folder, "by-hand.yml"), "name: by-hand\nextends: hive\n")
    expect((await call("DELETE", "/api/v1/tables/by-hand")).status).toBe(204)
    expect((await call("GET", "/api/v1/tables/by-hand")).status).toBe(404)
  })

  test("is refused for keys with the discuss scope and for other organisations [tables.saved]", async () => {
    const put = (organisationId: string, scope: "admin" | "discuss") => {
      const services = embeddedServices({ models: [], env: {}, tables: folder })
      const authenticate = () => ({ organisationId, scope })
      return rig({ services, authenticate }).call("PUT", "/api/v1/tables/x", { discussion })
    }
    expect((await put("00000000-0000-4000-8000-000000000001", "discuss")).status).toBe(403)
    expect((await put("00000000-0000-4000-8000-000000000002", "admin")).status).toBe(403)
  })
})

test("problems carry a code and its values [http.problem-codes]", async () => {
  const problems = async (body: unknown) =>
    (await call("POST", "/api/v1/discussions", body)).body.error.details.problems
  expect(await problems({ ...discussion, options: { rounds: 0 }, seed: "x", colour: 1 })).toMatchObject([
    { field: "options.rounds", code: "NUMBER_TOO_SMALL", values: { limit: 1 } },
    { field: "seed", code: "WRONG_TYPE", values: { expected: "number" } },
    { field: "colour", code: "UNKNOWN_FIELD" },
  ])
  expect(await problems({ format: "duet" })).toMatchObject([{ field: "topic", code: "REQUIRED" }])
  expect(await problems({ ...discussion, seats: [{ name: "A" }, { name: "A" }, { name: "C" }] })).toMatchObject([
    { field: "seats", code: "SEAT_COUNT", values: { min: 2, max: 2, speaking: 3 } },
    { field: "seats[1].name", code: "NAME_TAKEN", values: { name: "A" } },
  ])
  expect(await problems({ ...discussion, seats: [{ model: "openai/x" }, { model: "none/y" }] })).toMatchObject([
    { code: "MODEL_UNAVAILABLE", values: { model: "openai/x", variable: "OPENAI_API_KEY" } },
    { code: "MODEL_UNKNOWN", values: { model: "none/y" } },
  ])
})
