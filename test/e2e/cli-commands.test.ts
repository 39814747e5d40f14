import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { presetNames } from "../../src/core/formats/index.ts"
import { conclave as library } from "../../src/index.ts"
import { blockModules, blockNetwork } from "../support/block-access.ts"
import { runConclave, runHere } from "../support/conclave-process.ts"
import { launcher, plainEnvironment } from "../support/terminal.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-cli-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (args: readonly string[], input = "") => runHere(args, { cwd: folder, input })

/** Runs the command in a child process, for tests that depend on loaded modules or network access. */
const started = (args: readonly string[], env: Record<string, string>) => runConclave(args, { cwd: folder, env })

/** Modules and packages that implement databases, providers and the server. */
const heavyModules =
  /\/src\/(stores|models|engine|server)\/|node_modules\/(pg|pg-boss|hono|undici|yaml|ai-sdk-ollama|@ai-sdk|@openrouter|@hono|@pydantic)\//

/** One discussion per format and bundled table, with the arguments its table requires. */
const tables = readdirSync(join(import.meta.dirname, "../../tables")).flatMap((file) => file.split(".yaml", 1)[0] ?? [])
const held = [...presetNames, ...tables.filter((name) => !name.endsWith(".json"))].map((name) => [
  ...["discuss", ...(name === "justice" ? [] : ["Tea or coffee?"]), "--table", name, "--rounds", "2"],
  ...(["delphi", "devils-advocate"].includes(name) ? ["--choice", "Tea", "--choice", "Coffee"] : []),
  ...["--data", "counted"],
])
/** In a terminal a discussion loads five more: live lines, typed input and, after a while, squad timeouts. */
const maxDiscussFiles = 300 - 5

