import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Fault, faults } from "../test/faults.ts"

/**
 * Does everything of test/faults.ts for real and prints a table: `npm run faults`, or with ids, `npm run faults -- C1 N2`.
 * A row is written to the page as soon as it is done, so a run that is stopped loses none.
 */

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

const documentPath = join(root, "docs/reference/faults.md")

type Row = Omit<Fault, "proofs"> & { readonly state: string; readonly tests: string }

/** The page, with the rows of this run in place of what earlier ones came to. */
function document(rows: readonly Row[]): string {
  const known = existsSync(documentPath) ? readFileSync(documentPath, "utf8").split("\n") : []
  const lines = faults.flatMap(({ id }) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return known.filter((line) => line.startsWith(`| ${id} |`))
    return `| ${id} | ${row.done} | ${row.checked} | ${row.state} | ${row.tests} | ${row.gap ?? ""} |`
  })
  const held = lines.filter((line) => line.includes("| holds |")).length
  return `# Faults

Written by \`npm run faults\`, which does each of these for real and takes about fifteen minutes. Which tests do it is in
\`test/faults.ts\`. When each was last done, ${held} of ${faults.length} held.

| id | done | checked | result | tests passed | not shown |
| --- | --- | --- | --- | --- | --- |
${lines.join("\n")}
`
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

/** What came of a fault whose tests have all been run. */
function rowOf({ proofs, ...fault }: Fault, results: readonly Result[]) {
  const found = results.filter(({ fullName }) => proofs.some((words) => fullName.includes(words)))
  const ran = found.filter(({ status }) => status === "passed")
  // One that is known to need what this machine lacks is skipped; one proof without any test is none.
  const missing = proofs.filter((words) => !ran.some(({ fullName }) => fullName.includes(words)))
  const isRefuted = found.some(({ status }) => status === "failed")
  const state = isRefuted ? "FAILS" : missing.length > 0 ? "partly" : "holds"
  const seconds = ran.reduce((sum, { duration = 0 }) => sum + duration, 0) / 1_000
  return { ...fault, state, tests: `${ran.length} of ${found.length}`, seconds: seconds.toFixed(1) }
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  const chosen = faults.filter(({ id }) => asked.length === 0 || asked.includes(id))
  const filesOf = ({ proofs }: Fault) => proofs.flatMap(filesWith)
  const files = [...new Set(chosen.flatMap(filesOf))]
  // Those that kill processes run alone, one file after the other: beside others they take longer than their limit.
  const isAlone = (file: string) => file.startsWith("test/chaos/")
  const batches = [files.filter((file) => !isAlone(file)), ...files.filter(isAlone).map((file) => [file])]
  const results: Result[] = []
  let rows: ReturnType<typeof rowOf>[] = []
  const done = new Set<string>()
  for (const batch of batches.filter(({ length }) => length > 0)) {
    results.push(...run(batch))
    for (const file of batch) done.add(file)
    rows = chosen.filter((fault) => filesOf(fault).every((file) => done.has(file))).map((one) => rowOf(one, results))
    writeFileSync(documentPath, document(rows))
  }
  console.table(rows.map(({ gap, ...row }) => row))
  console.log(`${rows.filter(({ state }) => state === "holds").length} of ${rows.length} hold.`)
  if (rows.some(({ state }) => state === "FAILS")) process.exitCode = 1
}
