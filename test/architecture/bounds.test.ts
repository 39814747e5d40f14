import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { z } from "zod"
import { allLimits, limitsOf, writeLimitsPage } from "../../scripts/write-limits.ts"

test("every array, map and number of every request, table file and configuration has a maximum", async () => {
  const limits = await allLimits()
  const places = new Set(limits.map(({ where }) => where))
  for (const where of ["POST /api/v1/agents", "POST /api/v1/projects", "POST /api/v1/webhooks", "table file"]) {
    expect(places).toContain(where)
  }
  const missing = limits.filter(({ maximum }) => maximum === undefined)
  expect(missing.map(({ where, field, kind }) => `${where}: ${kind} ${field}`)).toEqual([])
})

test("a field without a maximum is found", () => {
  const schema = z.object({ a: z.array(z.string()), b: z.record(z.string(), z.object({ c: z.number() })) })
  const found = limitsOf("x", z.toJSONSchema(schema))
  expect(found.map(({ field, kind, maximum }) => [field, kind, maximum])).toEqual([
    ["a", "array", undefined],
    ["b", "map", undefined],
    ["b.*.c", "number", undefined],
  ])
})

test("docs/reference/limits.md matches the schemas; regenerate it with node scripts/write-limits.ts", async () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/reference/limits.md"), "utf8")
  expect(page).toBe(await writeLimitsPage())
})
