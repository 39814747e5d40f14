import { spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StoredConclave } from "conclave"
import { EventSourceParserStream } from "eventsource-parser/stream"
import { afterAll, describe, expect, test, vi } from "vitest"
import { firstLine, runConclave, startConclave } from "../support/conclave-process.ts"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "conclave-newcomer-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program of the repository without network access or colours. */
function run(...args: string[]) {
  const env = { ...process.env, NO_COLOR: "1", HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" }
  return spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", env })
}

describe("example programs", () => {
  test.each(["duet", "hive", "panel", "assembly"])("examples/%s.ts checks itself in a child process", (name) => {
    const { status, stdout, stderr } = run(`examples/${name}.ts`)
    expect(stderr).toBe("")
    expect(status).toBe(0)
    expect(stdout).toMatch(/The same seed gave the same discussion twice\.\n$/)
  })

  test.each(["mount-in-express", "chat-bot", "nightly-evaluation", "custom-format", "custom-protocol"])(
    "examples/%s.ts checks itself in this process",
    async (name) => {
      const said = vi.spyOn(console, "log").mockImplementation(() => {})
      await import(`../../examples/${name}.ts`)
      expect(said).toHaveBeenCalled()
      said.mockRestore()
    },
  )

  test("the route with a visitor waits for their turn and continues with it", async () => {
    vi.stubEnv("CONCLAVE_DATA", join(folder, "visitor"))
    const route = await import("../../examples/person-in-next/app/discuss/route.ts")
    const call = (method: string, body: object) =>
      new Request("http://localhost:3000/discuss", { method, body: JSON.stringify(body) })
    const refused = await route.POST(call("POST", { topic: "" }))
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { problems: [{ field: "topic" }] } }])
    const events: string[] = []
    const { body } = await route.POST(call("POST", { topic: "How do we welcome new people?" }))
    const messages = body!.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
    for await (const { event = "", data } of messages) {
      events.push(event)
      const { discussionId: id } = JSON.parse(data)
      if (event === "awaiting-input") await route.PUT(call("PUT", { id, content: "With a walk through the office." }))
    }
    expect(events).toContain("awaiting-input")
    expect(events.at(-1)).toBe("discussion-completed")
    await (globalThis as { conclave?: StoredConclave }).conclave?.close()
  })

  test("conclave discuss prints a whole discussion, marked as rehearsal [library.embedded] [models.rehearsal-marked]", async () => {
    const { code, out, err } = await runConclave(["discuss", "Tea or coffee at our meetings?"], { cwd: folder })
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("Tea or coffee at our meetings?")
    expect(out).toContain("no API was called")
    for (const part of ["Round 1 of 3", "Divergent", "Convergent", "Critical", "Synthesis", "Outcome"]) {
      expect(out).toContain(part)
    }
    expect(out).not.toContain("\u001b")
  })

  test("npm start runs without configuration, prints its address and stops on a signal [cli.npm-start]", async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    expect(scripts.start).toBe("node bin/conclave.js serve")
    const server = startConclave(["serve"], { cwd: folder, env: { PORT: "0" } })
    const url = /^Conclave is running at (http:\/\/127\.0\.0\.1:\d+)$/.exec(await firstLine(server))?.[1]
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect(await (await fetch(`${url}/`)).text()).toContain("<html")
    server.kill("SIGTERM")
    expect((await once(server, "close"))[0]).toBe(0)
  })
})
