import { createAnthropic } from "@ai-sdk/anthropic"
import { createGoogleGenerativeAI } from "@ai-sdk/google"
import { createOpenAI } from "@ai-sdk/openai"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import type { LanguageModelV4 } from "@ai-sdk/provider"
import { createOpenRouter } from "@openrouter/ai-sdk-provider"
import { createOllama } from "ai-sdk-ollama"
import { afterEach, beforeEach, expect, test } from "vitest"
import { type FaultName, faults } from "./faults.ts"
import { startWireProcess } from "./process.ts"
import { recording } from "./recordings.ts"
import { startWireServer, type WireServer } from "./server.ts"

let server: WireServer

beforeEach(async () => {
  server = await startWireServer({ models: ["first", "second"] })
})

afterEach(() => server.close())

const apiKey = "sk-canary-wire"

/** The path and body that request a stream on each wire. */
const asks = {
  openai: ["/v1/chat/completions", { model: "m", stream: true, stream_options: { include_usage: true } }],
  openrouter: ["/api/v1/chat/completions", { model: "m", stream: true }],
  anthropic: ["/v1/messages", { model: "m", stream: true }],
  google: ["/v1beta/models/m:streamGenerateContent?alt=sse", {}],
  ollama: ["/api/chat", { model: "m" }],
} as const

type Wire = keyof typeof asks
const wires = Object.keys(asks) as Wire[]

function ask(wire: Wire, init: RequestInit = {}): Promise<Response> {
  const [path, body] = asks[wire]
  const headers = { authorization: `Bearer ${apiKey}` }
  return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body), ...init })
}

function packages(): Record<string, LanguageModelV4> {
  const at = (provider: Parameters<WireServer["baseUrl"]>[0]) => ({ apiKey, baseURL: server.baseUrl(provider) })
  return {
    openai: createOpenAI(at("openai")).chat("gpt-4.1"),
    compatible: createOpenAICompatible({ name: "any", includeUsage: true, ...at("compatible") }).chatModel("m"),
    openrouter: createOpenRouter(at("openrouter")).chat("maker/model"),
    anthropic: createAnthropic(at("anthropic")).languageModel("claude-sonnet-4-5"),
    google: createGoogleGenerativeAI(at("google")).languageModel("gemini-2.5-flash"),
    ollama: createOllama(at("ollama")).chat("llama3"),
  }
}

test("every provider's package reads text, reasoning, usage and the end of a scripted answer", async () => {
  const text = "Grüße, 世界 👋🏽\nund mehr"
  const usage = { prompt: 50, cached: 10, completion: 9, reasoning: 4 }
  for (const [provider, model] of Object.entries(packages())) {
    server.script({ answer: { text, reasoning: "Erwägung ½", finish: "length", usage } })
    const { stream } = await model.doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "?" }] }] })
    let said = ""
    let thought = ""
    for await (const part of stream) {
      if (part.type === "text-delta") said += part.delta
      if (part.type === "reasoning-delta") thought += part.delta
      if (part.type !== "finish") continue
      expect.soft(part.finishReason.unified, provider).toBe("length")
      expect.soft(part.usage.inputTokens.total, provider).toBe(50)
      expect.soft(part.usage.outputTokens.total, provider).toBe(9)
    }
    expect.soft(said, provider).toBe(text)
    // OpenAI does not expose its reasoning.
    expect.soft(thought, provider).toBe(provider === "openai" ? "" : "Erwägung ½")
  }
})

test("requests without streaming get a complete response", async () => {
  for (const [provider, model] of Object.entries(packages())) {
    server.script({ answer: "all at once" })
    const answer = await model.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "?" }] }] })
    expect.soft(answer.content, provider).toEqual([expect.objectContaining({ type: "text", text: "all at once" })])
  }
})

test.each([
  ["openai", "openai-chat-text"],
  ["openai", "deepseek-reasoning"],
  ["anthropic", "anthropic-text"],
  ["google", "google-text"],
] as const)("%s serves the recording %s as it was recorded", async (wire, name) => {
  server.script({ answer: { recording: name } })
  const lines = (await (await ask(wire)).text()).split("\n").filter((line) => line.startsWith("data: "))
  const data = lines.map((line) => line.slice("data: ".length)).filter((line) => line !== "[DONE]")
  expect(data.map((line) => JSON.parse(line))).toEqual(recording(name).map((line) => JSON.parse(line)))
})

test.each(wires)("on the %s wire every fault has an observable effect", async (wire) => {
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const healthy = await bytes(await ask(wire))
  const names = Object.keys(faults) as FaultName[]
  for (const fault of names.filter((name) => !name.startsWith("hang-") && name !== "tiny-writes")) {
    server.script({ fault })
    const well = await ask(wire, { redirect: "manual" })
      .then(async (response) => (await bytes(response)).equals(healthy) && response.status === 200)
      .catch(() => false)
    expect.soft(well, fault).toBe(false)
  }
})

