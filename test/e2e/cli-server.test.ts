import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { firstLine, runConclave, runHere, startConclave } from "../support/conclave-process.ts"

let folder: string
let server: ChildProcess
let url: string
/** A model server that never answers. */
const silent = createServer(() => {})

beforeAll(async () => {
  silent.listen(0, "127.0.0.1")
  await once(silent, "listening")
  const env = { PORT: "0", COMPATIBLE_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1` }
  folder = mkdtempSync(join(tmpdir(), "conclave-served-"))
  server = startConclave(["serve", "--json"], { cwd: folder, env })
  url = JSON.parse(await firstLine(server)).url
}, 60_000)

afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  server.kill("SIGTERM")
  const [code] = await once(server, "close")
  rmSync(folder, { recursive: true, force: true })
  expect(code).toBe(0)
}, 60_000)

/** Timeout for tests that wait for another process. */
const started = (args: readonly string[]) => runConclave(args, { cwd: folder })
const conclave = (args: readonly string[], input = "") => runHere(args, { cwd: folder, input })

describe("commands that share a data folder with a running server", () => {
  test("read and change the same discussions as the server [cli.shared-folder]", async () => {
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const lines = (await conclave(["discuss", "Tea or coffee?", "--rounds", "1", "--json"])).out.trim().split("\n")
    const events = lines.map((line) => JSON.parse(line))
    expect(events[0]).toMatchObject({ seq: 1, type: "discussion_created", data: { topic: "Tea or coffee?" } })
    expect(events.at(-1)).toMatchObject({ type: "discussion_completed" })
    const numbered = events.filter(({ type }) => type !== "turn_chunk").map(({ seq }) => seq)
    expect(numbered).toEqual(numbered.map((_, index) => index + 1))

    const id = events[0].discussionId
    expect((await conclave(["list"])).out).toContain(id.slice(0, 8))
    expect((await conclave(["show", id.slice(0, 8), "--plain"])).out).toMatch(
      /\nRound 1: 3 contributions\n[\s\S]*\nOutcome\n/,
    )
    expect((await conclave(["export", id])).out).toMatch(/^# Tea or coffee\?/)
    const shown = (await (await fetch(`${url}/api/v1/discussions/${id}`)).json()) as { discussion: object }
    expect(shown.discussion).toMatchObject({ id, status: "completed" })
    expect((await conclave(["doctor"])).out).toMatch(/database: \S+conclave\.db, SQLite [\d.]+; discussions: 1/)
    expect(await conclave(["backup", "x.gz"])).toMatchObject({ code: 0 })
    const opened = await conclave(["open", "--json"])
    expect(JSON.parse(opened.out)).toEqual({ url })
  })

  test("show says how to go on: watch what a server runs, answer for a seat that is waiting", async () => {
    const start = async (request: object) => {
      const body = JSON.stringify({ topic: "Tea or coffee?", format: "duet", ...request })
      const headers = { "content-type": "application/json" }
      const response = await fetch(`${url}/api/v1/discussions`, { method: "POST", headers, body })
      return ((await response.json()) as { discussion: { id: string } }).discussion.id
    }
    const running = await start({ seats: [{ model: "compatible/silent" }, { model: "compatible/silent" }] })
    expect((await conclave(["show", running])).err).toBe(
      `It is running; watch it with: conclave show ${running.slice(0, 8)} --watch\n`,
    )
    await conclave(["abort", running])
    const waiting = await start({ seats: [{ name: "Kim", kind: "human" }, { model: "rehearsal/bold" }] })
    await expect
      .poll(async () => (await conclave(["show", waiting])).err)
      .toBe(`waiting for Kim; answer with: conclave say ${waiting.slice(0, 8)} --seat "Kim" "…"\n`)
    expect((await conclave(["show", waiting.slice(0, 3)])).err).toContain("id: write at least its first 4 characters")
    await conclave(["delete", waiting, "--yes"])
    await conclave(["delete", running, "--yes"])
  })

  test("exit with a code that tells how the discussion ended [cli.exit-codes]", async () => {
    const quiet = (args: readonly string[], input?: string) => conclave(["discuss", ...args, "--quiet"], input)
    const assemble = [
      "-f",
      "assembly",
      "--choice",
      "tea",
      "--choice",
      "coffee",
      "-s",
      "Ann",
      "-s",
      "Bo",
      "-r",
      "1",
      "--seed",
      "2",
    ]
    const [agreed, apart, spent, waits, wrong, recorded, unrecorded] = await Promise.all([
      quiet(["--format", "duet", "--seed", "11", "Tea or coffee?"]),
      quiet(["Tea or coffee?", "-f", "duet", "--rounds", "1", "--seed", "2", "--set", "minRounds=1"]),
      quiet(["Tea or coffee?", "--budget-tokens", "1"]),
      quiet(["Tea or coffee?", "-f", "panel", "-s", "Kim:user=human", "-s", "Bo", "--rounds", "1"]),
      quiet(["Tea or coffee?", "--model", "openai/gpt-5"]),
      quiet([...assemble, "Which?"]),
      quiet([...assemble, "--no-record", "Which?"]),
    ])
    const notice = "Rehearsal: simulated models, no API was called.\n"
    expect(agreed).toMatchObject({ code: 0, err: notice })
    expect(agreed.out.trim()).not.toBe("")
    expect(recorded).toMatchObject({ code: 3, out: expect.stringContaining("did not settle “Which?”"), err: notice })
    expect(unrecorded).toMatchObject({
      code: 3,
      out: "",
      err: expect.stringContaining(`${notice}No agreement after 1 round: `),
    })
    expect(apart.code).toBe(3)
    expect(spent.code).toBe(5)
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("OPENAI_API_KEY") })
    expect(waits).toMatchObject({
      code: 3,
      err: expect.stringContaining("waiting for Kim; answer with: conclave say"),
    })
    const id = /conclave say (\S+)/.exec(waits.err)![1]!
    const said = await conclave(["say", id, "-", "--seat", "Kim"], "Tea, please.")
    expect(said).toMatchObject({ code: 0, err: "" })
    expect(said.out).toMatch(/\nBo\n[\s\S]*Outcome/)
    expect(await conclave(["resume", id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("is completed and cannot be continued"),
    })
    expect(await conclave(["show", "00000000-0000-4000-8000-00000000dead", "--json"])).toMatchObject({
      code: 1,
      out: expect.stringContaining('"code":"NOT_FOUND"'),
    })
  })

  test("hold a conversation through the server as one session, whose history outlives both", async () => {
    const own = mkdtempSync(join(folder, "own-"))
    const serving = async () => {
      const child = startConclave(["serve", "--json"], { cwd: own, env: { PORT: "0" } })
      const { url: address } = JSON.parse(await firstLine(child)) as { url: string }
      const close = async () => {
        child.kill("SIGTERM")
        await once(child, "close")
      }
      return { address, close }
    }
    const first = await serving()
    const words = "specialists off\nhello\nTea or coffee?\nstatus\n"
    const talk = await runConclave([], { cwd: own, input: words })
    expect(talk).toMatchObject({ code: 0, err: "" })
    expect(talk.out).toMatch(/Questions in this session: 2; [\d,]+ tokens\.\n/)
    const refused = { format: "hive", topic: "x", sessionId: "mine" }
    const headers = { "content-type": "application/json" }
    const body = JSON.stringify(refused)
    expect((await fetch(`${first.address}/api/v1/discussions`, { method: "POST", headers, body })).status).toBe(400)
    await first.close()
    const database = new DatabaseSync(join(own, ".conclave", "conclave.db"))
    const kept = "SELECT d.topic, s.id FROM sessions s JOIN discussions d ON d.session_id = s.id ORDER BY d.created_at"
    const rows = database.prepare(kept).all()
    database.close()
    expect(rows.map(({ topic }) => topic)).toEqual(["hello", "Tea or coffee?"])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    const second = await serving()
    expect((await runConclave([], { cwd: own, input: "history\n" })).out).toMatch(/hello\n.*Tea or coffee\?\n/)
    await second.close()
  }, 240_000)

  test("ask the squad and answer it, and the asking command continues", async () => {
    const asked = started(["ask", "@Ann: which day?", "--as", "planner", "--answers", "1", "--json"])
    let prompts: { id: string; prompt_message: string }[] = []
    while (prompts.length === 0)
      prompts = JSON.parse((await started(["prompts", "--for", "Ann", "--json"])).out).prompts
    expect(await started(["answer", prompts[0]!.id, "Friday.", "--as", "Ann"])).toMatchObject({ code: 0 })
    const { code, out } = await asked
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ready: true, collectedContext: [{ agent: "Ann", message: "Friday." }] })
    expect((await started(["prompts"])).out).toContain("resolved")
  })

  test("create, list and revoke keys", async () => {
    const { out, err } = await conclave(["keys", "create", "ci", "--scope", "read"])
    expect(out).toMatch(/^cnk_\S+\n$/)
    expect(err).toContain("shown only once")
    expect((await conclave(["keys", "list"])).out).toMatch(/read +unused +Local +ci/)
    expect(await conclave(["keys", "revoke", out.trim()])).toMatchObject({ code: 0 })
    expect(JSON.parse((await conclave(["keys", "list", "--json"])).out).keys).toMatchObject([
      { name: "ci", revokedAt: expect.any(String) },
    ])
    expect(await conclave(["keys", "create", "x", "--organisation", "Acme"])).toMatchObject({ code: 0 })
  })
})
