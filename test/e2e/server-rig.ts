import type { AddressInfo, Socket } from "node:net"
import { serve } from "@hono/node-server"
import { embeddedServices } from "../../src/main/embedded-services.ts"
import type { Model } from "../../src/ports/model.ts"
import { createServer, type Server, type ServerOptions, type Services } from "../../src/server/index.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"

export interface Rig {
  readonly server: Server
  readonly services: Services
  /** Internal errors that the server reported. */
  readonly faults: unknown[]
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what a server answers is what the test is about
  readonly body: any
}

/** An in-process server without a socket. */
export function rig(options: Partial<ServerOptions> = {}, models: readonly Model[] = []): Rig {
  const faults: unknown[] = []
  const services = options.services ?? embeddedServices({ models, env: {} })
  const store = new MemoryKeyStore(services.clock, services.idempotency)
  const keys = { store, spend: new MemorySpendLedger(services.clock), required: false }
  const server = createServer({ keys, ...options, services, onError: (error) => void faults.push(error) })
  return {
    server,
    services,
    faults,
    async call(method, path, body, headers = {}) {
      const init = {
        method,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      }
      const response = await server.fetch(new Request(`http://localhost${path}`, init))
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.startsWith("application/json")
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text !== "" ? JSON.parse(text) : text,
      }
    },
  }
}

export interface Listening {
  readonly url: string
  readonly port: number
  readonly sockets: Set<Socket>
  close(): Promise<void>
}

/** The same server on a real port. */
export async function listen({ server }: Pick<Rig, "server">): Promise<Listening> {
  const sockets = new Set<Socket>()
  const http = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve(
      {
        fetch: (request, { outgoing }) => server.fetch(request, { cut: () => void outgoing.destroy() }),
        port: 0,
        hostname: "127.0.0.1",
      },
      () => resolve(listening),
    )
  })
  http.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** A model that emits one word per call of `step`. */
export function steppedModel(id: string, words: readonly string[]): Model & { step(): boolean } {
  const waiting: (() => void)[] = []
  const script = scriptedModel({ id, replies: () => ({ chunks: words }) })
  return {
    ...script,
    async *stream(call, signal) {
      for await (const part of script.stream(call, signal)) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        yield part
      }
    },
    step() {
      const next = waiting.shift()
      next?.()
      return next !== undefined
    },
  }
}

/** Polls a condition that no event announces. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5))
}
