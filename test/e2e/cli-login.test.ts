import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { runConclave } from "../support/conclave-process.ts"
import { hasTerminal, TerminalRun } from "../support/terminal.ts"

let folder: string
let server: Server
let baseUrl: string
const seenKeys: (string | undefined)[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "conclave-login-"))
  server = createServer((request, response) => {
    seenKeys.push(request.headers.authorization)
    response.writeHead(401, { "content-type": "application/json" }).end('{"error":{"message":"bad key"}}')
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const secret = "sk-very-secret"

function run(args: readonly string[], { input = "", ...env }: Record<string, string> = {}) {
  const CONCLAVE_CREDENTIALS = join(folder, "kept", "credentials.json")
  return runConclave(args, { cwd: folder, input, env: { CONCLAVE_CREDENTIALS, ...env } })
}

test("a key from standard input is saved in one file of mode 0600, reported by config and doctor, and never printed", async () => {
  const file = join(folder, "kept", "credentials.json")
  const login = await run(["login", "openai"], { input: `${secret}\n`, OPENAI_BASE_URL: baseUrl })
  expect(login).toMatchObject({ code: 0, out: "" })
  expect(login.err).toContain(`Saved the key for OpenAI in ${file}`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, "utf8")).toContain(secret)

  const config = await run(["config", "--json"], { OPENAI_BASE_URL: baseUrl })
  expect(JSON.parse(config.out).settings).toContainEqual({ name: "openai key", value: "set", from: file })
  const doctor = await run(["doctor"], { OPENAI_BASE_URL: baseUrl })
  expect(doctor.out).toMatch(new RegExp(`provider openai: .*key from ${file}`))

  // The environment takes precedence, and a provider at another address does not get the key.
  const both = await run(["config", "--json"], { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: "sk-other" })
  const from = "OPENAI_API_KEY in the environment"
  expect(JSON.parse(both.out).settings).toContainEqual({ name: "openai key", value: "set", from })
  writeFileSync(join(folder, ".env"), "OPENAI_BASE_URL=http://127.0.0.1:9/v1\n")
  const elsewhere = await run(["config", "--json"])
  const value = `not used: it was saved for ${new URL(baseUrl).origin}`
  expect(JSON.parse(elsewhere.out).settings).toContainEqual({ name: "openai key", value, from: file })
  rmSync(join(folder, ".env"))

  const asked = await run(["discuss", "Tea?", "--model", "openai/gpt-5.5", "--rounds", "1"], {
    OPENAI_BASE_URL: baseUrl,
  })
  expect(seenKeys).toContain(`Bearer ${secret}`)
  const shown = [login, config, doctor, both, elsewhere, asked].map(({ out, err }) => out + err).join("")
  expect(shown).not.toContain("very-secret")

  const logout = await run(["logout", "openai"], { OPENAI_API_KEY: "sk-other" })
  expect(logout.err).toContain("Removed the key for OpenAI from")
  expect(logout.err).toContain("OPENAI_API_KEY is still set in the environment")
  expect(readFileSync(file, "utf8")).not.toContain(secret)
  expect((await run(["logout", "openai"])).err).toContain("No key for OpenAI is saved")
})

test("an invalid key, an unknown provider or a key on the command line is refused without echoing the key", async () => {
  const refused = await run(["login", "openai", secret])
  expect(refused.code).toBe(2)
  expect(refused.err).toContain("standard input")
  expect(refused.err).not.toContain("very-secret")
  expect(await run(["login", "opnai"], { input: "x" })).toMatchObject({
    code: 2,
    err: expect.stringContaining('unknown provider "opnai"; did you mean "openai"?'),
  })
  expect((await run(["login", "ollama"], { input: "x" })).err).toContain("Ollama needs no key")
  expect((await run(["login", "azure"], { input: "x" })).err).toContain("set AZURE_BASE_URL first")
  expect((await run(["login", "xai"], { input: " \n" })).err).toContain("key: must not be empty")
  const json = await run(["login", "groq", "--json"], { input: "gsk-1" })
  expect(JSON.parse(json.out)).toMatchObject({ provider: "groq", origin: "https://api.groq.com" })
})

describe.skipIf(!hasTerminal)("in a terminal", () => {
  test("the key prompt does not echo; Ctrl-C saves nothing", async () => {
    const CONCLAVE_CREDENTIALS = join(folder, "typed.json")
    const options = { cwd: folder, columns: 80, env: { CONCLAVE_CREDENTIALS } }
    const typed = new TerminalRun(["login", "mistral"], options)
    await typed.until(/Key for Mistral \(not shown\): $/)
    typed.type("ms-very-sex\u007fcret\r")
    expect(await typed.end()).toBe(0)
    expect(typed.output).not.toMatch(/very|cret/)
    expect(JSON.parse(readFileSync(CONCLAVE_CREDENTIALS, "utf8"))).toEqual({
      mistral: { key: "ms-very-secret", origin: "https://api.mistral.ai" },
    })
    const left = new TerminalRun(["login", "xai"], options)
    await left.until(/not shown\): $/)
    left.type("xai-half\u0003")
    expect(await left.end()).toBe(130)
    expect(readFileSync(CONCLAVE_CREDENTIALS, "utf8")).not.toContain("xai")
  })
})
