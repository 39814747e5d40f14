import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-mistakes-"))
  writeFileSync(join(folder, "latin1.txt"), Buffer.from("caf\xe9 au lait", "latin1"))
  writeFileSync(join(folder, "binary.bin"), Buffer.from([0x7f, 0x45, 0, 1, 2, 0xff]))
  mkdirSync(join(folder, "folder"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (args: readonly string[], input?: string) =>
  runConclave(args, { cwd: folder, ...(input !== undefined && { input }) })

describe("words are never dropped", () => {
  test("all words of a topic without quotes are discussed", async () => {
    const { out } = await conclave(["discuss", "Should", "we", "use", "tabs?", "-r", "1", "--quiet", "--json"])
    const shown = await conclave(["show", JSON.parse(out).id, "--json"])
    expect(JSON.parse(shown.out).discussion.topic).toBe("Should we use tabs?")
  })

  test("nor those of a question to the squad, an answer to it, and a turn", async () => {
    const asked = await conclave(["ask", "which", "tool", "is", "it?", "--no-wait", "--json"])
    const { prompt } = JSON.parse(asked.out)
    expect(prompt.prompt_message).toBe("which tool is it?")
    const answered = JSON.parse(
      (await conclave(["answer", prompt.id, "the", "small", "one", "--as", "Kim", "--json"])).out,
    )
    expect(answered.prompt.collected_context[0].message).toBe("the small one")
    const seats = ["-s", "Ann=external", "-s", "Bo=rehearsal/bold"]
    const held = await conclave(["discuss", "Tea?", "-f", "duet", ...seats, "-r", "1", "--json", "--quiet"])
    const { discussions } = JSON.parse((await conclave(["list", "--status", "waiting", "--json"])).out)
    await conclave(["say", discussions[0].id, "tea", "is", "what", "I", "would", "take", "--json", "--quiet"])
    const shown = JSON.parse((await conclave(["show", discussions[0].id, "--json"])).out)
    expect(shown.discussion.turns[0].content, held.err).toBe("tea is what I would take")
  })

  test.each([["list"], ["models"], ["doctor"], ["init"], ["prompts"]])(
    "%s takes none and refuses them",
    async (name) => {
      expect(await conclave([name, "more"])).toMatchObject({
        code: 2,
        out: "",
        err: `conclave: arguments: ${name} takes none, not "more"; see conclave ${name} --help\n`,
      })
    },
  )
})

describe("a mistake names the field and the fix, in one voice", () => {
  test.each([
    [["discuss", "x", "--fromat", "hive"], "--fromat: there is no such option; did you mean --format?"],
    [["discuss", "x", "--rounds"], "--rounds: needs a value: -r, --rounds <number>"],
    [["discuss", "x", "--rounds", "many"], '--rounds: must be a number, not "many"'],
    [["discuss", "x", "--rounds", "1.5"], '--rounds: must be a whole number, not "1.5"'],
    [["discuss", "x", "--format", "hvie"], '--format: there is no "hvie"; did you mean "hive"?'],
    [["completions", "zhs"], 'shell: there is no "zhs"; did you mean "zsh"?'],
    [["show"], "id: is missing; see --help"],
    [["keys", "lst"], 'command: there is no "lst"; did you mean list?'],
    [["discuss", "x", "-a", "absent.txt"], "absent.txt: there is no such file or folder; check the path"],
    [["discuss", "x", "-a", "folder"], "--attach: folder is a folder; name a file"],
    [["discuss", "x", "-a", "latin1.txt"], "--attach: latin1.txt is not UTF-8; convert it first: iconv -f LATIN1"],
    [["discuss", "x", "-a", "binary.bin"], "--attach: binary.bin is not text; attach text or code"],
    [["discuss", "x", "--out", "folder"], "folder: is a folder; name a file"],
    [["discuss", "x", "--out", "none/record.md"], "none/record.md: there is no such file or folder; check the path"],
    [["discuss", "x", "--out", "record.pdf"], "--out: nothing is written as .pdf; use one of .md, .json, .html"],
    [["export", "0b6f3c1e", "--out", "x.pdf"], "--out: nothing is written as .pdf; use one of .md, .json, .html"],
    [["discuss", "x", "--seat", "=human"], '--seat: "=human" has no name before =; write Name=human'],
    [["discuss", "x", "--rounds", "1001"], "--rounds: must be at most 1000, not 1001"],
    [["discuss", "x", "--set", "rounds=1001"], "--set rounds: must be at most 1000, not 1001"],
    [["discuss", "x", "-m", "openai/gpt-5.5"], "--model: openai/gpt-5.5 needs OPENAI_API_KEY to be set\n"],
    [["discuss", "x", "-s", "Ann=opnai/x"], '--seat Ann=opnai/x: no model is called "opnai/x"'],
    [["prune", "--days", "0"], "--days: deletes all that are over, today's too; add --yes if you mean it"],
    [["backup", "folder"], "folder: is there already; name another file, or remove it first"],
  ])("%j", async (args, message) => {
    const { code, out, err } = await conclave(args)
    expect({ out, err }).toEqual({ out: "", err: expect.stringContaining(`conclave: ${message}`) })
    expect(err).not.toMatch(/E[A-Z]{4,}|\n +at /)
    expect(code).toBeGreaterThan(0)
  })

  test("with --json also those of the parser are JSON", async () => {
    const { code, out } = await conclave(["discuss", "x", "--rounds", "many", "--json"])
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      error: { code: "INPUT_INVALID", problems: [{ field: "--rounds", message: 'must be a number, not "many"' }] },
    })
  })
})

test("what is piped in and attached is material, of any length, and its size is told first", async () => {
  writeFileSync(join(folder, "notes.md"), "Some notes.")
  const long = "a line of a change\n".repeat(10_000)
  writeFileSync(join(folder, "long.txt"), long)
  const files = ["-a", "notes.md", "-a", "long.txt"]
  const { code, out, err } = await conclave(["discuss", ...files, "Is this good?", "-r", "1", "--quiet", "--json"])
  expect(code).toBe(0)
  expect(err).toContain("material 1: notes.md, 11 characters, about 3 tokens\n")
  expect(err).toContain("material 2: long.txt, 190,000 characters, about 47,500 tokens\n")
  const { discussion } = JSON.parse((await conclave(["show", JSON.parse(out).id, "--json"])).out)
  expect(discussion).toMatchObject({
    topic: "Is this good?",
    materials: [
      { number: 1, name: "notes.md" },
      { number: 2, name: "long.txt", characters: 190_000 },
    ],
  })
})