describe("the command line on an embedded database", () => {
  test("version, help and usage errors need no database", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"))
    const nothing = blockModules(folder, /\/src\/|node_modules/)
    expect(await started(["--version"], nothing)).toEqual({ code: 0, out: `${version}\n`, err: "" })
    expect((await started(["--help"], nothing)).err).toContain("loads ")
    const light = blockModules(folder, heavyModules)
    expect(await started(["--help"], light)).toMatchObject({ code: 0, err: "" })
    expect((await started(["list"], light)).err).toContain("loads ")
    const help = await started(["discuss", "--help"], { COLUMNS: "60", ...light })
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
    const pdf = await conclave(["export", "0b6f3c1e", "--as", "pdf"])
    expect(pdf).toMatchObject({ code: 2, err: expect.stringContaining('"pdf"; use one of md, json, html, adr') })
    expect(await conclave(["discuss", "Tea?", "--rounds", "many"])).toMatchObject({ code: 2, out: "" })
    expect((await conclave(["list", "--config", "none.yaml"])).err).toContain("none.yaml: no such file or folder")
    expect(existsSync(join(folder, ".conclave"))).toBe(false)
  })

  test("list commands load no engine, models or squad; list and discuss load few files", async () => {
    const light = blockModules(
      folder,
      /\/src\/(engine|squad|evaluation)\/|\/src\/models\/(?!providers\/)|node_modules\/@ai-sdk/,
    )
    expect(await started(["list"], light)).toMatchObject({ code: 0, out: "" })
    const program = join(folder, "count.mjs")
    writeFileSync(
      program,
      `import { registerHooks } from "node:module"
      process.setMaxListeners(0)
      const files = new Set()
      const isOwn = (url) => url.includes("/src/") && !url.includes("/node_modules/")
      registerHooks({ load: (url, context, next) => ((isOwn(url) && files.add(url)), next(url, context)) })
      const { main } = await import(${JSON.stringify(join(import.meta.dirname, "../../src/main/cli.ts"))})
      const [node, path, ...commands] = process.argv
      for (const words of commands.map((command) => JSON.parse(command))) {
        process.argv = [node, path, ...words]
        await main()
        console.error("files loaded:", files.size, "exit code:", process.exitCode)
      }
      process.exitCode = 0`,
    )
    const load = async (commands: readonly (readonly string[])[]) => {
      const args = [program, ...commands.map((words) => JSON.stringify(words))]
      const ran = await promisify(execFile)(process.execPath, args, { cwd: folder, env: plainEnvironment() })
      const reports = [...ran.stderr.matchAll(/^files loaded: (\d+) exit code: (\d)$/gm)]
      expect(reports).toHaveLength(commands.length)
      return reports.map(([, files, exitCode]) => ({ files: Number(files), exitCode: Number(exitCode) }))
    }
    const [listed] = await load([["list"]])
    expect(listed).toEqual({ files: expect.toSatisfy((files) => files > 20 && files <= 80), exitCode: 0 })
    const discussed = await load(held)
    expect(discussed[0]!.files).toBeGreaterThan(100)
    // The modules that all formats need together: no single format loads more.
    expect(discussed.at(-1)!.files).toBeLessThanOrEqual(maxDiscussFiles)
    // Exits with 3 without agreement.
    for (const { exitCode } of discussed) expect([0, 3]).toContain(exitCode)
  })

  test("a discussion writes its record, and its tables match its events after a backup and restore [cli.discuss]", async () => {
    writeFileSync(
      join(folder, "table.yaml"),
      "name: ours\nextends: hive\nseats:\n  - { name: Ada, role: critical }\n  - { name: Bo }\n",
    )
    const args = ["discuss", "-", "--table", "table.yaml", "--rounds", "1", "--seed", "4"]
    const held = await conclave([...args, "--watch", "--out", "record.md"], "Should a small team write its own tools?")
    expect(held).toMatchObject({ code: 0, err: expect.stringContaining("record written to record.md") })
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
      ok: true,
      findings: expect.arrayContaining([
        expect.objectContaining({
          about: "derived tables",
          state: "ok",
          found: "match the events; discussions checked: 1",
        }),
      ]),
    })
  })

  test("a table is found by name or in the user's folder, and a broken table is reported [formats.files]", async () => {
    const directory = mkdtempSync(join(folder, "tables-"))
    const run = (args: readonly string[], input = "") => runHere(args, { cwd: directory, input })
    const change = "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-let a = 1\n+const a = 1"
    const args = ["discuss", "Review this change.", "--table", "peer-review", "--seed", "3", "--out", "record.md"]
    writeFileSync(join(directory, "change.diff"), change)
    // A real shell pipe: Node pipes to child processes through a socket, which does not show whether it has data.
    const piped = ["-c", 'cat change.diff | "$0" "$@"', process.execPath, launcher, ...args]
    await promisify(execFile)("sh", piped, { cwd: directory, env: plainEnvironment({}) })
    const record = readFileSync(join(directory, "record.md"), "utf8")
    expect(record).toMatch(/^# Review this change\.\n/)
    expect(record).toMatch(/\*\*Editor\*\* · t\d[\s\S]*\*\*Author\*\* · t\d/)

    mkdirSync(join(directory, "tables"))
    writeFileSync(
      join(directory, "tables/mine.yaml"),
      "name: mine\nextends: duet\ntopic: Tea or coffee?\noptions: { rounds: 1 }\n",
    )
    const own = await run(["discuss", "--table", "mine", "--seed", "1", "--json", "--quiet"])
    const shown = await run(["show", JSON.parse(own.out).id, "--json"])
    expect(JSON.parse(shown.out)).toMatchObject({ discussion: { format: "mine", topic: "Tea or coffee?" } })

    writeFileSync(
      join(directory, "wrong.yaml"),
      "name: mine\nextends: duet\nstages:\n  - kind: speak\n    oder: fixed\n",
    )
    expect(await run(["discuss", "Tea?", "--table", "wrong.yaml"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringContaining('wrong.yaml:5:5 stages[0].oder: unknown field; did you mean "order"?'),
    })
    expect((await run(["discuss", "Tea?", "--table", "debat"])).err).toContain('did you mean "debate"?')
  })

  test("rehearsal models need no network", async () => {
    const offline = blockNetwork(folder)
    const held = await started(["discuss", "Tea or coffee?", "-f", "duet", "--seed", "11", "--quiet"], offline)
    expect(held).toMatchObject({ code: 0, err: "Rehearsal: simulated models, no API was called.\n" })
    // Checks that the block itself works.
    const reach = `fetch("http://192.0.2.1/").catch((error) => console.log(String(error.cause ?? error)))`
    const { stdout } = spawnSync(process.execPath, ["-e", reach], {
      env: { ...process.env, ...offline },
      encoding: "utf8",
    })
    expect(stdout).toContain("reaches for the network: 192.0.2.1")
  })

  test("eval compares a table with its models alone, and asks each question once", async () => {
    writeFileSync(
      join(folder, "questions.csv"),
      "question,answer,A,B\nTea or coffee?,A,tea,coffee\nSea or hills?,B,sea,hills\n",
    )
    const asked = ["eval", "questions.csv", "-m", "rehearsal/steady", "-m", "rehearsal/bold", "--out", "found"]
    const first = await conclave([...asked, "--json"])
    expect(first.code).toBe(0)
    const report = JSON.parse(first.out)
    expect(report).toMatchObject({ asked: 2, answered: 2, failed: [] })
    expect(report.groups[0].arms.map(({ questions }: { questions: number }) => questions)).toEqual([2, 2, 2])
    for (const name of ["report.html", "report.md", "report.json", "answers.jsonl"]) {
      expect(existsSync(join(folder, "found", name)), name).toBe(true)
    }
    const again = JSON.parse((await conclave([...asked, "--json"])).out)
    expect(again).toEqual({ ...report, spent: { calls: 0, tokens: 0 } })
    const withDefault = async (model: string) => {
      writeFileSync(join(folder, "conclave.yaml"), `model: ${model}\n`)
      const { out } = await conclave(["eval", "questions.csv", "--format", "duet", "--out", "found", "--json"])
      return JSON.parse(out).best
    }
    expect(await withDefault("rehearsal/bold")).toBe("rehearsal/bold")
    expect(await withDefault("rehearsal/steady")).toBe("rehearsal/steady")
    rmSync(join(folder, "conclave.yaml"))
    writeFileSync(join(folder, "one.csv"), "question,answer,A,B\nTea or coffee?,A,tea,coffee\n")
    await conclave(["eval", "one.csv", "-m", "rehearsal/bold", "--out", "recorded", "--record", "replies.jsonl"])
    const replay = ["eval", "questions.csv", "-m", "rehearsal/bold", "--out", "replayed", "--replay", "replies.jsonl"]
    const { failed } = JSON.parse((await conclave([...replay, "--json"])).out)
    expect(failed).toEqual([{ id: "3", message: expect.stringMatching(/every seat failed in round 1: .*record/) }])
    writeFileSync(join(folder, "wrong.csv"), "question,answer,A,B\nTea?,C,tea,coffee\n")
    expect(await conclave(["eval", "wrong.csv", "-m", "rehearsal/bold"])).toMatchObject({
      code: 2,
      err: expect.stringContaining('wrong.csv:2: `answer` "C" is neither an option'),
    })
  })

  test("protocols are compared on recorded answers, and the learned weights are applied to votes", async () => {
    const answers = join(import.meta.dirname, "../fixtures/data/mmlu-pro-answers.json")
    const { models } = JSON.parse(readFileSync(answers, "utf8"))
    const three = models.slice(0, 3).flatMap((name: string) => ["--model", name])
    const judged = await conclave(["eval", answers, ...three, "--save", "weights.json"])
    expect(judged).toMatchObject({ code: 0, err: expect.stringContaining("--weights weights.json") })
    expect(judged.out).toMatch(
      /panel +best single +consensus +plurality .* weighted +calibrated +oracle\n +3 +\d\d\.\d/,
    )
    const { evaluations } = JSON.parse((await conclave(["eval", answers, "--size", "12", "--seed", "5", "--json"])).out)
    const [{ bestSingle, panels, seed }] = evaluations
    expect({ seed, sizes: panels.map(({ size }: { size: number }) => size) }).toEqual({ seed: 5, sizes: [12] })
    expect(panels[0].calibrated).toBeGreaterThanOrEqual(bestSingle.accuracy + 0.005)

    const weights = JSON.parse(readFileSync(join(folder, "weights.json"), "utf8"))
    expect(Object.keys(weights.models)).toEqual(models.slice(0, 3))
    const learned = { ...weights, models: { "rehearsal/bold": 2.5, "rehearsal/sceptic": 0.5 }, categories: {} }
    writeFileSync(join(folder, "mine.json"), JSON.stringify(learned))
    // An open ballot: a secret one does not reveal the weight of each vote.
    writeFileSync(join(folder, "open.yaml"), "name: open\nextends: hive\ndecision: { secret: false }\n")
    const asked = [
      "discuss",
      "Tea or coffee?",
      "--table",
      "open.yaml",
      "--weights",
      "mine.json",
      "--choice",
      "tea",
      "--choice",
      "coffee",
      "-r",
      "1",
    ]
    const seats = ["-s", "Ann=rehearsal/bold", "-s", "Bo=rehearsal/sceptic", "-s", "Kim=rehearsal/sceptic*9"]
    const held = await conclave([...asked, ...seats, "--quiet", "--json"])
    expect(held.code).toBe(0)
    const id = JSON.parse(held.out).id
    const { discussion } = JSON.parse((await conclave(["show", id, "--json"])).out)
    const [{ votes, result }] = discussion.ballots.slice(-1)
    const weigh: Record<string, number> = { ann: 2.5, bo: 0.5, kim: 9 }
    const cast = (option: string) => votes.filter(({ choice }: { choice: string }) => choice === option)
    expect(result.protocol).toBe("weighted")
    for (const { option, score } of result.tally) {
      const sum = cast(option).reduce((all: number, { role }: { role: string }) => all + weigh[role]!, 0)
      expect(score).toBeCloseTo(sum)
    }
    expect(await conclave([...asked, "-s", "Ann=rehearsal/curious", "-s", "Bo=human"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /--seat \S+: nothing was learned for rehearsal\/curious[\s\S]*--seat \S+: names no model/,
      ),
    })
  })

  test("a file without recorded answers is refused with the reason", async () => {
    writeFileSync(join(folder, "none.json"), "{ not json")
    expect(await conclave(["eval", "none.json"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("is not valid JSON"),
    })
    const row = {
      source: "mine",
      models: ["a", "b"],
      rows: [
        [1, "law", 4, "F", "AB"],
        [2, "law", 4, "A", "A"],
      ],
    }
    writeFileSync(join(folder, "rows.json"), JSON.stringify(row))
    const { code, err } = await conclave(["eval", "rows.json"])
    expect(code).toBe(2)
    expect(err).toContain('answers.rows[0][3]: "F" is none of the 4 options')
    expect(err).toContain("answers.rows[1][4]: has 1 letters for 2 models")
    expect(err).toContain("conclave eval --help")
    expect((await conclave(["eval", "absent.json"])).err).toContain("absent.json: no such file")
  })

  test("a fork continues from a turn with another model in a seat, and reports where it diverges", async () => {
    const held = await conclave(["discuss", "Which tools?", "--rounds", "1", "--seed", "4", "--quiet", "--json"])
    const { id } = JSON.parse(held.out)
    expect(await conclave(["fork", id])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/t2 +round 1 +Convergent/),
    })
    const passes = "t5   round 2  Convergent  (passes)"
    const longer = await conclave(["discuss", "Tabs or spaces?", "--seed", "2703729731", "--quiet", "--json"])
    expect((await conclave(["fork", JSON.parse(longer.out).id])).out).toContain(passes)
    const late = { code: 2, out: "", err: expect.stringContaining("--at: there is no completed turn") }
    expect(await conclave(["fork", id, "--at", "99"])).toMatchObject(late)
    const changes = ["--at", "1", "--seat", "Convergent=rehearsal/sceptic", "--join", "Lawyer", "--rounds", "2"]
    const forked = await conclave(["fork", id.slice(0, 8), ...changes, "--set", "smartTermination=false", "--compare"])
    expect(forked).toMatchObject({ code: 0, err: "" })
    expect(forked.out).toMatch(/^Continuing from turn 1 of: Which tools\?\n[\s\S]*\nLawyer\n[\s\S]*Comparison/)
    expect(forked.out).not.toContain("Round 1 of")
    expect(forked.out).toMatch(
      /The first turn or vote is the same; they diverge in round 1:\n\n {2}[0-9a-f]{8} Convergent says\n/,
    )
    const { discussions } = JSON.parse((await conclave(["list", "--json"])).out)
    const newest = await conclave(["compare", discussions[0].id, "--json"])
    expect(JSON.parse(newest.out)).toMatchObject({
      a: id,
      comparison: { alike: 1, partAt: { a: { by: "convergent" } } },
    })
    const panel = await conclave(["fork", id, "--at", "2", "--table", "panel", "--rounds", "1", "--json"])
    expect(panel).toMatchObject({ code: 0, err: "" })
    expect(panel.out).toContain('"format":"panel"')
    expect(await conclave(["fork", id, "--at", "1", "--seat", "rehearsal/bold"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("has no seat name"),
    })
  })

  test("discuss --recording writes a file that replay plays, and refuses an unwritable path", async () => {
    const directory = mkdtempSync(join(folder, "recorded-"))
    const said = await runHere(["discuss", "Tea?", "-r", "1", "--recording", "it.jsonl", "--quiet"], { cwd: directory })
    const replayed = await runHere(["replay", "it.jsonl", "--quiet"], { cwd: directory })
    expect(replayed.out).toBe(said.out)
    expect(replayed).toMatchObject({ code: said.code, err: said.err })
    const refused = await runHere(["discuss", "Tea?", "--recording", "no/it.jsonl"], { cwd: directory })
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining("--recording: cannot write no/it.jsonl"),
    })
  })

  test("replay stops where only a person can continue, whose words are not in the recording", async () => {
    const directory = mkdtempSync(join(folder, "person-"))
    const seats = ["-s", "Ann=human", "-s", "Bo"]
    const asked = ["discuss", "Tea?", "-f", "panel", ...seats, "--recording", "it.jsonl", "--quiet"]
    expect(await runHere(asked, { cwd: directory })).toMatchObject({ code: 3 })
    expect(await runHere(["replay", "it.jsonl", "--quiet"], { cwd: directory })).toMatchObject({
      code: 3,
      err: expect.stringContaining("stopped: the recording has no answer of Ann"),
    })
    const limited = ["discuss", "Tea?", "-f", "panel", ...seats, "--wait", "0.05", "--after-wait", "pause"]
    const paused = await runHere([...limited, "--recording", "two.jsonl", "--quiet"], { cwd: directory })
    expect(paused).toMatchObject({ code: 3 })
    expect(await runHere(["replay", "two.jsonl", "--quiet"], { cwd: directory })).toMatchObject({
      code: 3,
      err: expect.stringContaining("stopped: the recording has no answer of Ann"),
    })
  })

  test("an unreachable database is reported with its port and the reason, without a stack trace", async () => {
    const { code, err } = await conclave(["list", "--database", "postgres://ann:secret@127.0.0.1:1/talks"])
    expect(code).toBe(1)
    expect(err).toBe(
      "conclave: the database at 127.0.0.1:1 cannot be reached (ECONNREFUSED); check DATABASE_URL, and that the server is running\n",
    )
  })

  test("a recording is replayed word for word without a database", async () => {
    const recorder = library({ env: {}, record: join(folder, "recording.jsonl") })
    const { solution } = await recorder.discuss({ format: "duet", topic: "Tea or coffee?", seed: 11 }).outcome
    const directory = mkdtempSync(join(folder, "replay-"))
    const replayed = await runHere(["replay", "../recording.jsonl", "--quiet"], { cwd: directory })
    expect(replayed).toEqual({
      code: 0,
      out: `${solution}\n`,
      err: "Rehearsal: simulated models, no API was called.\n",
    })
    expect(existsSync(join(directory, ".conclave"))).toBe(false)
    const out = ["--out", "record.html"]
    const written = await runHere(["replay", "../recording.jsonl", ...out], { cwd: directory })
    expect(written).toMatchObject({ code: 0, out: "", err: expect.stringContaining("record written to record.html") })
    expect(readFileSync(join(directory, "record.html"), "utf8")).toMatch(/^<!doctype html>/i)
  })

  test("init asks three questions and writes a file that the CLI reads back", async () => {
    const directory = mkdtempSync(join(folder, "init-"))
    const run = (args: readonly string[], input?: string) =>
      runHere(args, { cwd: directory, ...(input !== undefined && { input }) })
    expect(await run(["init"], "\nes\n2\n")).toMatchObject({ code: 0 })
    expect(readFileSync(join(directory, "conclave.yaml"), "utf8")).toMatch(
      /model: rehearsal\/auto\nlanguage: es\nconsensus:\n {2}discussion_rounds: 2/,
    )
    expect(await run(["init"], "")).toMatchObject({ code: 2, err: expect.stringContaining("--force") })
    const doctor = JSON.parse((await run(["doctor", "--json"])).out)
    expect(doctor.findings).toContainEqual({ about: "configuration", state: "ok", found: "conclave.yaml" })
  })
})
