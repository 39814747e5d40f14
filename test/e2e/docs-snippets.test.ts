import { execFile } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeBlocks } from "../architecture/markdown.ts"

const root = join(import.meta.dirname, "../..")
const pages = ["README.md", ...globSync("docs/guides/*.md", { cwd: root }).sort()]
const snippets = pages
  .filter((page) => existsSync(join(root, page)))
  .flatMap((page) => codeBlocks(readFileSync(join(root, page), "utf8")).map((block) => ({ ...block, page })))
  .filter(({ language, code }) => language === "ts" && /from "conclave(\/[\w-]+)?"/.test(code))

const tables = pages
  .flatMap((page) => codeBlocks(readFileSync(join(root, page), "utf8")).map((block) => ({ ...block, page })))
  .filter(({ language, code }) => language === "yaml" && /^name: /m.test(code) && /^(extends|stages): ?/m.test(code))

let folder: string

/** A project with conclave linked: Node follows the link, so the sources run with their types stripped. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-snippets-"))
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  mkdirSync(join(folder, "node_modules"))
  symlinkSync(root, join(folder, "node_modules/conclave"), "junction")
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the README shows how to use the library", () => {
  expect(snippets.some(({ page }) => page === "README.md")).toBe(true)
})

test.for(snippets)("$page:$line runs", { concurrent: true }, async ({ page, line, code }) => {
  const file = join(folder, `${page.replaceAll(/\W/g, "-")}-${line}.ts`)
  writeFileSync(file, code)
  // Rejects with the snippet's output if it exits with a non-zero code or hangs.
  await promisify(execFile)(process.execPath, [file], { cwd: folder, timeout: 60_000 })
})

test("the guide to tables shows a complete table", () =>
  expect(tables.map(({ page }) => page)).toContain("docs/guides/tables.md"))

test.for(tables)("the table of $page:$line runs a discussion [formats.files]", async ({ page, line, code }) => {
  const file = `${page.replaceAll(/\W/g, "-")}-${line}.yaml`
  writeFileSync(join(folder, file), code)
  const args = [join(root, "bin/conclave.js"), "discuss", "Our builds take an hour", "--table", file, "--quiet"]
  await promisify(execFile)(process.execPath, args, { cwd: folder, timeout: 100_000 })
})
