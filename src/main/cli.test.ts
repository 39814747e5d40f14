import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { commandNames, loadCommands } from "../cli/commands/index.ts"
import type { Terminal } from "../cli/terminal.ts"
import { runCommandLine } from "./cli.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-line-"))
  mkdirSync(join(folder, "folder"))
  writeFileSync(join(folder, "text.txt"), "hello\n")
  writeFileSync(join(folder, "questions.csv"), "question,A,B,answer\nTea?,yes,no,A\n")
  writeFileSync(join(folder, "binary.bin"), Buffer.from([0x7f, 0x45, 0, 1, 2, 0xff]))
  writeFileSync(join(folder, "latin1.txt"), Buffer.from("caf\xe9", "latin1"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The command line in this process, with empty pipes; a leading @ in a path is the test's folder. */
async function conclave(line: string | readonly string[], live = false) {
  let [out, err] = ["", ""]
  const nothing = () => () => {}
  const terminal: Terminal = {
    write: (text) => {
      out += text
    },
    note: (text) => {
      err += text
    },
    width: () => 80,
    ...{ colour: false, live, plain: true, interactive: false },
    readPiped: async () => undefined,
    readSecret: async () => undefined,
    ...{ onInterrupt: nothing, onTerminate: nothing, onTyped: nothing },
    lines: () => ({ setHistory() {}, ask: async () => undefined, close() {} }),
  }
  const env = { OLLAMA_HOST: "127.0.0.1:9", CONCLAVE_CREDENTIALS: join(folder, "keys.json") }
  const words = (typeof line === "string" ? line.split(" ") : line).map((word) => word.replace(/^@/, `${folder}/`))
  const data = words.includes("--data") ? [] : ["--data", join(folder, "data")]
  const code = await runCommandLine({ words: [...data, ...words], terminal, env, folder })
  return { code, out, err: err.replaceAll(`${folder}/`, "") }
}

test("an unreadable key file fails the commands that need keys, and no others", async () => {
  const file = join(folder, "keys.json")
  writeFileSync(file, "{")
  expect((await conclave("list")).code).toBe(0)
  const { code, err } = await conclave(["discuss", "Tabs or spaces?", "--quiet"])
  expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("is not a valid credentials file") })
  rmSync(file)
})

const id = "00000000-0000-4000-8000-000000000000"

