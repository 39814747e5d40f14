import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type App, createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { localAccess } from "../../src/server/index.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { type Rig, rig } from "./server-rig.ts"

const folder = mkdtempSync(join(tmpdir(), "conclave-providers-"))
const file = join(folder, "credentials.json")
const secret = "sk-canary-4711"
const said: unknown[] = []
let app: App
let wire: WireServer
let server: Rig

beforeAll(async () => {
  wire = await startWireServer({ models: ["small", "large"] })
  app = await createApp({
    ...{ location: { data: "memory" }, config: parseConfig({}), workers: 1, paced: false, isLocal: true },
    env: { CONCLAVE_CREDENTIALS: file, GROQ_API_KEY: "gsk-from-outside" },
    credentials: {},
    onError: (error) => void said.push(error),
    log: (line) => void said.push(line),
  })
  server = rig({ services: app.services, authenticate: localAccess })
})
afterAll(async () => {
  await app?.close(0)
  await wire?.close()
  rmSync(folder, { recursive: true, force: true })
})

const answers: string[] = []
async function call(method: string, path: string, body?: unknown) {
  const answer = await server.call(method, `/api/v1${path}`, body)
  answers.push(JSON.stringify(answer.body))
  return answer
}
const provider = async (name: string) =>
  (await call("GET", "/providers")).body.providers.find((one: { name: string }) => one.name === name)

describe("providers of a running server [models.set-up]", () => {
  test("a key kept in memory makes a model available at once and is written nowhere", async () => {
    const seats = [{ model: "mistral/small" }, { model: "rehearsal/bold" }]
    const discussion = { format: "duet", topic: "Tea?", seats, start: false }
    expect((await call("POST", "/discussions", discussion)).status).toBe(422)
    expect(await call("PUT", "/providers/mistral", { apiKey: ` ${secret}\n` })).toMatchObject({
      status: 200,
      body: { provider: { name: "mistral", key: "memory", changed: true } },
    })
    expect((await call("POST", "/discussions", discussion)).status).toBe(201)
    const { providers } = (await call("GET", "/models")).body
    expect(providers.find(({ name }: { name: string }) => name === "mistral")).toMatchObject({ ready: true })
    expect((await call("DELETE", "/providers/mistral")).status).toBe(204)
    expect((await call("POST", "/discussions", discussion)).status).toBe(422)
    expect(() => statSync(file)).toThrow()
  })

  test("a key can be kept in the file that login writes, and removed from it", async () => {
    await call("PUT", "/providers/openai", { apiKey: secret, keep: "file" })
    expect(await provider("openai")).toMatchObject({ key: "file" })
    expect(JSON.parse(readFileSync(file, "utf8")).openai).toEqual({ key: secret, origin: "https://api.openai.com" })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await call("DELETE", "/providers/openai")
    expect(await provider("openai")).toMatchObject({ key: null })
    expect(readFileSync(file, "utf8")).not.toContain(secret)
  })

  test("a custom server is tested before it is saved under a name, and its models are listed and answer", async () => {
    const baseUrl = wire.baseUrl("compatible")
    expect((await call("POST", "/providers/compatible:lab/test", { baseUrl })).body).toEqual({
      ok: true,
      models: ["compatible:lab/small", "compatible:lab/large"],
    })
    expect((await call("POST", "/providers/compatible:lab/test", { baseUrl: "http://127.0.0.1:1" })).body).toEqual({
      ok: false,
      models: [],
      reason: "silent",
    })
    await call("PUT", "/providers/compatible:lab", { baseUrl })
    const { models } = (await call("GET", "/models")).body
    expect(models.map(({ id }: { id: string }) => id)).toContain("compatible:lab/large")
    const seats = [{ model: "compatible:lab/small" }, { model: "rehearsal/bold" }]
    const { body } = await call("POST", "/discussions", { format: "duet", topic: "?", seats, options: { rounds: 1 } })
    const over = await call("GET", `/discussions/${body.discussion.id}?wait=30`)
    expect(JSON.stringify(over.body)).toContain("Words off the wire.")
  })

  test("a key is never sent to an address it was not given for", async () => {
    await call("PUT", "/providers/compatible", { baseUrl: "http://127.0.0.1:9/v1", apiKey: secret })
    const before = wire.requests.length
    await call("POST", "/providers/compatible/test", { baseUrl: wire.baseUrl("compatible") })
    await call("PUT", "/providers/compatible", { baseUrl: wire.baseUrl("compatible") })
    await call("GET", "/models")
    const seen = wire.requests.slice(before)
    expect(seen.length).toBeGreaterThan(1)
    expect(JSON.stringify(seen.map(({ headers }) => headers))).not.toContain(secret)
  })

  test("the model list tells whether the caller may configure providers", async () => {
    expect((await call("GET", "/models")).body.configurable).toBe(true)
    const authenticate = () => ({ organisationId: "00000000-0000-4000-8000-000000000001", scope: "read" as const })
    const other = await rig({ services: app.services, authenticate }).call("GET", "/api/v1/models")
    expect(other.body.configurable).toBeUndefined()
  })

  test("a key from the environment is shown as such and cannot be removed", async () => {
    expect(await provider("groq")).toMatchObject({ key: "environment", changed: false })
    await call("DELETE", "/providers/groq")
    expect(await provider("groq")).toMatchObject({ key: "environment" })
  })

  test.each([
    ["nobody", { apiKey: secret }, "name"],
    ["ollama", { apiKey: secret }, "name"],
    ["openai", { baseUrl: "http://127.0.0.1:9" }, "baseUrl"],
    ["ollama", { baseUrl: "http://user:pass@127.0.0.1" }, "baseUrl"],
    ["compatible", { baseUrl: "http://[" }, "baseUrl"],
    ["openai", { apiKey: `${secret} ${secret}` }, "apiKey"],
    ["openai", {}, "apiKey"],
    ["openai", { keep: "file" }, "apiKey"],
  ])("an invalid provider is refused with its field: %s %j", async (name, body, field) => {
    const { status, body: answer } = await call("PUT", `/providers/${name}`, body)
    expect({ status, field: answer.error.details.problems[0].field }).toEqual({ status: 400, field })
  })

  test("only the operator may configure providers", async () => {
    const asked = (organisationId: string, scope: "admin" | "discuss") =>
      rig({ services: app.services, authenticate: () => ({ organisationId, scope }) }).call("GET", "/api/v1/providers")
    expect((await asked("00000000-0000-4000-8000-000000000001", "discuss")).status).toBe(403)
    expect((await asked("00000000-0000-4000-8000-000000000002", "admin")).status).toBe(403)
  })

  test("no key appears in any response or log line", () => {
    expect(answers.length).toBeGreaterThan(20)
    expect(answers.join("\n")).not.toMatch(/canary|gsk-from-outside/)
    expect(JSON.stringify([...said, ...server.faults])).not.toMatch(/canary|gsk-from-outside/)
  })
})
