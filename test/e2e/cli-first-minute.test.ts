import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"
import { hasTerminal, painted, TerminalRun } from "../support/terminal.ts"

let server: Server
let ollama: string
let asked = 0
const folders: string[] = []

/** Two models; the first only makes embeddings. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url?.startsWith("/401")) return response.writeHead(401).end("no")
    if (request.url === "/api/tags")
      return response.end('{"models":[{"name":"nomic-embed-text:latest"},{"name":"tiny:latest"}]}')
    if (request.url === "/api/show") {
      const isEmbedder = body.includes("nomic")
      return response.end(JSON.stringify({ capabilities: [isEmbedder ? "embedding" : "completion"], model_info: {} }))
    }
    asked++
    response.write('{"message":{"content":"Tea is fine by me."},"done":false}\n')
    response.end('{"message":{"content":""},"done":true,"done_reason":"stop","prompt_eval_count":9,"eval_count":5}\n')
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  ollama = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "conclave-first-"))
  folders.push(folder)
  return folder
}

const question = ["discuss", "Tea?", "--rounds", "1", "--no-record"]

test("when piped, discuss uses and names the available models without prompting or writing files", async () => {
  const cwd = newFolder()
  const before = asked
  const { err } = await runConclave(question, { cwd, env: { OLLAMA_HOST: ollama } })
  expect(err).toContain("Using ollama/tiny:latest: Ollama is ready.")
  expect(err).toContain("--model")
  expect(asked).toBeGreaterThan(before)
  expect(await runConclave(["config"], { cwd })).toMatchObject({
    out: expect.stringMatching(/model +rehearsal\/auto +default/),
  })
})

test("unavailable models are reported before the first turn, each reason once, and nothing is stored", async () => {
  const cwd = newFolder()
  const key = { OPENAI_API_KEY: "sk-very-secret", OPENAI_BASE_URL: `http://${ollama}/401` }
  const seats = [
    "-s",
    "A=ollama/tiny",
    "-s",
    "B=ollama/absent",
    "-s",
    "C=openai/gpt-5.5",
    "-s",
    "D=openai/gpt-5.4-mini",
  ]
  const { code, out, err } = await runConclave(["discuss", "Tea?", "-f", "panel", ...seats, "--json"], {
    cwd,
    env: { OLLAMA_HOST: ollama, ...key },
  })
  expect(code).toBe(1)
  expect(err).toBe(
    'conclave: nothing was started: ollama has no model "absent"; run: ollama pull absent; openai refused the key (401); check OPENAI_API_KEY\n',
  )
  expect(JSON.parse(out).error.code).toBe("MODEL_UNAVAILABLE")
  const down = await runConclave(["discuss", "Tea?", "--model", "compatible/x"], {
    cwd,
    env: { COMPATIBLE_BASE_URL: "http://127.0.0.1:1/v1" },
  })
  expect(down.err).toContain("compatible cannot be reached at 127.0.0.1:1; start the server or set COMPATIBLE_BASE_URL")
  const doctor = await runConclave(["doctor"], { cwd, env: key })
  expect(doctor.out).toContain(
    "FAIL  provider openai: openai refused the key (401); check OPENAI_API_KEY (key from OPENAI_API_KEY in the environment)\n",
  )
  const unreachable = await runConclave(["doctor"], { cwd, env: { ...key, OPENAI_BASE_URL: "http://127.0.0.1:65000" } })
  expect(unreachable.out).toMatch(
    /FAIL {2}provider openai: openai cannot be reached at 127\.0\.0\.1:65000 \(ECONNREFUSED\); check the network, or OPENAI_BASE_URL \(key from .*\)\n/,
  )
  expect((await runConclave(["list", "--json"], { cwd })).out).toContain('"discussions": []')
})

test("an explicitly chosen model is used without a prompt", async () => {
  const cwd = newFolder()
  const before = asked
  writeFileSync(join(cwd, "conclave.yaml"), "model: rehearsal/auto\n")
  const configured = await runConclave(question, { cwd, env: { OLLAMA_HOST: ollama } })
  expect(configured.err).not.toContain("ollama")
  expect(asked).toBe(before)
})

describe.skipIf(!hasTerminal)("in a terminal", () => {
  test("FORCE_COLOR=0 turns colours off; they are on by default", async () => {
    const show = async (env: Record<string, string>) => {
      const run = new TerminalRun(["models"], { cwd: newFolder(), columns: 80, env })
      await run.end()
      return run.output
    }
    expect(await show({})).toMatch(painted)
    expect(await show({ FORCE_COLOR: "0" })).not.toMatch(painted)
  })

  test("the CLI asks once about available models and keeps the answer beside the existing configuration", async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, "conclave.yaml"), "# ours\nlanguage: en\n")
    const options = { cwd, columns: 80, env: { OLLAMA_HOST: ollama } }
    const first = new TerminalRun(question, options)
    await first.until(/Ollama is ready\. Discuss with ollama\/tiny:latest\? \[Y\/n or provider\/model\]/)
    first.type("nonsense\r")
    await first.until(/"nonsense" is not a model/)
    first.type("\r")
    await first.until(/model: ollama\/tiny:latest to conclave\.yaml/)
    await first.end()
    expect(readFileSync(join(cwd, "conclave.yaml"), "utf8")).toBe("# ours\nlanguage: en\nmodel: ollama/tiny:latest\n")
    const second = new TerminalRun(question, options)
    await second.end()
    expect(second.output).not.toContain("is ready")
    expect(second.output).not.toContain("Rehearsal")
  })

  test("declining starts a rehearsal and is remembered in the configuration", async () => {
    const cwd = newFolder()
    const options = { cwd, columns: 80, env: { OLLAMA_HOST: ollama } }
    const first = new TerminalRun(question, options)
    await first.until(/\[Y\/n or provider\/model\]/)
    first.type("n\r")
    await first.until(/model: rehearsal\/auto to conclave\.yaml/)
    await first.until(/Rehearsal/)
    await first.kill()
  })
})
