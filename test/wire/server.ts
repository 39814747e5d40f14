import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { Answer } from "./answer.ts"
import { type Exchange, exchange, type WireRequest } from "./exchange.ts"
import { basePaths, type Provider, type Route, routeOf } from "./routes.ts"
import { type Scripted, script } from "./script.ts"
import { reply, send } from "./send.ts"
import type { Asked } from "./wires/wire.ts"

export interface WireServerOptions {
  readonly port?: number
  /** The answer to a request without a script entry. */
  readonly answer?: Answer | ((request: WireRequest) => Answer)
  /** The models it lists. */
  readonly models?: readonly string[]
  /** Milliseconds before each chunk; a script entry may override it. */
  readonly paceMs?: number
}

export interface WireServer {
  readonly url: string
  /** The base URL for a provider's package. */
  baseUrl(provider: Provider): string
  /** Every request so far, in the order of arrival. */
  readonly requests: readonly WireRequest[]
  /** The next request to arrive. */
  nextRequest(): Promise<WireRequest>
  script(...entries: readonly Scripted[]): void
  close(): Promise<void>
}

/** A local server that speaks the wire formats of the model providers and misbehaves on demand. */
export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  const entries = script()
  const requests: WireRequest[] = []
  const exchanges: Exchange[] = []
  const waiting: ((request: WireRequest) => void)[] = []

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? "/", "http://wire").pathname
    const method = incoming.method ?? "GET"
    const body = await bodyOf(incoming)
    if (path === "/_wire/script") return answerControl(response, () => entries.add(...(body as unknown as Scripted[])))
    if (path === "/_wire/requests") return answerControl(response, () => requests)
    const route = routeOf(method, path, body, incoming.headers)
    const seen = { method, path, wire: route?.wire.name, model: route?.model ?? "", headers: incoming.headers, body }
    const current = exchange(seen, response)
    exchanges.push(current)
    requests.push(current.request)
    for (const arrived of waiting.splice(0)) arrived(current.request)
    if (!route) return reply(response, { status: 404, type: "text/plain", body: "404 page not found" })
    const isAnswered = route.wants === "stream" || route.wants === "whole" || route.wants === "embeddings"
    if (!isAnswered) return json(response, ...about(route))
    const scripted = { ...(options.paceMs !== undefined && { paceMs: options.paceMs }), ...entries.take(route) }
    const fallback = typeof options.answer === "function" ? options.answer(current.request) : options.answer
    await send(current, response, { route, scripted, answer: scripted.answer ?? fallback ?? "Words off the wire." })
  }

  function about(route: Route): [status: number, body: unknown] {
    const models = options.models ?? ["wire-model"]
    if (route.wants === "models") return [200, route.wire.models(models)]
    if (route.wants === "version") return [200, { version: "0.12.0" }]
    if (!models.includes(route.model)) return [404, { error: `model '${route.model}' not found` }]
    return [200, { details: { family: "wire" }, model_info: {}, capabilities: ["completion", "tools", "thinking"] }]
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy()
      reply(response, { status: 500, type: "text/plain", body: `the wire server itself failed: ${error}` })
    })
  })
  server.listen(options.port ?? 0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    baseUrl: (provider) => url + basePaths[provider],
    requests,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    script: (...more) => entries.add(...more),
    async close() {
      const closed = once(server, "close")
      server.close()
      for (const { cut } of exchanges) cut()
      server.closeAllConnections()
      await closed
    },
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<Asked> {
  const raw = await text(incoming)
  return raw === "" ? {} : (JSON.parse(raw) as Asked)
}

function json(response: ServerResponse, status: number, body: unknown): void {
  reply(response, { status, type: "application/json", body: JSON.stringify(body) })
}

/** The paths through which another process scripts this server. */
function answerControl(response: ServerResponse, act: () => unknown): void {
  json(response, 200, act() ?? null)
}
