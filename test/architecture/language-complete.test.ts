import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(root, "test", ".language-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Compiles one source inside the repository by its own rules. */
function compile(source: string): string {
  writeFileSync(join(folder, "language.ts"), source)
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: "../../tsconfig.json", include: ["language.ts"] }),
  )
  return spawnSync("tsc", ["-p", folder], { cwd: root, encoding: "utf8" }).stdout
}

const imports = `import { english } from "../../src/core/languages/en.ts"
import type { LanguageWords } from "../../src/core/languages/language.ts"
`

test("the compiler refuses a language that lacks anything [assembly.language-complete]", () => {
  expect(compile(`${imports}export const whole: LanguageWords = { ...english, code: "xx" }`)).toBe("")
  for (const part of ["clarify", "memory", "nothingToAdd", "report"]) {
    const source = `${imports}const { ${part}: _, ...rest } = english\nexport const incomplete: LanguageWords = rest`
    expect(compile(source)).toContain(`Property '${part}' is missing`)
  }
  const oneAsk = `${imports}export const incomplete: LanguageWords = { ...english, turn: { hive: english.turn.hive } }`
  expect(compile(oneAsk)).toMatch(/missing the following properties.*panel/)
})
