import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(root, "test", ".language-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Compiler errors of each source, compiled together inside the repository with its settings. */
function compile(sources: readonly string[]): readonly string[] {
  for (const [at, source] of sources.entries()) writeFileSync(join(folder, `language-${at}.ts`), imports + source)
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }))
  const lines = spawnSync("tsc", ["-p", folder, "--checkers", "1", "--pretty", "false"], {
    cwd: root,
    encoding: "utf8",
  }).stdout.split("\n")
  return sources.map((_, at) => lines.filter((line) => line.includes(`language-${at}.ts`)).join("\n"))
}

const imports = `import { english } from "../../src/core/languages/en.ts"
import type { LanguageWords } from "../../src/core/languages/language.ts"
`

test("the compiler rejects an incomplete language [assembly.language-complete]", () => {
  const parts = ["clarify", "memory", "nothingToAdd", "report"]
  const [whole, oneAsk, ...lacking] = compile([
    `export const whole: LanguageWords = { ...english, code: "xx" }`,
    "export const incomplete: LanguageWords = { ...english, turn: { ...english.turn, styles: { hive: english.turn.styles.hive } } }",
    ...parts.map((part) => `const { ${part}: _, ...rest } = english\nexport const incomplete: LanguageWords = rest`),
  ])
  expect(whole).toBe("")
  expect(oneAsk).toMatch(/missing the following properties.*panel/)
  expect(lacking).toEqual(parts.map((part) => expect.stringContaining(`Property '${part}' is missing`)))
})
