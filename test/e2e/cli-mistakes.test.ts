import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave, runHere } from "../support/conclave-process.ts"
import { launcher } from "../support/terminal.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "conclave-mistakes-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const conclave = (args: readonly string[], input?: string) =>
  runHere(args, { cwd: folder, ...(input !== undefined && { input }) })

describe("unquoted arguments are never dropped", () => {
  test("an unquoted topic keeps all its words", async () => {
    const { out } = await conclave(["discuss", "Should", "we", "use", "tabs?", "-r", "1", "--quiet", "--json"])
    const shown = await conclave(["show", JSON.parse(out).id, "--json"])
    expect(JSON.parse(shown.out).discussion.topic).toBe("Should we use tabs?")
  })

  test("squad questions, squad answers and turns keep all their words", async () => {
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
})

test("with --json, parser errors are JSON too", async () => {
  const { code, out } = await conclave(["discuss", "x", "--rounds", "many", "--json"])
  expect(code).toBe(2)
  expect(JSON.parse(out)).toMatchObject({
    error: { code: "INPUT_INVALID", problems: [{ field: "--rounds", message: 'must be a number, not "many"' }] },
  })
})

test("`eval` refuses flags without effect, and seats and models combine", async () => {
  writeFileSync(join(folder, "q.csv"), "question,options,answer\nWhich?,yes|no,yes\n")
  writeFileSync(join(folder, "a.json"), '{"source":"s","models":["a"],"rows":[[1,"law",2,"A","A"]]}')
  const refused = async (...args: readonly string[]) => (await conclave(["eval", ...args])).err
  expect(await refused("q.csv", "--save", "w.json")).toContain("--save: is for recorded answers (.json); leave it out")
  expect(await refused("a.json", "--audit")).toContain("--audit: is for questions (.csv or .jsonl); leave it out")
  expect(await refused("a.json", "--budget-tokens", "9")).toContain("--budget-tokens: is for questions")
  expect(await refused("q.csv", "--seed", "1", "--seed", "2")).toContain(
    "--seed: can be given only once with questions",
  )
  expect(await refused("q.csv", "--out", "a.json")).toContain("--out: a.json is a file; use a folder")
  expect(await refused("q.csv", "--budget-tokens", "0")).toContain("--budget-tokens: must be greater than 0")
  const priced = await refused("q.csv", "-m", "rehearsal/bold", "-m", "rehearsal/bold", "--budget-dollars", "1")
  expect(priced).toContain("--budget-dollars: there is no price for rehearsal/bold")
  const both = ["q.csv", "-m", "rehearsal/bold", "-s", "Ann=rehearsal/warm", "--out", "both", "--json"]
  const { models } = JSON.parse((await conclave(["eval", ...both])).out)
  expect(models.map(({ model }: { model: string }) => model).toSorted()).toEqual(["rehearsal/bold", "rehearsal/warm"])
})

test("questions evaluated in parallel share a model server's concurrency limit and its missing features", async () => {
  let [open, most, refused] = [0, 0, 0]
  const server = createServer(async (request, response) => {
    const body = await json(request)
    const { format } = body as { format?: object }
    most = Math.max(most, ++open)
    // Gives concurrent requests time to arrive.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    open--
    if (format) refused++
    if (format) return response.writeHead(400).end('{"error":"no schema"}')
    const content = "[CHOICE]\nyes\n[CONFIDENCE]\n80\n[REASONING]\nso"
    return response.end(`${JSON.stringify({ message: { content }, done: true, done_reason: "stop" })}\n`)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  writeFileSync(join(folder, "two.csv"), "question,options,answer\nWhich?,yes|no,yes\nWhat?,yes|no,no\n")
  const { port } = server.address() as AddressInfo
  const args = ["eval", "two.csv", "-m", "ollama/small", "-m", "ollama/small", "--out", "shared", "--json"]
  const { out } = await runHere(args, { cwd: folder, env: { OLLAMA_HOST: `http://127.0.0.1:${port}` } })
  server.close()
  expect(JSON.parse(out)).toMatchObject({ answered: 2, failed: [] })
  expect({ most, refused }).toEqual({ most: 1, refused: 1 })
})

/** Root may open every file, so these commands run as `nobody` when root runs the tests. */
test("files without permission are named with the fix", async () => {
  const closed = join(folder, "closed")
  mkdirSync(closed, { mode: 0o755 })
  for (const name of ["secret.txt", "written.md"]) writeFileSync(join(closed, name), "x", { mode: 0o600 })
  const own = mkdtempSync(join(tmpdir(), "conclave-nobody-"))
  chmodSync(own, 0o777)
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  if (!isRoot) for (const name of ["secret.txt", "written.md"]) chmodSync(join(closed, name), 0)
  if (!isRoot) chmodSync(closed, 0o555)
  const asNobody = (args: readonly string[]) =>
    runConclave(args, { cwd: own, env: { HOME: own }, ...(isRoot && { uid: 65534 }) })
  const advice = "permission denied; change its permissions, or use another path"
  try {
    for (const [args, message] of [
      [["discuss", "x", "-a", join(closed, "secret.txt")], `${closed}/secret.txt: ${advice}`],
      [["discuss", "x", "--out", join(closed, "written.md")], `${closed}/written.md: ${advice}`],
      [["backup", join(closed, "backup")], `${closed}/backup: ${advice}`],
      [
        ["discuss", "x", "--data", join(closed, "data")],
        `the data folder ${closed}/data is not writable; check its owner and permissions`,
      ],
    ] as const) {
      const { code, err } = await asNobody(args)
      expect(err).toContain(`conclave: ${message}`)
      expect(code).toBeGreaterThan(0)
    }
  } finally {
    chmodSync(closed, 0o755)
    rmSync(own, { recursive: true, force: true })
  }
})

test("piped and attached text of any length becomes material, and its size is reported first", async () => {
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

test("output that cannot be written is reported, also by a backup", () => {
  const readOnly = openSync(launcher, "r")
  for (const words of [["formats"], ["backup", "-"]]) {
    const stdio = ["ignore", readOnly, "pipe"] as const
    const { status, stderr } = spawnSync(process.execPath, [launcher, ...words], {
      cwd: folder,
      stdio: [...stdio],
      encoding: "utf8",
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^conclave: standard output: EBADF.*\n$/)])
  }
  closeSync(readOnly)
})
