import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { commandNames } from "../../src/cli/commands/index.ts"
import { conclave as library } from "../../src/index.ts"
import { firstLine, runConclave, startConclave } from "../support/conclave-process.ts"

let folder: string
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conclave-json-"))
  server = startConclave(["serve", "--json"], { cwd: folder, env: { PORT: "0" } })
  url = JSON.parse(await firstLine(server)).url
}, 60_000)

afterAll(async () => {
  server.kill("SIGTERM")
  await once(server, "close")
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const conclave = (args: readonly string[], input?: string) =>
  runConclave(args, { cwd: folder, ...(input !== undefined && { input }) })

type Answer = Readonly<Record<string, unknown>>

/** Parses one JSON value, one per line, or nothing for empty output. */
function values(out: string): readonly Answer[] {
  try {
    return [JSON.parse(out) as Answer]
  } catch {
    const lines = out.split("\n").filter((line) => line !== "")
    return lines.map((line) => JSON.parse(line) as Answer)
  }
}

async function startDiscussion(body: object): Promise<string> {
  const headers = { "content-type": "application/json" }
  const response = await fetch(`${url}/api/v1/discussions`, { method: "POST", headers, body: JSON.stringify(body) })
  return ((await response.json()) as { discussion: { id: string } }).discussion.id
}

/** The commands named in the contract; `mcp` is tested with the agents' interface. */
const named =
  "discuss serve ask answer prompts review list show resume fork export models doctor init replay eval".split(" ")

test("every command of the contract exists, and every command supports JSON output [cli.commands]", async () => {
  expect(commandNames).toEqual(expect.arrayContaining(named))
  const kim = [{ name: "Kim", role: "user" }, { name: "Bo" }]
  const [waiting, resumed, steered] = await Promise.all(
    ["one", "two", "three"].map((topic) =>
      startDiscussion({ format: "panel", topic, seats: kim, options: { rounds: 3 } }),
    ),
  )
  const done = JSON.parse((await conclave(["discuss", "Tea?", "-r", "1", "--seed", "2", "--quiet", "--json"])).out).id
  await library({ env: {}, record: join(folder, "recording.jsonl") }).discuss({ format: "duet", topic: "Tea?" }).outcome
  const rows = Array.from({ length: 8 }, (_, index) => [index, "law", 2, "A", index % 2 === 0 ? "AB" : "AA"])
  writeFileSync(join(folder, "answers.json"), JSON.stringify({ source: "mine", models: ["a", "b"], rows }))
  const asked = await conclave(["ask", "Which day?", "--no-wait", "--json"])
  const prompt = JSON.parse(asked.out).prompt.id

  // The order matters: some commands need what earlier ones created.
  const calls: Readonly<Record<string, readonly string[]>> = {
    discuss: ["Tea?", "-f", "duet", "-r", "1"],
    review: ["-", "--model", "rehearsal/auto"],
    resume: [resumed!],
    continue: [done, "And", "then?"],
    fork: [done, "--at", "1", "--model", "rehearsal/sceptic", "--compare"],
    replay: ["recording.jsonl"],
    say: [waiting!, "Tea."],
    interrupt: [steered!],
    join: [steered!, "Cy"],
    leave: [steered!, "Cy"],
    formats: [],
    tables: [],
    search: ["tea"],
    rename: [done, "About", "tea"],
    pause: [steered!],
    abort: [steered!],
    list: [],
    show: [done],
    compare: [done, waiting!],
    export: [done],
    eval: ["answers.json"],
    ask: ["Which hour?", "--no-wait"],
    answer: [prompt, "Friday."],
    prompts: [],
    serve: ["--port", "99999"],
    open: [],
    worker: ["--workers", "0"],
    // It speaks JSON-RPC; its input ends at once, so it has nothing to answer.
    mcp: [],
    models: [],
    init: [],
    config: [],
    doctor: [],
    backup: ["all.gz", "--data", "other"],
    restore: ["all.gz", "--data", "third"],
    prune: ["--days", "9", "--data", "other"],
    "keys create": ["ci"],
    "keys list": [],
    "keys revoke": ["none"],
    completions: ["bash"],
    login: ["openai"],
    logout: ["openai"],
    delete: [done, "--yes"],
  }
  expect(Object.keys(calls).toSorted()).toEqual(commandNames.toSorted())
  const inputs: Readonly<Record<string, string>> = {
    init: "\n\n\n",
    login: "sk-secret\n",
    review: "--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-let a = 1\n+const a = 1\n",
  }
  const answers: Record<string, readonly Answer[]> = {}
  for (const [name, args] of Object.entries(calls)) {
    const { out } = await runConclave([...name.split(" "), ...args, "--json"], {
      cwd: folder,
      env: { BROWSER: "true", CONCLAVE_CREDENTIALS: join(folder, "credentials.json") },
      input: inputs[name] ?? "",
    })
    answers[name] = values(out)
  }
  expect(answers.discuss!.at(-1)).toMatchObject({ type: "discussion_completed" })
  expect(answers.review).toMatchObject([{ id: expect.any(String), findings: [] }])
  // The discussion still waits; nothing happened in between.
  expect(answers.resume).toEqual([])
  expect(answers.fork!.at(-1)).toMatchObject({ comparison: { partAt: expect.anything() } })
  expect(answers.replay!.at(-1)).toMatchObject({ type: "discussion_completed" })
  expect(answers.join).toMatchObject([{ discussion: { seats: [{ name: "Kim" }, { name: "Bo" }, { name: "Cy" }] } }])
  expect(answers.leave).toMatchObject([{ discussion: { seats: [{ name: "Kim" }, { name: "Bo" }] } }])
  expect(answers.pause).toMatchObject([{ discussion: { status: "paused" } }])
  expect(answers.abort).toMatchObject([{ discussion: { status: "aborted" } }])
  expect(answers.eval).toMatchObject([{ evaluations: [{ bestSingle: { model: "a" } }] }])
  expect(answers.open).toEqual([{ url }])
  expect(answers.init).toMatchObject([{ file: "conclave.yaml" }])
  expect(answers.worker).toMatchObject([{ error: { code: "INPUT_INVALID" } }])
  expect(answers.backup).toMatchObject([{ bytes: expect.any(Number) }])
  expect(answers.completions).toMatchObject([{ shell: "bash" }])
  const refused = Object.entries(answers).filter(([, [first]]) => first !== undefined && "error" in first)
  expect(refused.map(([name]) => name)).toEqual(["serve", "worker", "keys revoke"])
}, 600_000)

test("the interactive conversation supports JSON output too", async () => {
  const words =
    "specialists off\nhello\nrounds 2\nmodel rehearsal/bold\nseats\nhistory\nstatus\nopen\nhelp\nmodels\nexport record.md\n"
  const { code, out, err } = await runConclave(["--json"], { cwd: folder, input: words, env: { BROWSER: "none" } })
  expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("Cannot open a browser here") })
  const said = values(out)
  expect(said[0]).toEqual({ specialists: false })
  expect(said).toContainEqual({ page: url })
  expect(said.find(({ sessionId }) => sessionId)).toMatchObject({ asked: 1, model: "rehearsal/bold" })
})
