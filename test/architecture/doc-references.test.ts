import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { findBrokenReferences } from "./doc-references.ts"

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "conclave-docs-"))
  write("package.json", '{ "scripts": { "verify": "true", "test:unit": "true" } }')
  write("README.md", "# Read me\n")
  write("AGENTS.md", "# Rules\n")
  write("docs/architecture.md", "# One turn's way\n")
  write("docs/adr/README.md", "- [First](0001-first.md)\n")
  write("docs/adr/0001-first.md", "# First\n")
  write("src/core/fold.ts", "")
})

afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

function messages(): readonly string[] {
  return findBrokenReferences(root).map(({ file, line, message }) => `${file}:${line} ${message}`)
}

test("all references in the repository's documents are valid", () => {
  expect(findBrokenReferences(join(import.meta.dirname, "../.."))).toEqual([])
})

test("valid references pass", () => {
  write(
    "docs/guides/a.md",
    [
      "See [the way](../architecture.md#one-turns-way), `src/core/fold.ts`, src/{core,core/fold.ts}, src/**/*.ts.",
      "Run `npm run test:unit`, or npm run verify. Elsewhere: https://example.org/src/none.ts and lib/src/none.ts",
      "A call `[x](nowhere)` in backticks is no link.",
      "```md\n[x](nowhere.md)\n```",
    ].join("\n"),
  )
  expect(messages()).toEqual([])
})

test.each([
  ["a link to a missing file", "[x](gone.md)", "README.md:3 link gone.md leads nowhere"],
  ["a missing image", "![x](docs/x.png)", "README.md:3 link docs/x.png leads nowhere"],
  ["a link definition", "[x]: ./gone.md", "README.md:3 link ./gone.md leads nowhere"],
  [
    "a link to a missing heading",
    "[x](docs/architecture.md#gone)",
    "README.md:3 link docs/architecture.md#gone names no heading",
  ],
  ["a link out of the repository", "[x](../secret.md)", "README.md:3 link ../secret.md leaves the repository"],
  ["a path in prose", "look at `src/core/gone.ts`.", "README.md:3 src/core/gone.ts does not exist"],
  ["one of several paths", "look at src/{core,gone}", "README.md:3 src/gone does not exist"],
  ["a pattern that matches nothing", "all of examples/*.ts", "README.md:3 examples/*.ts does not exist"],
  ["an unknown script", "`npm run chaos`", 'README.md:3 package.json has no script "chaos"'],
  ["an unknown npm test", "npm ci && npm test", 'README.md:3 package.json has no script "test"'],
])("fails on %s", (_, line, message) => {
  write("README.md", `# Read me\n\n${line}\n`)
  expect(messages()).toContain(message)
})

test("fails on a path inside a code block", () => {
  write("AGENTS.md", "```sh\nnode examples/gone.ts\n```\n")
  expect(messages()).toEqual(["AGENTS.md:2 examples/gone.ts does not exist"])
})

test("fails on a decision that the index does not list", () => {
  write("docs/adr/0002-second.md", "# Second\n")
  expect(messages()).toEqual(["docs/adr/README.md:1 does not list 0002-second.md"])
})

test("fails on a decision with another title in the index", () => {
  write("docs/adr/0001-first.md", "# 0001: Another\n")
  expect(messages()).toEqual(['docs/adr/README.md:1 does not call 0001-first.md "Another"'])
})

test("fails when a document is missing", () => {
  rmSync(join(root, "AGENTS.md"))
  expect(messages()).toEqual(["AGENTS.md:1 is missing"])
})
