import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, expect, test } from "vitest"
import { evaluateReplies } from "./evaluate-replies.ts"
import type { Terminal } from "./terminal.ts"

const folder = mkdtempSync(join(tmpdir(), "conclave-replies-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reply = (model: string, text: string, label: boolean) => ({
  corpus: "own",
  kind: "vote",
  lang: "en",
  model,
  text,
  label,
})
const block = "[CONSENSUS_CHECK]\nHAS_CONSENSUS: YES\n[CONFIDENCE]\n80\n[REASONING]\nIt fits."
const replies = [
  reply("a", block, true),
  reply("a", block, false),
  reply("b", "I agree with the plan.", true),
  reply("b", "The sky is blue.", true),
]

async function measured(file: string, json = false): Promise<string> {
  const written: string[] = []
  const terminal = { write: (text: string) => void written.push(text) } as unknown as Terminal
  await evaluateReplies(file, { terminal, json })
  return written.join("")
}

test("reports per model how many replies have the requested form, are readable, and are correct", async () => {
  const file = join(folder, "replies.jsonl.gz")
  writeFileSync(file, gzipSync(replies.map((one) => JSON.stringify(one)).join("\n")))
  const cells = (await measured(file)).split("\n").map((line) => line.split(/\s{2,}/))
  expect(cells[1]).toEqual([
    "own / a / vote unmarked / en",
    "2",
    "100.0%",
    "100.0%",
    "100.0%",
    "100.0%",
    "50.0%",
    "50.0%",
  ])
  expect(cells[2]).toEqual([
    "own / b / vote unmarked / en",
    "2",
    "0.0%",
    "50.0%",
    "100.0%",
    "50.0%",
    "100.0%",
    "100.0%",
  ])
  const { misses, thrown } = JSON.parse(await measured(file, true))
  expect(thrown).toBe(0)
  expect(misses).toMatchObject([
    { read: "true", meant: "false", reading: "markers" },
    { read: "", meant: "true", reading: "unreadable" },
  ])
})

test("replies without an option, and labels that contradict the reply's last line, are counted separately", async () => {
  const choice = (text: string, label: string) => ({
    ...{ corpus: "own", kind: "choice", lang: "en", options: ["A", "B"], texts: ["Wind", "Sun on roofs"] },
    ...{ text, label },
  })
  const file = join(folder, "choices.jsonl")
  const all = [
    choice("It is settled.\n\nFinal answer: **B) Sun on roofs**", "B"),
    choice("It is settled.\n\nThe solution remains:\n\nA) Wind", "B"),
    choice("$\\boxed{A}$", "B"),
    choice("We have enough information.", "B"),
  ]
  writeFileSync(file, all.map((one) => JSON.stringify(one)).join("\n"))
  const cells = (await measured(file)).split("\n").map((line) => line.split(/\s{2,}/))
  const [, , replies, , read, naming, namingRead, right, undisputed] = [...cells[2]!.slice(0, 1), ...cells[2]!]
  expect({ replies, read, naming, namingRead, right, undisputed }).toEqual({
    ...{ replies: "4", read: "75.0%", naming: "75.0%", namingRead: "100.0%" },
    ...{ right: "33.3%", undisputed: "100.0%" },
  })
})

test("a missing file, or a line with another structure, is named", async () => {
  const file = join(folder, "wrong.jsonl")
  writeFileSync(file, `${JSON.stringify(replies[0])}\n{"text": 3}\n`)
  await expect(measured(file)).rejects.toMatchObject({ problems: [{ field: `${file}:2` }] })
  await expect(measured(join(folder, "none.jsonl"))).rejects.toMatchObject({
    message: expect.stringContaining("no such"),
  })
})
