import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { faults } from "../test/faults.ts"

/** Does everything of test/faults.ts for real and prints a table: `npm run faults`, or with ids, `npm run faults -- C1 N2`. */

interface Result {
  readonly fullName: string
  readonly status: string
  readonly duration?: number
}

const root = join(import.meta.dirname, "..")

/** The test files that have a title with these words, in quotes as they are written. */
export function filesWith(words: string): readonly string[] {
  return testFiles().flatMap(([file, text]) => (text.includes(words) ? [file] : []))
}

let known: readonly (readonly [string, string])[] | undefined
function testFiles(): readonly (readonly [string, string])[] {
  known ??= globSync("{src,test}/**/*.test.ts", { cwd: root }).map(
    (file) => [file, readFileSync(join(root, file), "utf8")] as const,
  )
  return known
}

function run(files: readonly string[]): readonly Result[] {
  const output = join(mkdtempSync(join(tmpdir(), "conclave-faults-")), "results.json")
  const vitest = join(root, "node_modules/vitest/vitest.mjs")
  const args = [vitest, "run", ...files, "--reporter=json", "--reporter=default", `--outputFile.json=${output}`]
  const env = { CHAOS_KILLS: "20", FAULTS_STARTS: "5", ...process.env }
  spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env })
  const report = JSON.parse(readFileSync(output, "utf8")) as {
    readonly testResults: readonly { readonly assertionResults: readonly Result[] }[]
  }
  return report.testResults.flatMap(({ assertionResults }) => assertionResults)
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const chosen = faults.filter(({ id }) => asked.length === 0 || asked.includes(id))
  const results = run([...new Set(chosen.flatMap(({ proofs }) => proofs.flatMap(filesWith)))])
  const rows = chosen.map(({ id, what, proofs, gap }) => {
    const found = results.filter(({ fullName }) => proofs.some((words) => fullName.includes(words)))
    const done = found.filter(({ status }) => status === "passed")
    const failed = found.filter(({ status }) => status === "failed")
    const state = failed.length > 0 ? "FAILED" : done.length === 0 ? "not run" : "holds"
    const seconds = done.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000
    return { id, what, state, tests: `${done.length} of ${found.length}`, seconds: seconds.toFixed(1), gap: gap ?? "" }
  })
  console.table(rows)
  const held = rows.filter(({ state }) => state === "holds").length
  console.log(`${held} of ${rows.length} hold.`)
  if (rows.some(({ state }) => state === "FAILED")) process.exitCode = 1
}
