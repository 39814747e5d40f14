import { execFile } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { conclave as library } from "../../src/index.ts"
import { conclaveProcess } from "../support/conclave-process.ts"
import { launcher, plainEnvironment } from "../support/terminal.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-cli-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (args: readonly string[], input?: string, env: Record<string, string> = {}) =>
  conclaveProcess(args, { cwd: folder, env, ...(input !== undefined && { input }) })

/** Lets nothing of a database, a provider or a server be loaded. */
function refusing(there: string): Record<string, string> {
  const file = join(there, "refuse.mjs")
  const heavy =
    "/node_modules\\/(pg|pg-boss|kysely|hono|undici|ai-sdk-ollama|@electric-sql|@ai-sdk|@openrouter|@hono)\\//"
  writeFileSync(
    file,
    `import { registerHooks } from "node:module"
    registerHooks({
      resolve(specifier, context, next) {
        const found = next(specifier, context)
        if (${heavy}.test(found.url)) throw new Error("loads " + found.url)
        return found
      },
    })`,
  )
  return { NODE_OPTIONS: `--import=${file}` }
}

describe("the command line on an embedded database", () => {
  test("its version, its help and mistakes need no database", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))
    // Without type stripping none of the sources can be loaded.
    const bare = { NODE_OPTIONS: "--no-experimental-strip-types" }
    expect(await conclave(["--version"], undefined, bare)).toEqual({ code: 0, out: `${version}\n`, err: "" })
    const help = await conclave(["discuss", "--help"], undefined, { COLUMNS: "60", ...refusing(folder) })
    expect(help).toMatchObject({ code: 0, err: "" })
    expect(help.out).toContain("--budget-tokens")
    expect(
      Math.max(
        ...help.out
          .split("\n")
          .filter((line) => !line.includes("conclave discuss"))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(60)
    expect(await conclave(["lsit"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining('did you mean "conclave list"?'),
    })
    expect(await conclave(["discuss", "Tea?", "--rounds", "many"])).toMatchObject({ code: 2, out: "" })
    expect((await conclave(["list", "--config", "none.yaml"])).err).toContain("there is no file none.yaml")
    expect(existsSync(join(folder, ".conclave"))).toBe(false)
  })

  test("a discussion, its record, a backup, and a proof that the tables hold what its events say [cli.discuss]", async () => {
    writeFileSync(
      join(folder, "table.yaml"),
      "name: ours\nextends: hive\nseats:\n  - { name: Ada, role: critical }\n  - { name: Bo }\n",
    )
    const args = ["discuss", "-", "--table", "table.yaml", "--rounds", "1", "--seed", "4"]
    const held = await conclave([...args, "--watch", "--out", "record.md"], "Should a small team write its own tools?")
    expect(held).toMatchObject({ code: 0, err: expect.stringContaining("the record is in record.md") })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a pipe gets no escape sequences
    expect(held.out).not.toMatch(/\u001b/)
    expect(held.out).toMatch(/Round 1 of 1[\s\S]*\nAda\n[\s\S]*\nBo\n[\s\S]*Synthesis[\s\S]*\nQueen\n[\s\S]*Outcome/)
    for (const line of held.out.split("\n")) expect(line.length).toBeLessThanOrEqual(80)
    expect(readFileSync(join(folder, "record.md"), "utf8")).toMatch(/^# Should a small team write its own tools\?/)

    const { discussions } = JSON.parse((await conclave(["list", "--json"])).out)
    expect(discussions).toMatchObject([{ format: "ours", status: "completed" }])
    expect(await conclave(["backup", "all.gz"])).toMatchObject({ code: 0 })
    expect(await conclave(["restore", "all.gz", "--data", "other"])).toMatchObject({ code: 0 })
    const doctor = await conclave(["doctor", "--rebuild", "--json", "--data", "other"])
    expect(JSON.parse(doctor.out)).toMatchObject({
      well: true,
      findings: expect.arrayContaining([
        expect.objectContaining({
          about: "tables against events",
          state: "well",
          found: "equal, in all 1 discussions",
        }),
      ]),
    })
  })

  test("a table by its name, of one's own folder or with a mistake in it [formats.files]", async () => {
    const there = mkdtempSync(join(folder, "tables-"))
    const run = (args: readonly string[], input = "") => conclaveProcess(args, { cwd: there, input })
    const change = "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-let a = 1\n+const a = 1"
    const args = ["discuss", "Review this change.", "--table", "peer-review", "--seed", "3", "--out", "record.md"]
    writeFileSync(join(there, "change.diff"), change)
    // A shell's own pipe: what Node pipes to a process is a socket, and nobody knows whether that holds anything.
    const piped = ["-c", 'cat change.diff | "$0" "$@"', process.execPath, launcher, ...args]
    await promisify(execFile)("sh", piped, { cwd: there, env: plainEnvironment({}) })
    const record = readFileSync(join(there, "record.md"), "utf8")
    expect(record).toMatch(/^# Review this change\. --- a\/x\.ts/)
    expect(record).toMatch(/\*\*Author:\*\*[\s\S]*\*\*Editor:\*\*/)

    mkdirSync(join(there, "tables"))
    writeFileSync(
      join(there, "tables/mine.yaml"),
      "name: mine\nextends: duet\ntopic: Tea or coffee?\noptions: { rounds: 1 }\n",
    )
    const own = await run(["discuss", "--table", "mine", "--seed", "1", "--json", "--quiet"])
    expect(JSON.parse(own.out)).toMatchObject({ discussion: { format: "mine", topic: "Tea or coffee?" } })

    writeFileSync(join(there, "wrong.yaml"), "name: mine\nextends: duet\nstages:\n  - kind: speak\n    oder: fixed\n")
    expect(await run(["discuss", "Tea?", "--table", "wrong.yaml"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining('wrong.yaml:5:5 stages[0].oder: unknown field; did you mean "order"?'),
    })
    expect((await run(["discuss", "Tea?", "--table", "debat"])).err).toContain('did you mean "debate"?')
  })

  test("a recording is replayed word for word, without a database", async () => {
    const recorder = library({ env: {}, record: join(folder, "recording.jsonl") })
    const { solution } = await recorder.discuss({ format: "duet", topic: "Tea or coffee?", seed: 11 }).outcome
    const there = mkdtempSync(join(folder, "replay-"))
    const replayed = await conclaveProcess(["replay", "../recording.jsonl", "--quiet"], { cwd: there })
    expect(replayed).toEqual({ code: 0, out: `${solution}\n`, err: "" })
    expect(existsSync(join(there, ".conclave"))).toBe(false)
  })

  test("init asks three questions and writes a file that is read again", async () => {
    const there = mkdtempSync(join(folder, "init-"))
    const run = (args: readonly string[], input?: string) =>
      conclaveProcess(args, { cwd: there, ...(input !== undefined && { input }) })
    expect(await run(["init"], "\nes\n2\n")).toMatchObject({ code: 0 })
    expect(readFileSync(join(there, "conclave.yaml"), "utf8")).toMatch(
      /model: rehearsal\/auto\nlanguage: es\nconsensus:\n {2}discussion_rounds: 2/,
    )
    expect(await run(["init"], "")).toMatchObject({ code: 2, err: expect.stringContaining("--force") })
    const doctor = JSON.parse((await run(["doctor", "--json"])).out)
    expect(doctor.findings).toContainEqual({ about: "configuration", state: "well", found: "conclave.yaml" })
  })

  test("completions name every command, and shells can read them", async () => {
    const { out } = await conclave(["completions", "bash"])
    writeFileSync(join(folder, "done.sh"), out)
    const script = `source done.sh; COMP_WORDS=(conclave keys ""); COMP_CWORD=2; _conclave; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(conclave discuss --format ""); COMP_CWORD=3; _conclave; echo "\${COMPREPLY[@]}"
      COMP_WORDS=(conclave re); COMP_CWORD=1; _conclave; echo "\${COMPREPLY[@]}"`
    const { spawnSync } = await import("node:child_process")
    const { stdout } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" })
    expect(stdout).toBe("create list revoke\npanel hive assembly duet\nresume replay restore\n")
  })
})
