import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, describe, expect, test } from "vitest"
import type { Model, ModelCall, ModelPart } from "../../ports/model.ts"
import { maxUnreadBytes } from "./bounded-fetch.ts"
import { type ProviderName, providerModels } from "./index.ts"
import { maxAnswerLength } from "./stream-answer.ts"

const canary = "sk-canary-4f1e2d3c4b5a6978"
const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A provider's model with a server whose responses the test determines. */
async function modelAt(listener: RequestListener, name: ProviderName = "compatible"): Promise<Model> {
  const baseUrl = await serve(listener)
  return providerModels({ [name]: { apiKey: canary, baseUrl } }).find(`${name}/some-model`)!
}

const call: ModelCall = {
  prompt: { rules: "Rules", transcript: [], ask: "Speak." },
  discussionId: "d",
  label: "a turn",
  temperature: 0.7,
  maxTokens: 100,
  stop: [],
  seed: 1,
}

const never = new AbortController().signal

async function collectParts(model: Model, signal = never): Promise<readonly ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of model.stream(call, signal)) parts.push(part)
  return parts
}

function chunk(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

function stream(response: ServerResponse, ...chunks: readonly string[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const each of chunks) response.write(each)
}

const closed = (request: IncomingMessage) => once(request.socket, "close")

test.each(["compatible", "openai", "anthropic", "google", "ollama"] as const)(
  "%s gets trace headers only if a trace is recorded",
  async (name) => {
    const told: unknown[] = []
    const model = await modelAt(({ headers: { traceparent, authorization, "x-api-key": key } }, response) => {
      told.push({ traceparent, hasKey: [authorization, key].some((value) => value?.includes(canary)) })
      response.writeHead(400).end()
    }, name)
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for (const asked of [call, { ...call, requestTraceparent: traceparent }]) {
      await expect(model.stream(asked, never)[Symbol.asyncIterator]().next()).rejects.toThrow()
    }
    const hasKey = name !== "google"
    expect(told).toEqual([{ hasKey }, { traceparent, hasKey }])
  },
)

describe("text and reasoning", () => {
  test("Anthropic's compaction summary is not part of the reply", async () => {
    const recorded = readFileSync(
      new URL("../../../test/fixtures/providers/anthropic-text.chunks.txt", import.meta.url),
      "utf8",
    )
    const chunks = recorded.split("\n").filter((line) => line !== "")
    const at = (index: number, event: object) => JSON.stringify({ ...event, index })
    const summary = [
      at(0, { type: "content_block_start", content_block: { type: "compaction", content: null } }),
      at(0, { type: "content_block_delta", delta: { type: "compaction_delta", content: "Summary: they greeted." } }),
      at(0, { type: "content_block_stop" }),
    ]
    const moved = chunks.slice(1).map((line) => line.replace('"index":0', '"index":1'))
    const listener =
      (lines: readonly string[]): RequestListener =>
      (_, response) => {
        stream(response, ...lines.map((line) => `event: ${JSON.parse(line).type}\ndata: ${line}\n\n`))
        response.end()
      }
    const said = async (lines: readonly string[]) => {
      const parts = await collectParts(await modelAt(listener(lines), "anthropic"))
      return parts.map((part) => ("text" in part ? part.text : "")).join("")
    }
    const plain = await said(chunks)
    expect(plain).toMatch(/^Hello! /)
    expect(await said([chunks[0]!, ...summary, ...moved])).toBe(plain)
  })

  test("reasoning between tags is separated from the reply", async () => {
    const model = await modelAt((_, response) => {
      stream(response, chunk({ content: "<thi" }), chunk({ content: "nk>hm</th" }), chunk({ content: "ink>Yes." }))
      response.end(chunk({}, "stop"))
    })
    const parts = await collectParts(model)
    const of = (type: ModelPart["type"]) => parts.map((part) => (part.type === type && "text" in part ? part.text : ""))
    expect(of("reasoning").join("")).toBe("hm")
    expect(of("text").join("")).toBe("Yes.")
    expect(parts.at(-1)).toMatchObject({ type: "finish", reason: "stop", usage: { estimated: true } })
  })

  test("a reply that was cut within a tag keeps its text", async () => {
    const model = await modelAt((_, response) => {
      stream(response, chunk({ content: "<thin" }))
      response.end(chunk({}, "length"))
    })
    expect((await collectParts(model)).slice(0, -1)).toEqual([{ type: "text", text: "<thin" }])
  })
})

describe.each<ProviderName>(["openai", "anthropic", "google", "openrouter", "ollama", "compatible"])("%s", (name) => {
  test("an abort before the headers reaches the socket [models.abort-socket]", async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const model = await modelAt((request) => arrived.resolve(request), name)
    const control = new AbortController()
    const listening = collectParts(model, control.signal)
    const gone = closed(await arrived.promise)
    control.abort()
    await expect(listening).rejects.toMatchObject({ name: "ConclaveError", code: "ABORTED" })
    await gone
  })

  test("a call that was aborted before its start sends nothing", async () => {
    let requests = 0
    const model = await modelAt(() => requests++, name)
    await expect(collectParts(model, AbortSignal.abort())).rejects.toMatchObject({ code: "ABORTED" })
    expect(requests).toBe(0)
  })

  test("a redirect is not followed, so the key is not sent elsewhere [models.keys]", async () => {
    const elsewhere: IncomingMessage[] = []
    const other = await serve((request, response) => {
      elsewhere.push(request)
      response.end()
    })
    const model = await modelAt((_, response) => response.writeHead(307, { location: other }).end(), name)
    await expect(collectParts(model)).rejects.toMatchObject({ code: "PROVIDER_ERROR", recoverable: false })
    expect(elsewhere).toEqual([])
  })

  test("an endless error page is read only as far as needed", async () => {
    const model = await modelAt((request, response) => {
      response.writeHead(500, { "content-type": "text/html" })
      const more = () => {
        while (!request.socket.destroyed && response.write("x".repeat(65_536)));
      }
      response.on("drain", more)
      more()
    }, name)
    await expect(collectParts(model)).rejects.toMatchObject({ code: "PROVIDER_ERROR", recoverable: true })
  })

  test.each([
    [400, "PROVIDER_ERROR", false],
    [401, "MODEL_UNAVAILABLE", false],
    [403, "MODEL_UNAVAILABLE", false],
    [404, "MODEL_UNAVAILABLE", false],
    [408, "PROVIDER_ERROR", true],
    [409, "PROVIDER_ERROR", true],
    [413, "PROVIDER_ERROR", false],
    [425, "PROVIDER_ERROR", true],
    [429, "PROVIDER_ERROR", true],
    [500, "PROVIDER_ERROR", true],
    [503, "PROVIDER_ERROR", true],
    [529, "PROVIDER_ERROR", true],
  ])("a %i is a %s, recoverable: %s [models.retry-statuses] [models.keys]", async (status, code, recoverable) => {
    const model = await modelAt((_, response) => {
      const message = `no luck with ${canary}`
      response.writeHead(status, { "content-type": "application/json", "retry-after": "3" })
      response.end(JSON.stringify({ error: name === "ollama" ? message : { message, code: status, type: "t" } }))
    }, name)
    const failure = await collectParts(model).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: "ConclaveError", code, recoverable })
    expect(failure).toHaveProperty("retryAfterMs", recoverable ? 3_000 : undefined)
    expect(failure).not.toHaveProperty("cause")
    const { message, stack } = failure as Error
    expect(`${message}${stack}${JSON.stringify(failure)}`).not.toContain("canary")
    expect(message).toContain("some-model")
  })

  test("a refused connection is a recoverable failure", async () => {
    const baseUrl = await serve(() => {})
    await new Promise((resolve) => servers.pop()?.close(resolve))
    const model = providerModels({ [name]: { apiKey: canary, baseUrl } }).find(`${name}/m`)!
    await expect(collectParts(model)).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      recoverable: true,
      message: expect.stringContaining(`${new URL(baseUrl).host} (ECONNREFUSED)`),
    })
  })
})

