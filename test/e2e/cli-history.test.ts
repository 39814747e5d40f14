import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave, runHere } from "../support/conclave-process.ts"

let folder: string
let id: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conclave-history-"))
  const { out } = await conclave(["discuss", "Should", "releases", "have", "names?", "-r", "1", "--quiet", "--json"])
  id = JSON.parse(out).id
  await conclave(["discuss", "Tea or coffee?", "-r", "1", "--quiet"])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (args: readonly string[]) => runHere(args, { cwd: folder })

describe("past discussions", () => {
  test("are listed under headings, searchable by text, and can be renamed", async () => {
    expect((await conclave(["list"])).out).toMatch(/^id +started \(UTC\) +format +status +title\n/)
    expect((await conclave(["list", "-n", "1"])).out.split("\n")).toHaveLength(3)
    const found = await conclave(["search", "releases", "names"])
    expect(found).toMatchObject({ code: 0, out: expect.stringContaining(id.slice(0, 8)) })
    expect(found.out).not.toContain("Tea or coffee?")
    // Only part of the synthesis fits.
    expect(found.out).toMatch(/…\n$/)
    await conclave(["rename", id.slice(0, 8), "How", "we", "name", "things"])
    expect((await conclave(["list"])).out).toContain("How we name things")
    await conclave(["rename", id])
    expect((await conclave(["list"])).out).toContain("Should releases have names?")
  })

  test("are deleted and pruned only with --yes", async () => {
    expect(await conclave(["delete", id])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") })
    expect(await conclave(["delete", id, "--yes"])).toMatchObject({ code: 0 })
    expect((await conclave(["show", id])).code).toBe(1)
    expect((await conclave(["prune", "--days", "0", "--dry-run", "--json"])).out).toContain('"wouldDelete": 1')
    expect((await conclave(["prune", "--days", "0", "--yes", "--json"])).out).toContain('"deleted": 1')
    expect(JSON.parse((await conclave(["list", "--json"])).out).discussions).toEqual([])
  })
})

test("formats and tables are described, and unreadable ones are listed too", async () => {
  expect((await conclave(["formats"])).out).toMatch(/hive\n {2}Three specialists/)
  mkdirSync(join(folder, "tables"))
  writeFileSync(join(folder, "tables/mine.yaml"), "name: mine\nextends: duet\ndescription: Two of us.\n")
  writeFileSync(join(folder, "tables/broken.yaml"), "name: broken\nextends: dueet\n")
  const { tables } = JSON.parse((await conclave(["tables", "--json"])).out)
  expect(tables).toContainEqual({ name: "mine", description: "Two of us." })
  expect(tables).toContainEqual({ name: "broken", problem: expect.stringContaining("extends") })
})

test("keys are read from .env, and process variables take precedence", async () => {
  const directory = mkdtempSync(join(folder, "env-"))
  writeFileSync(join(directory, ".env"), "OPENAI_API_KEY=from-file\nCONCLAVE_DATA=kept-here\n")
  const { out } = await runConclave(["models", "--json"], { cwd: directory })
  expect(JSON.parse(out).providers).toContainEqual(expect.objectContaining({ name: "openai", ready: true }))
  const empty = await runConclave(["models", "--json"], { cwd: directory, env: { OPENAI_API_KEY: "" } })
  expect(JSON.parse(empty.out).providers).toContainEqual(expect.objectContaining({ name: "openai", ready: false }))
})

test("FORCE_COLOR colours piped output, and NO_COLOR overrides it", async () => {
  const piped = (env: Record<string, string>) =>
    runConclave(["discuss", "Tea?", "-r", "1", "--seed", "1"], { cwd: folder, env })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how colours are sent
  expect((await piped({ FORCE_COLOR: "1" })).out).toMatch(/\u001b\[\d+m/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how colours are sent
  expect((await piped({ FORCE_COLOR: "1", NO_COLOR: "1" })).out).not.toMatch(/\u001b\[\d+m/)
})

test("--protocol explains the ballot it adds, lists show titles without Markdown, and an abort keeps its reason", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "conclave-words-"))
  try {
    const topic = "# A *bold* [title](http://x.example)\n\nand more"
    const args = ["discuss", topic, "-s", "Kim=human", "-s", "Bo", "-f", "panel", "--protocol", "borda", "--json"]
    const { err } = await runHere(args, { cwd })
    expect(err).toContain("panel has no votes by default: --protocol borda adds a ballot to every round")
    const { id } = JSON.parse((await runHere(["list", "--json"], { cwd })).out).discussions[0]
    expect((await runHere(["list"], { cwd })).out).toMatch(/panel +\w+ +A bold title$/m)
    const ended = await runHere(["abort", id.slice(0, 8), "--reason", "no time left"], { cwd })
    expect(ended).toMatchObject({ code: 0, err: expect.stringContaining("is aborted") })
    expect((await runHere(["show", id], { cwd })).out).toContain("(aborted: no time left)")
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
})
