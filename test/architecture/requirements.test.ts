import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { requirements } from "../requirements.ts"
import { auditCitations, citationsIn } from "./citations.ts"

const root = join(import.meta.dirname, "../..")

test("every promise has a proof, and every proof a promise", () => {
  const files = globSync("{src,test,examples}/**/*.test.ts", { cwd: root }).sort()
  const cited = new Map(files.map((file) => [file, citationsIn(readFileSync(join(root, file), "utf8"), file)]))
  expect(auditCitations(requirements, cited)).toEqual([])
})

test("ids are unique and well-formed, promises are sentences", () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  for (const { id, promise } of requirements) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(promise).toMatch(/^[A-Z0-9`].+\.$/)
  }
})

test("pending promises are listed", () => {
  const byIssue = Map.groupBy(requirements, ({ pending }) => pending)
  const kept = byIssue.get(undefined)?.length ?? 0
  byIssue.delete(undefined)
  const lines = [...byIssue].map(([issue, { length }]) => `  ${String(length).padStart(3)}  ${issue}`)
  console.log([`${kept} of ${requirements.length} promises delivered; pending:`, ...lines].join("\n"))
  expect(kept).toBeGreaterThan(0)
})

describe("the audit", () => {
  const promised = [
    { id: "a.kept", promise: "It holds.", section: "1" },
    { id: "a.later", promise: "It will hold.", section: "1", pending: "An issue" },
  ]

  function audit(source: string): readonly string[] {
    return auditCitations(promised, new Map([["a.test.ts", citationsIn(source, "a.test.ts")]]))
  }

  test.each([
    'test("it holds [a.kept]", () => {})',
    'describe("[a.kept]", () => {})',
    `it.each(rows)(\`%s of \${n} [a.kept]\`, () => {})`,
    'test.for([1])("one" + " [a.kept] [a.kept]", () => {})',
    'describe.concurrent("[a.kept] list[0] [PASS] [a, b.c]", () => {})',
  ])("accepts %s", (source) => expect(audit(source)).toEqual([]))

  test.each([
    ["nothing", ""],
    ["a comment", '// test("[a.kept]")'],
    ["a string that is not a title", 'test("x", () => expect("[a.kept]"))'],
    ["a skipped test", 'test.skip("[a.kept]", () => {})'],
    ["a skipped group", 'describe.skip.each([1])("[a.kept]", () => {})'],
    ["a todo", 'test.todo("[a.kept]")'],
  ])("does not accept %s as a proof", (_, source) =>
    expect(audit(source)).toEqual(["no test cites [a.kept]: It holds."]),
  )

  test("rejects an id without a promise", () => {
    expect(audit('test("[a.kept] [a.made-up]", f)')).toEqual(["a.test.ts cites [a.made-up], which is not a promise"])
  })

  test("rejects a proof of a pending promise", () => {
    expect(audit('test("[a.kept] [a.later]", f)')).toEqual(["a.test.ts cites [a.later], so it is no longer pending"])
  })
})