test("parameters that reasoning models refuse are not sent to them", async () => {
  const asked = Promise.withResolvers<Record<string, unknown>>()
  const baseUrl = await serve(async (request, response) => {
    asked.resolve(JSON.parse(await text(request)))
    stream(response, chunk({ content: "Yes." }))
    response.end(chunk({}, "stop"))
  })
  const model = providerModels({ openai: { apiKey: canary, baseUrl } }).find("openai/gpt-5-mini")!
  for await (const _ of model.stream({ ...call, stop: ["["] }, never));
  const body = await asked.promise
  for (const refused of ["temperature", "stop", "seed", "max_tokens"]) expect(body).not.toHaveProperty(refused)
  expect(body.max_completion_tokens).toBeGreaterThan(call.maxTokens)
})

describe.each<ProviderName>(["openai", "compatible", "openrouter"])("a stream of %s", (name) => {
  test("is closed at the socket when its reader stops [models.abort-socket]", async () => {
    const arrived = Promise.withResolvers<IncomingMessage>()
    const model = await modelAt((request, response) => {
      stream(response, chunk({ content: "one" }), chunk({ content: "two" }))
      arrived.resolve(request)
    }, name)
    for await (const part of model.stream(call, never)) {
      expect(part).toEqual({ type: "text", text: "one" })
      break
    }
    await closed(await arrived.promise)
  })

  test("that never ends a line is aborted before it fills the memory", async () => {
    let sent = 0
    const model = await modelAt((request, response) => {
      stream(response, chunk({ content: "one" }))
      response.write("data: ")
      const more = () => {
        while (!request.socket.destroyed && response.write("x".repeat(65_536))) sent += 65_536
      }
      response.on("drain", more)
      more()
    }, name)
    await expect(collectParts(model)).rejects.toMatchObject({ code: "PROVIDER_ERROR", recoverable: false })
    expect(sent).toBeLessThan(4 * maxUnreadBytes)
  })

  test("that never ends is aborted at the maximum length of a reply", async () => {
    let sent = 0
    const words = "x".repeat(65_536)
    const model = await modelAt((request, response) => {
      stream(response)
      const more = () => {
        while (!request.socket.destroyed && response.write(chunk({ content: words }))) sent += words.length
      }
      response.on("drain", more)
      more()
    }, name)
    await expect(collectParts(model)).rejects.toMatchObject({
      code: "PROVIDER_ERROR",
      recoverable: false,
      message: expect.stringContaining(String(maxAnswerLength)),
    })
    expect(sent).toBeLessThan(4 * maxAnswerLength)
  })

  test("that ended normally leaves its socket to the next call", async () => {
    const sockets = new Set<unknown>()
    const model = await modelAt((request, response) => {
      sockets.add(request.socket)
      stream(response, chunk({ content: "Yes." }))
      response.end(`${chunk({}, "stop")}data: [DONE]\n\n`)
    }, name)
    for (let time = 0; time < 10; time++) await collectParts(model)
    expect(sockets.size).toBeLessThan(5)
  })
})
