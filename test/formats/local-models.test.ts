import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { conclave, readRecording, replay } from "conclave"
import { afterEach, describe, expect, test } from "vitest"
import { collectEvents, ofType } from "./support.ts"

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Behaves like Ollama and like an OpenAI-compatible server, and counts its concurrent calls. */
async function localServer() {
  const seen = { now: 0, most: 0, models: new Set<string>() }
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      response.end(JSON.stringify({ models: [{ name: "tiny" }], data: [{ id: "tiny" }] }))
      return
    }
    seen.now++
    seen.most = Math.max(seen.most, seen.now)
    const { model } = JSON.parse(await bodyOf(request))
    seen.models.add(model)
    if (model === "locked") {
      seen.now--
      response.writeHead(401, { "content-type": "application/json" })
      response.end(JSON.stringify({ error: { message: `bad key: ${request.headers.authorization}` } }))
      return
    }
    // Leaves time for a concurrent call to arrive.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (request.url === "/api/chat") speakOllama(response)
    else speakOpenAi(response)
    seen.now--
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ""
  for await (const chunk of request) body += chunk
  return body
}

function speakOllama(response: ServerResponse): void {
  const line = (value: object) => response.write(`${JSON.stringify({ model: "tiny", created_at: "", ...value })}\n`)
  response.writeHead(200, { "content-type": "application/x-ndjson" })
  line({ message: { role: "assistant", content: "One " }, done: false })
  line({ message: { role: "assistant", content: "thing." }, done: false })
  const message = { role: "assistant", content: "" }
  line({ message, done: true, done_reason: "stop", prompt_eval_count: 20, eval_count: 2 })
  response.end()
}

function speakOpenAi(response: ServerResponse): void {
  const event = (choice: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", choices: [choice], ...more })}\n\n`,
    )
  response.writeHead(200, { "content-type": "text/event-stream" })
  event({ index: 0, delta: { role: "assistant", content: "One " }, finish_reason: null })
  event({ index: 0, delta: { content: "thing." }, finish_reason: null })
  const usage = { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 }
  event({ index: 0, delta: {}, finish_reason: "stop" }, { usage })
  response.end("data: [DONE]\n\n")
}

const seats = (model: string) => ["Ann", "Bo", "Cy", "Di"].map((name) => ({ name, model }))
const together = { rounds: 1, order: "parallel", retries: 0 } as const

describe("a model on this machine", () => {
  test.each([
    ["ollama/tiny", "OLLAMA_HOST"],
    ["compatible/tiny", "COMPATIBLE_BASE_URL"],
  ])("%s works with only its name, one call at a time [models.discovery]", async (model, variable) => {
    const { url, seen } = await localServer()
    const table = conclave({ env: { [variable]: url } })
    const run = table.discuss({
      format: "panel",
      record: false,
      topic: "What first?",
      seats: seats(model),
      options: together,
    })
    await run.outcome
    expect(run.state.turns.map(({ content, modelId }) => [content, modelId])).toEqual(
      Array.from({ length: 4 }, () => ["One thing.", model]),
    )
    expect(run.state.usage.ann).toMatchObject({ promptTokens: 20, completionTokens: 2 })
    expect(seen).toMatchObject({ most: 1, models: new Set(["tiny"]) })
    const { models, providers } = await table.models()
    expect(models.map(({ id }) => id)).toContain(model)
    expect(providers.find(({ name }) => model.startsWith(name))).toMatchObject({ ready: true })
  })

  test("handles as many concurrent calls as configured", async () => {
    const { url, seen } = await localServer()
    const config = { providers: { ollama: { base_url: url, concurrency: 3 } } }
    const run = conclave({ env: {}, config }).discuss({
      format: "panel",
      topic: "What first?",
      seats: seats("ollama/tiny"),
      options: together,
    })
    expect((await run.outcome).stoppingReason).toBe("max_rounds")
    expect(seen.most).toBeGreaterThan(1)
    expect(seen.most).toBeLessThanOrEqual(3)
  })

  test("a queued call can be aborted, and the next one continues", async () => {
    const { url, seen } = await localServer()
    const table = conclave({ env: { OLLAMA_HOST: url } })
    const input = {
      format: "panel",
      record: false,
      topic: "What first?",
      seats: seats("ollama/tiny"),
      options: together,
    } as const
    const [first, second, third] = [table.discuss(input), table.discuss(input), table.discuss(input)]
    await second.abort()
    const outcomes = await Promise.all([first.outcome, second.outcome, third.outcome])
    expect(outcomes.map(({ stoppingReason }) => stoppingReason)).toEqual(["max_rounds", "user_abort", "max_rounds"])
    expect(seen.most).toBe(1)
  })

  test("a named model that is missing is reported, and no rehearsal model replaces it [models.rehearsal-asked]", async () => {
    const { url } = await localServer()
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const run = conclave({ env: { OLLAMA_HOST: url } }).discuss({
      format: "panel",
      topic: "What first?",
      seats: seats("ollama/tiny"),
      options: together,
    })
    const events = await collectEvents(run)
    expect((await run.outcome).stoppingReason).toBe("model_unavailable")
    expect(ofType(events, "turn_skipped")).toHaveLength(4)
    expect(run.state.turns).toEqual([])
  })

  test("is replayed without its server, and the recording contains no key [models.replay] [models.keys]", async () => {
    const { url } = await localServer()
    const lines: string[] = []
    const env = { COMPATIBLE_BASE_URL: url, COMPATIBLE_API_KEY: "sk-canary-0123456789" }
    const run = conclave({ env, record: (line) => lines.push(line) }).discuss({
      format: "panel",
      topic: "What first?",
      seats: [{ name: "Ann", model: ["compatible/locked", "compatible/tiny"] }],
      options: { rounds: 2 },
    })
    const events = await collectEvents(run)
    expect(run.state.turns.map(({ modelId }) => modelId)).toEqual(["compatible/tiny", "compatible/tiny"])
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    const again = replay(readRecording(lines))
    await again.outcome
    const said = run.state.turns.map(({ content, tokenUsage }) => ({ content, tokenUsage }))
    expect(again.state.turns.map(({ content, tokenUsage }) => ({ content, tokenUsage }))).toEqual(said)
    expect(JSON.stringify([lines, events, again.state])).not.toContain("canary")
    expect(ofType(events, "turn_retried")).toMatchObject([{ reason: "fallback", lasting: true }])
  })
})
