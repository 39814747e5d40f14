import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { findViolations, readDependencies, readSources } from "./boundaries.ts"

const root = join(import.meta.dirname, "../..")

const dependencies = { root: ["zod", "@scope/driver"], web: ["react"] }

function messages(file: string, source: string): readonly string[] {
  return findViolations(new Map([[file, source]]), dependencies).map(({ message }) => message)
}

test("the sources keep the import rules", () => {
  const sources = readSources(root)
  expect(sources.size).toBeGreaterThan(10)
  expect(findViolations(sources, readDependencies(root))).toEqual([])
})

describe("the checker rejects", () => {
  test.each([
    ["core importing the engine", "src/core/a.ts", 'import { run } from "../engine/run.ts"'],
    ["a type import in the wrong direction", "src/core/a.ts", 'import type { Store } from "../ports/store.ts"'],
    ["a type's import()", "src/core/a.ts", 'type S = import("../ports/store.ts").Store'],
    ["a re-export", "src/ports/a.ts", 'export * from "../engine/run.ts"'],
    ["a named re-export", "src/ports/a.ts", 'export { run } from "../engine/run.ts"'],
    ["a dynamic import", "src/engine/a.ts", 'const m = await import("../stores/memory/store.ts")'],
    ["a computed import", "src/engine/a.ts", "const m = await import(name)"],
    ["an import inside a template", "src/engine/a.ts", `const t = \`\${import("../models/find.ts")}\``],
    ["import = require", "src/engine/a.ts", 'import m = require("../models/find.ts")'],
    ["a require", "src/engine/a.ts", 'const m = require("../models/find.ts")'],
    ["an import with a lint exception", "src/core/a.ts", '// biome-ignore-all lint: no\nimport "../main/serve.ts"'],
    ["a store importing the engine", "src/stores/memory/a.ts", 'import "../../engine/run.ts"'],
    ["a model importing a store", "src/models/a.ts", 'import "../stores/memory/store.ts"'],
    ["an interface importing an interface", "src/server/a.ts", 'import "../cli/run.ts"'],
    ["an interface importing a store", "src/mcp/a.ts", 'import "../stores/memory/store.ts"'],
    ["the index reaching into an interface", "src/index.ts", 'export { app } from "./server/routes/app.ts"'],
    ["testing importing a store", "src/testing/a.ts", 'import "../stores/memory/store.ts"'],
    ["a path that leaves src", "src/main/a.ts", 'import "../../test/requirements.ts"'],
    ["source importing a test", "src/core/a.ts", 'import "./b.test.ts"'],
    ["an engine test importing an interface", "src/engine/a.test.ts", 'import "../cli/run.ts"'],
    ["a core test importing the engine", "src/core/a.test.ts", 'import "../engine/run.ts"'],
    ["an unknown layer", "src/helpers/a.ts", "export const a = 1"],
    ["Node in core", "src/core/a.ts", 'import { join } from "node:path"'],
    ["Node in core by its bare name", "src/core/a.ts", 'import { join } from "path"'],
    ["a package in core", "src/core/a.ts", 'import "@scope/driver"'],
    ["a package that users do not get", "src/engine/a.ts", 'import "vitest"'],
    [
      "the page taking a value",
      "web/src/a.tsx",
      'import { summarySchema } from "../../src/server/schemas/responses.ts"',
    ],
    ["the page taking a value with types", "web/src/a.ts", 'import { type A, b } from "../../src/server/schemas/a.ts"'],
    ["the page using Node", "web/src/a.ts", 'import { join } from "node:path"'],
    ["the page using the server's packages", "web/src/a.ts", 'import "@scope/driver"'],
    ["the page running zod", "web/src/a.ts", 'import { z } from "zod"'],
    ["the page reading the environment", "web/src/a.tsx", "const a = <b>{import.meta.env.KEY}</b>"],
    ["src importing the page", "src/main/a.ts", 'import "../../web/src/main.tsx"'],
    ["src importing the page's packages", "src/server/a.ts", 'import "react"'],
    ["process by import", "src/cli/a.ts", 'import { env } from "node:process"'],
  ])("%s", (_, file, source) => expect(messages(file, source)).toHaveLength(1))

  test.each([
    "Date.now()",
    "Date['now']()",
    "new Date()",
    "const { now } = Date",
    "Math.random()",
    'Math["random"]()',
    "const { random } = Math",
    "const t = setTimeout",
    "crypto.randomUUID()",
    "performance.now()",
    "console.log(1)",
    "f(process)",
  ])("impure core: %s", (source) => expect(messages("src/core/a.ts", source)[0]).toMatch(/core is pure/))

  test.each([
    "process.env.KEY",
    'process["env"]',
    "const { env } = process",
    "(process as Process).env",
    "globalThis.process.env",
    "import.meta.env.KEY",
  ])("the environment outside main: %s", (source) => {
    expect(messages("src/server/a.ts", source).join()).toMatch(/only main reads the environment/)
    expect(messages("src/main/a.ts", source)).toEqual([])
  })
})

describe("the checker allows", () => {
  test.each([
    [
      "text in comments and strings",
      "src/core/a.ts",
      '// import "x"\nconst a = "import \'node:fs\'; process.env" /* Date.now() */',
    ],
    ["text in a regex", "src/core/a.ts", 'const a = /"; import "node:fs"; [/]/'],
    ["similar names", "src/core/a.ts", "const a = { process: 1, random: b.Date }; type P = { crypto: Date }"],
    ["a time argument", "src/core/a.ts", "new Date(at).toISOString() + Date.UTC(2026, 1) + Math.max(1, 2)"],
    ["zod in core", "src/core/a.ts", 'import { z } from "zod"'],
    ["a package's subpath", "src/stores/a.ts", 'import "@scope/driver/worker"; import "node:fs"'],
    [
      "core tests with files and generators",
      "src/core/a.test.ts",
      'import "vitest"; import "fast-check"; import "node:fs"; Math.random()',
    ],
    [
      "an engine test with its doubles",
      "src/engine/a.test.ts",
      'import "../testing/index.ts"; import "../stores/memory/store.ts"',
    ],
    [
      "main composing",
      "src/main/a.ts",
      'import "../cli/run.ts"; import "../server/app.ts"; import "../stores/memory/store.ts"',
    ],
    [
      "the index offering an interface",
      "src/index.ts",
      'export { handler } from "./server/index.ts"; export * from "./main/conclave.ts"',
    ],
    [
      "the page with types of the schemas and packages of its own",
      "web/src/a.tsx",
      'import type { A } from "../../src/server/schemas/a.ts"; import type { z } from "zod"; import "react"; import "./b.tsx"',
    ],
    ["the page's build with Node", "web/vite.config.ts", 'import "node:path"; process.env.PORT'],
    ["process without the environment", "src/cli/a.ts", "process.stdout.write(process.argv.join())"],
  ])("%s", (_, file, source) => expect(messages(file, source)).toEqual([]))
})
