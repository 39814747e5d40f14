import type { IncomingMessage, ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout } from "node:timers/promises"
import { serve as listen } from "@hono/node-server"
import { invalidField } from "../core/errors.ts"
import { checkBinding, createServer, defaultBodyLimit, type McpHandler, Metrics, readPage } from "../server/index.ts"
import { type App, type AppOptions, createApp } from "./app.ts"
import { DeadConnections } from "./dead-connections.ts"
import { version } from "./version.ts"
import { Watchdog } from "./watchdog.ts"

export interface ServeOptions extends Omit<AppOptions, "isLocal" | "instrumentStore"> {
  readonly host: string
  readonly port: number
}

export interface RunningServer {
  readonly url: string
  readonly app: App
  /** False in a clone whose page is not built. */
  readonly hasPage: boolean
  /** Stops accepting requests, waits up to `graceMs` for turns in flight, and shuts down. */
  close(graceMs: number): Promise<void>
}

interface NodeBindings {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/** Starts the API, the page if it is built, and workers. Refuses to listen beyond this machine if no API key exists. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host, config } = options
  const metrics = new Metrics()
  const { hosts = [] } = config.server ?? {}
  const isLocal = !(await checkBinding({ host, hosts, keys: { hasAny: async () => true } })).keysRequired
  const watchdog = new Watchdog(options.location)
  let app: App | undefined
  try {
    const instrumentStore: AppOptions["instrumentStore"] = (store) => metrics.instrumentStore(store)
    app = await createApp({ ...options, isLocal, instrumentStore, guard: watchdog.guard })
    const server = await startHttpServer(app, options, metrics, watchdog)
    const stopMeasuring = measureApp(metrics, app)
    const close = async (graceMs: number) => {
      stopMeasuring()
      await server.close(graceMs).finally(() => watchdog.close())
    }
    return { ...server, close }
  } catch (error) {
    await Promise.allSettled([app?.close(0), watchdog.close()])
    throw error
  }
}

/** Returns a function that stops it. */
function measureApp(metrics: Metrics, { storage: { runs } }: App): () => void {
  metrics.gauge("conclave_running_discussions", "Discussions that this process is running.", () => runs.size)
  // NaN if the database is unavailable, so that the other metrics are still reported.
  const unknown = () => Number.NaN
  const queued = () => Promise.race([runs.countQueued(), setTimeout(metricTimeoutMs).then(unknown)]).catch(unknown)
  metrics.gauge("conclave_queued_discussions", "Discussions that wait for a worker, across all processes.", queued)
  return metrics.watchEventLoop()
}

/** Timeout for a metric from the database, which must not delay the others. */
const metricTimeoutMs = 1_000

/** Maximum wait for open responses on shutdown; long polls may take longer. */
const drainTimeoutMs = 1_000

async function startHttpServer(
  app: App,
  { host, port, config, env, onError }: Pick<ServeOptions, "host" | "port" | "config" | "env" | "onError">,
  metrics: Metrics,
  watchdog: Watchdog,
): Promise<RunningServer> {
  const { hosts = [], origins = [], trust_proxy: trustsProxy } = config.server ?? {}
  const { requests_per_minute, streams_per_key, body_limit } = config.server ?? {}
  const { keysRequired } = await checkBinding({ host, hosts, keys: app.keys })
  const page = readPage()
  const server = createServer({
    page,
    services: app.services,
    keys: { store: app.keys, spend: app.spend, required: keysRequired, trustsProxy },
    hosts,
    origins,
    metrics,
    traceRequest: app.traceRequest,
    limits: {
      ...(requests_per_minute !== undefined && {
        keyRequestsPerMinute: requests_per_minute,
        addressRequestsPerMinute: requests_per_minute,
      }),
      ...(streams_per_key !== undefined && { keyStreams: streams_per_key }),
    },
    ...(body_limit !== undefined && { bodyLimit: body_limit }),
    mcp: lazyMcp({ bodyLimit: body_limit ?? defaultBodyLimit, secret: sharedSecret(env), onError }),
    onError,
  })
  const pendingResponses = new Set<Promise<Response>>()
  const http = await new Promise<ReturnType<typeof listen>>((resolve, reject) => {
    const fetch = (request: Request, { incoming, outgoing }: NodeBindings) => {
      watchdog.onRequest(request.method, pathOf(request.url))
      const bindings = { cut: () => void outgoing.destroy(), address: incoming.socket.remoteAddress }
      const response = server.fetch(request, bindings)
      pendingResponses.add(response)
      const remove = () => void pendingResponses.delete(response)
      response.then(remove, remove)
      return response
    }
    const listening = listen({ fetch: fetch as never, hostname: host, port }, () => resolve(listening))
    listening.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
  })
  // A client that lost its network never closes its connection.
  const connections = new DeadConnections()
  http.on("connection", (socket: Socket) => connections.add(socket))
  const url = urlOf(http.address() as AddressInfo)
  await app.storage.setAddress(url)
  return {
    url,
    app,
    hasPage: page !== undefined,
    async close(graceMs) {
      http.close()
      if ("closeIdleConnections" in http) http.closeIdleConnections()
      // Requests in flight get their responses, including one that triggered the shutdown.
      await Promise.race([Promise.allSettled(pendingResponses), setTimeout(Math.min(graceMs, drainTimeoutMs))])
      await app.close(graceMs)
      if ("closeAllConnections" in http) http.closeAllConnections()
    },
  }
}

/** Processes behind one address must share a secret to accept what the others signed. */
function sharedSecret({ CONCLAVE_SECRET }: ServeOptions["env"]): string | undefined {
  const secret = CONCLAVE_SECRET?.trim() || undefined
  if (secret === undefined || Buffer.byteLength(secret) >= 32) return secret
  throw invalidField("CONCLAVE_SECRET", "must have at least 32 bytes")
}

/** The path without its query, which may hold a ticket. */
function pathOf(url: string): string {
  const end = url.indexOf("?")
  return url.slice(url.indexOf("/", 8), end < 0 ? undefined : end)
}

/** Loaded on the first MCP request. */
function lazyMcp(options: {
  readonly bodyLimit: number
  readonly secret: string | undefined
  readonly onError: (error: unknown) => void
}): McpHandler {
  let loading: Promise<McpHandler> | undefined
  return async (request, fetch) => {
    loading ??= import("../mcp/index.ts").then(({ mcpHandler }) => mcpHandler({ version: version(), ...options }))
    return (await loading)(request, fetch)
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === "0.0.0.0" || address === "::" ? "localhost" : family === "IPv6" ? `[${address}]` : address
  return `http://${host}:${port}`
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === "EADDRINUSE") return invalidField("port", `${port} is in use; choose another with --port or PORT`)
  if (error.code === "EACCES") return invalidField("port", `${port} needs more privileges; choose one above 1023`)
  if (error.code === "EADDRNOTAVAIL") return invalidField("host", `${host} is not an address of this machine`)
  return error
}