describe("every error of every command is a sentence, and JSON with --json", () => {
  test.each(commandNames)("conclave %s", async (name) => {
    const [{ arguments: args = [] } = {}] = (await loadCommands([name.split(" ")[0]!])).filter(
      (command) => command.name === name,
    )
    // Errors of the parser, and errors that are found despite unreadable settings.
    const given = args.map((argument) => argument.choices?.[0] ?? (argument.name === "id" ? id : "@text.txt"))
    const mistakes = [["--nonsense"], ["--config", "@none.yaml"], ["--data", "@text.txt"]]
    for (const mistake of mistakes) {
      const { code, out, err } = await conclave([...name.split(" "), ...given, ...mistake, "--json"])
      if (name === "doctor" && mistake[0] !== "--nonsense") {
        expect(JSON.parse(out)).toMatchObject({ ok: false })
        continue
      }
      if (code === 0) {
        // Few commands need neither settings nor data.
        expect(["formats", "completions", "init", "models", "config", "tables", "logout"]).toContain(name)
        continue
      }
      const { error } = JSON.parse(out)
      expect(error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
      expect(err).toMatch(/^conclave: [^\n]+\n$/)
      expect(`${error.message}${err}`).not.toMatch(/\bE[A-Z]{4,}\b|\n +at |\[object|undefined|outputHelp/)
      expect([1, 2]).toContain(code)
    }
  })

  test.each([["keys"], ["help nonsense"], ["nonsense"], ["discuss"], ["keys nonsense"]])(
    "conclave %s",
    async (line) => {
      const { code, out } = await conclave(`${line} --json`)
      expect(code).toBe(2)
      expect(JSON.parse(out).error).toMatchObject({ code: "INPUT_INVALID", problems: [{}] })
    },
  )
})

const noFile = "no such file or folder; check the path"
const isFolder = "is a folder; use a file"
const isLatin1 = "is not UTF-8; convert it first: iconv -f LATIN1 -t UTF-8"

describe("an unusable path is named with the fix, before anything is spent", () => {
  test.each([
    ["discuss x --out @none/x.md", `none/x.md: ${noFile}`],
    ["discuss x --out @folder", `folder: ${isFolder}`],
    ["discuss x --out @text.txt/x.md", "text.txt/x.md: a part of the path is a file, not a folder; check the path"],
    ["discuss x --recording @none/x", "--recording: cannot write none/x; choose a file in a writable folder"],
    ["discuss x -a @none", `none: ${noFile}`],
    ["discuss x -a @folder", `folder: ${isFolder}`],
    ["discuss x -a @latin1.txt", `latin1.txt: ${isLatin1} latin1.txt`],
    ["discuss x -t @none.yaml", `none.yaml: ${noFile}`],
    ["discuss x -t @folder", `folder: ${isFolder}`],
    ["discuss x -t @latin1.txt", `latin1.txt: ${isLatin1}`],
    ["discuss x --weights @none", `none: ${noFile}`],
    ["discuss x --weights @folder", `folder: ${isFolder}`],
    ["discuss x --result @folder", `folder: ${isFolder}`],
    ["discuss x --result @text.txt", "text.txt: is not valid JSON: "],
    ["discuss x --config @none.yaml", `none.yaml: ${noFile}`],
    ["discuss x --config @folder", `folder: ${isFolder}`],
    ["discuss x --data @text.txt", "the data folder text.txt is a file, or inside one; choose another with --data"],
    [
      "discuss x --data @text.txt/data",
      "the data folder text.txt/data is a file, or inside one; choose another with --data",
    ],
    [
      "discuss x --data /proc/conclave",
      "the data folder /proc/conclave is not writable; check its owner and permissions, or choose",
    ],
    ["backup @none/x", `none/x: ${noFile}`],
    ["backup @folder", "folder: already exists; use another file, or delete it first"],
    ["restore @none", `none: ${noFile}`],
    ["restore @folder --data @fresh", `folder: ${isFolder}`],
    ["restore @text.txt --data @fresh", "file: is not a complete file written by `conclave backup`"],
    ["replay @none", `none: ${noFile}`],
    ["replay @folder", `folder: ${isFolder}`],
    ["replay @text.txt", "text.txt:1: is not a line of a recording; `conclave discuss --recording FILE` writes one"],
    ["eval @none", `none: ${noFile}`],
    ["eval @folder", `folder: ${isFolder}`],
    ["eval @questions.csv --out /proc/conclave", `/proc/conclave: ${noFile}`],
    ["eval readers @folder", `folder: ${isFolder}`],
    ["review --sarif @none/x", `none/x: ${noFile}`],
    ["review --markdown @folder", `folder: ${isFolder}`],
    ["review -", "standard input: is empty; pipe a diff in"],
    ["review", "range: "],
  ])("conclave %s", async (line, message) => {
    const { code, out, err } = await conclave(line)
    expect({ out, err }).toEqual({ out: "", err: expect.stringContaining(`conclave: ${message}`) })
    expect(err).not.toMatch(/\bE[A-Z]{4,}\b|\n +at /)
    expect(code).toBeGreaterThan(0)
  })
})

describe("an input error names the field and the fix, in the same wording everywhere", () => {
  test.each<[readonly string[], string]>([
    [["discuss", "x", "--fromat", "hive"], "--fromat: unknown option; did you mean --format?"],
    [["discuss", "x", "--rounds"], "--rounds: needs a value: -r, --rounds <number>"],
    [["discuss", "x", "--rounds", "many"], '--rounds: must be a number, not "many"'],
    [["discuss", "x", "--rounds", "1.5"], '--rounds: must be a whole number, not "1.5"'],
    [["discuss", "x", "--format", "hvie"], '--format: unknown value "hvie"; did you mean "hive"?'],
    [["completions", "zhs"], 'shell: unknown value "zhs"; did you mean "zsh"?'],
    [["show"], "id: is required; see --help"],
    [["keys", "lst"], 'command: "lst" does not exist; did you mean list?'],
    [["discus", "tea"], 'command: "discus" does not exist; did you mean "conclave discuss"?'],
    [["discuss", "x", "-a", "@binary.bin"], "binary.bin: is not a text file"],
    [["discuss", "x", "--out", "record.pdf"], "--out: .pdf is not supported; use one of .md, .json, .html"],
    [["export", "0b6f3c1e", "--out", "x.pdf"], "--out: .pdf is not supported; use one of .md, .json, .html"],
    [["discuss", "x", "--seat", "=human"], '--seat: "=human" has no name before =; write Name=human'],
    [["discuss", "x", "--rounds", "1001"], "--rounds: must be at most 1000, not 1001"],
    [["discuss", "x", "--set", "rounds=1001"], "--set rounds: must be at most 1000, not 1001"],
    [["discuss", "x", "-m", "openai/gpt-5.5"], "--model: openai/gpt-5.5 needs OPENAI_API_KEY to be set\n"],
    [["discuss", "x", "-s", "Ann=opnai/x"], '--seat Ann=opnai/x: unknown model "opnai/x"'],
    [["prune", "--days", "0"], "--days: deletes all finished discussions, including today's; confirm with --yes"],
    ...["list", "models", "doctor", "init", "prompts"].map((name): [string[], string] => [
      [name, "more"],
      `arguments: ${name} takes none, not "more"; see conclave ${name} --help\n`,
    ]),
  ])("%j", async (words, message) => {
    const { code, out, err } = await conclave(words)
    expect({ out, err }).toEqual({ out: "", err: expect.stringContaining(`conclave: ${message}`) })
    expect(code).toBeGreaterThan(0)
  })
})

describe("an input error names the flag that was typed", () => {
  test.each([
    ["list -n 0", "--limit: must be at least 1, not 0"],
    ["list -n 101", "--limit: must be at most 100, not 101"],
    ["search x -n 0", "--limit: must be at least 1, not 0"],
    ["serve -p 70000", "--port: must be 0 to 65535, not 70000; 0 picks a free one"],
    ["list --database nonsense", "--database: must look like postgres://user:password@host:5432/name"],
    ["discuss x --wait -1", "--wait: must be more than 0, not -1"],
    ["discuss x --recorder nobody/x", '--recorder: unknown model "nobody/x"'],
    ["discuss x --baseline", "--baseline: needs options to choose from"],
    ["discuss x --out --quiet", '--out: needs a value, not "--quiet"'],
    ["discuss x --seat --quiet", '--seat: needs a value, not "--quiet"'],
    ["discuss x --rounds --quiet", '--rounds: needs a value, not "--quiet"'],
    ["discuss x --seat Ann=", '--seat: "Ann=" has no model after =; write Ann=provider/model, or Ann alone'],
    ["discuss x --language fr", '--language: unknown value "fr"; use one of en, es, zh'],
    ["discuss x --quick --deep", "--deep: cannot be used with --quick"],
  ])("conclave %s", async (line, message) => {
    const { code, err } = await conclave(line)
    expect(err).toContain(`conclave: ${message}`)
    expect(code).toBe(2)
  })
})

test("a list without a match does not say that there are no discussions", async () => {
  expect((await conclave("list --data @empty")).err).toContain("No discussions yet.")
  expect((await conclave("list --status running")).err).toBe("No discussion matches.\n")
})

/** Escape sequences, direction marks and invisible characters: as a topic, name, title, material or answer. */
const hostile = "\u001b[31mpay\u061c\u200b\u202e\u2066pal\u009b2J\u00ad\u2064\ufeff\u{e0041}\u0007"

test("control sequences and invisible characters reach the terminal in no command", async () => {
  writeFileSync(join(folder, "hostile.txt"), `line ${hostile}`)
  // Names with control characters are refused.
  const name = hostile.replaceAll(/\p{Cc}\[?/gu, "")
  const seats = ["-s", `${name}Ann=rehearsal/bold`, "-s", `Lee${name}=external`]
  const data = ["--data", join(folder, "hostile")]
  const shown: string[] = []
  const run = async (...words: readonly string[]) => {
    const { out, err } = await conclave([...words, ...data], true)
    shown.push(out, err)
    return out
  }
  await run("discuss", `Is ${hostile} safe?`, "-f", "duet", ...seats, "-r", "1", "-a", "@hostile.txt")
  const { discussions } = JSON.parse((await conclave(["list", "--json", ...data])).out)
  const first = discussions[0].id
  await run("say", first, `I say ${hostile}.`)
  await run("say", first, "--aside", `Kim${name}`, hostile)
  await run("say", first, "[PASS]")
  await run("rename", first, `A ${hostile} title`)
  await run("continue", first, `And ${hostile}?`)
  for (const words of [["list"], ["search", "pal"], ["show", first], ["fork", first], ["export", first]])
    await run(...words)
  await run("fork", first, "--at", "1", "--topic", hostile, "--compare")
  await run("join", first, `Bo${name}=human`)
  await run("abort", first, "--reason", hostile)
  const asked = (await run("ask", `Who ${hostile}?`, "--as", `Kim${name}`, "--no-wait")).trim()
  await run("answer", asked, hostile, "--as", `Bo${name}`)
  await run("prompts")
  await run("keys", "create", `key ${hostile}`)
  await run("keys", "list")
  await run("discuss", "x", "-s", `=${hostile}`)
  await run(hostile)
  await run("discuss", "x", "-t", hostile)
  const text = shown.join("")
  expect(text).toMatch(/Is paypal safe\?/)
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