test.each(wires)("on the %s wire tiny writes change where the bytes are split, not the bytes", async (wire) => {
  const answer = "Grüße, 世界 👋🏽 ".repeat(20)
  server.script({ answer }, { answer, fault: "tiny-writes" })
  const whole = await (await ask(wire)).text()
  const pieces: Uint8Array[] = []
  const response = await ask(wire)
  for await (const piece of response.body ?? []) pieces.push(piece)
  expect(Buffer.concat(pieces).toString()).toBe(whole)
  expect(pieces.every((piece) => piece.length <= 7)).toBe(true)
})

test("an error response contains the request's key and, if it has one, the retry delay", async () => {
  server.script({ fault: "unauthorised" }, { fault: "rate-limited-seconds" }, { fault: "rate-limited-date" })
  const unauthorised = await ask("anthropic")
  expect(unauthorised.status).toBe(401)
  expect(await unauthorised.json()).toMatchObject({
    type: "error",
    error: { message: expect.stringContaining(apiKey) },
  })
  expect((await ask("openai")).headers.get("retry-after")).toBe("7")
  expect(Date.parse((await ask("google")).headers.get("retry-after") ?? "")).toBeGreaterThan(Date.now())
})

test.each(wires)("on the %s wire the server records which side closed the socket", async (wire) => {
  for (const fault of ["hang-before-headers", "hang-after-headers", "hang-mid-stream"] as const) {
    server.script({ fault })
    const caller = new AbortController()
    const arrival = server.nextRequest()
    const reading = ask(wire, { signal: caller.signal }).then((response) => response.text())
    const request = await arrival
    expect(request.ending, fault).toBeUndefined()
    caller.abort()
    await expect(reading, fault).rejects.toThrow()
    expect(await request.closed, fault).toBe("client")
  }
  server.script({ fault: "cut-mid-stream", at: 2 }, {})
  await expect(ask(wire).then((response) => response.text())).rejects.toThrow()
  await (await ask(wire)).text()
  const [cut, answered] = server.requests.slice(-2)
  expect([await cut?.closed, cut?.sent, await answered?.closed]).toEqual(["server", 2, "answered"])
})

test("script entries apply in order to a number of requests, one wire or one model", async () => {
  server.script(
    { wire: "ollama", fault: "server-error" },
    { fault: "unavailable", times: 2 },
    { model: "x", fault: "conflict" },
  )
  const statuses = []
  for (const wire of ["openai", "ollama", "google", "openai"] as const) statuses.push((await ask(wire)).status)
  statuses.push((await ask("ollama", { body: JSON.stringify({ model: "x" }) })).status)
  expect(statuses).toEqual([503, 500, 503, 200, 409])
})

test("a test can release the chunks one by one", async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  server.script({ answer: { text: ["one", "two"] }, beforeChunk: (index) => gates[index]?.promise })
  const response = await ask("ollama")
  const seen: string[] = []
  gates[0]?.resolve()
  for await (const bytes of response.body ?? []) {
    const { message } = JSON.parse(Buffer.from(bytes).toString())
    seen.push(`${message.content}:${server.requests.at(-1)?.sent}`)
    gates[seen.length]?.resolve()
  }
  expect(seen.map((line) => line.split(":")[0])).toEqual(["one", "two", ""])
})

test("the server lists its models in each provider's format, and details of an Ollama model", async () => {
  const get = async (path: string, headers = {}) => (await fetch(server.url + path, { headers })).json()
  expect(await get("/v1/models")).toMatchObject({ data: [{ id: "first" }, { id: "second" }] })
  expect(await get("/v1/models", { "anthropic-version": "x" })).toMatchObject({
    data: [{ type: "model", id: "first" }, {}],
  })
  expect(await get("/v1beta/models")).toMatchObject({ models: [{ name: "models/first" }, {}] })
  expect(await get("/api/tags")).toMatchObject({ models: [{ name: "first" }, { name: "second" }] })
  expect(await get("/api/version")).toMatchObject({ version: expect.any(String) })
  const show = (model: string) => fetch(`${server.url}/api/show`, { method: "POST", body: JSON.stringify({ model }) })
  expect(await (await show("first")).json()).toMatchObject({ capabilities: expect.arrayContaining(["completion"]) })
  expect((await show("third")).status).toBe(404)
})

test("the server runs in a separate process and is scripted from outside", async () => {
  const child = await startWireProcess(["--answer", "from afar"])
  try {
    await child.script({ fault: "overloaded" })
    const post = () =>
      fetch(`${child.baseUrl("ollama")}/api/chat`, { method: "POST", body: '{"model":"m","stream":false}' })
    expect((await post()).status).toBe(529)
    expect(await (await post()).json()).toMatchObject({ message: { content: "from afar" } })
    expect(await child.requests()).toMatchObject([{ path: "/api/chat", ending: "answered" }, { wire: "ollama" }])
  } finally {
    await child.close()
  }
})
