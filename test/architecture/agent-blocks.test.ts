import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse as parseToml } from "smol-toml"
import { describe, expect, test } from "vitest"
import { parse as parseYaml } from "yaml"
import { commandNames, loadCommands } from "../../src/cli/commands/index.ts"
import { presetNames } from "../../src/core/formats/index.ts"
import { builtInTables } from "../../src/core/tables/table-file.ts"
import { codeBlocks } from "./markdown.ts"

const page = join(import.meta.dirname, "../../docs/guides/agents.md")
const blocks = codeBlocks(readFileSync(page, "utf8"))

/** Parsers that throw if a text does not have the format. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text),
  toml: parseToml,
  yaml: (text) => parseYaml(text, { strict: true, uniqueKeys: true }),
  sh: (text) => execFileSync("bash", ["-n"], { input: text }),
}

describe("the configuration blocks", () => {
  test("cover each format", () => {
    expect([...new Set(blocks.map(({ language }) => language))].toSorted()).toEqual(Object.keys(parsers).toSorted())
  })

  test.each(blocks)("line $line is $language", ({ language, code }) => {
    expect(() => parsers[language]!(code)).not.toThrow()
  })

  test("name only existing commands, options, tables and addresses", async () => {
    const text = blocks.map(({ code }) => code).join("\n")
    const commands = await loadCommands()
    const used = [...text.matchAll(/conclave(?:\.js)?"?(?:, "args": \[|\nargs = \[| )"?(\w+)/g)].map(
      (found) => found[1]!,
    )
    const called = used.filter((word) => word !== "API" && word !== "http")
    expect(new Set(called)).toEqual(new Set(["mcp", "review"]))
    expect(commandNames).toEqual(expect.arrayContaining(called))
    const review = commands.find(({ name }) => name === "review")!
    for (const [, flag] of text.matchAll(/(--(?:fail-on|markdown|sarif))/g))
      expect(review.options!.map(({ flags }) => flags.split(" ")[0])).toContain(flag)
    const tables = [...text.matchAll(/conclave\/([a-z-]+)\b(?!\/)/g)].map((found) => found[1]!)
    expect([...presetNames, ...builtInTables, "bin"]).toEqual(expect.arrayContaining(tables))
    for (const [address] of text.matchAll(/https?:\/\/[^\s"]+4600[^\s"]*/g)) expect(address).toMatch(/\/(v1|mcp|a2a)$/)
  })
})
