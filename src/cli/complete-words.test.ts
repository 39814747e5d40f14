import { expect, test } from "vitest"
import type { Host } from "./command.ts"
import { loadCommands } from "./commands/index.ts"
import { completeWords } from "./complete-words.ts"

const commands = await loadCommands()
const ids = ["0b6f3c1e-0000-4000-8000-000000000001", "0b6f3c1e-1000-4000-8000-000000000002"]
const opened: unknown[] = []

const host = {
  openList: async () => ({
    list: async () => ({ discussions: ids.map((id) => ({ id, title: null, topic: "Tea\n\u001b[31mor\tcoffee?" })) }),
    close: async () => {},
  }),
  tables: async () => [{ name: "mine" }],
  models: async () => ({ models: [{ id: "ollama/qwen3:8b" }, { id: "bad/$(touch x)" }], providers: [] }),
} as unknown as Host

async function complete(...words: string[]): Promise<readonly string[]> {
  const text = await completeWords({
    words,
    commands,
    openHost: (options) => {
      opened.push(options)
      return host
    },
  })
  return text.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")[0]!]))
}

test("completes commands, subcommands and the remaining options", async () => {
  expect(await complete("sh")).toEqual(["show"])
  expect(await complete("keys", "")).toEqual(["create", "list", "revoke"])
  expect(await complete("help", "keys", "c")).toEqual(["create"])
  expect(await complete("list", "--st")).toEqual(["--status"])
  expect(await complete("list", "--status", "running", "--st")).toEqual([])
  expect(await complete("discuss", "--seat", "human", "--seat")).toEqual(["--seat"])
  expect(await complete("discuss", "--", "--se")).toEqual([])
})

test("every command offers all of its options, and no others", async () => {
  for (const { name, options = [] } of commands) {
    const offered = await complete(...name.split(" "), "--")
    for (const { flags } of options) expect(offered).toContain(/--[\w-]+/.exec(flags)![0])
    expect(offered.includes("--protocol")).toBe(options.some(({ flags }) => flags.startsWith("--protocol")))
  }
})

test("completes the values of the given option only", async () => {
  expect(await complete("discuss", "--format", "")).toEqual(["panel", "hive", "assembly", "duet"])
  expect(await complete("discuss", "-f", "h")).toEqual(["hive"])
  expect(await complete("discuss", "--format=h")).toEqual(["--format=hive"])
  for (const option of ["--rounds", "--topic", "--choice"]) expect(await complete("discuss", option, "")).toEqual([])
  expect(await complete("list", "--status", "h")).toEqual([])
  expect(await complete("list", "--format", "m")).toEqual(["mine"])
  expect(await complete("list", "--format", "run")).toEqual([])
  expect(await complete("discuss", "--out", "")).toEqual([":files"])
  expect(await complete("backup", "")).toEqual([":files"])
})

test("completes discussion ids of the given database, shortened while they are unique", async () => {
  expect(await complete("--data", "other", "show", "0b")).toEqual(["0b6f3c1e-0", "0b6f3c1e-1"])
  expect(opened.at(-1)).toEqual({ data: "other" })
  expect(await complete("compare", ids[0]!, "0b6f3c1e-1")).toEqual(["0b6f3c1e-1"])
  expect(await complete("say", ids[0]!, "")).toEqual([])
})

test("completes models and seats without shell or terminal control characters", async () => {
  expect(await complete("discuss", "-m", "")).toEqual(["ollama/qwen3:8b"])
  expect(await complete("discuss", "--seat", "Ann=o")).toEqual(["Ann=ollama/qwen3:8b"])
  expect(await complete("discuss", "--seat=Ann=h")).toEqual(["--seat=Ann=human"])
  const text = await completeWords({ words: ["show", ""], commands, openHost: () => host })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: checks that they are absent
  expect(text).not.toMatch(/\u001b/)
  expect(text.split("\n")).toHaveLength(3)
})
