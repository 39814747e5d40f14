import { HTTPException } from "hono/http-exception"
import { invalidField } from "../core/errors.ts"
import { rewriteA2aErrors } from "./a2a/a2a-error.ts"
import { a2aPath, a2aRoutes } from "./a2a/routes.ts"
import { type Authenticate, Authorizer, localAccess } from "./access/authorizer.ts"
import { keyAuthenticator } from "./access/key-authenticator.ts"
import { KeyCache } from "./access/key-cache.ts"
import { Api } from "./api.ts"
import { OriginGuard, type OriginGuardOptions } from "./guard/origin-guard.ts"
import type { HttpConnection } from "./http/connection.ts"
import { errorResponse, HttpError, withProblemDetails } from "./http/http-error.ts"
import { Idempotency } from "./idempotency.ts"
import { defaultRateLimits, type RateLimits, StreamLimits } from "./limits/stream-limits.ts"
import { Metrics } from "./metrics.ts"
import { chatCompletionRoute } from "./openai/chat-routes.ts"
import { rewriteOpenAiErrors } from "./openai/error-shape.ts"
import { responseRoutes } from "./openai/response-routes.ts"
import { tableModelRoutes } from "./openai/table-models.ts"
import { type PageFiles, servePage } from "./page.ts"
import { agentRoutes } from "./routes/agents.ts"
import { analysisRoutes } from "./routes/analysis.ts"
import { catalogueRoutes } from "./routes/catalogue.ts"
import { chatRoutes } from "./routes/chat.ts"
import { startRoute } from "./routes/discussion.ts"
import { discussionEventRoutes } from "./routes/discussion-events.ts"
import { discussionRoutes } from "./routes/discussions.ts"
import { historyRoutes } from "./routes/history.ts"
import { type KeyOptions, keyRoutes, spendRoutes } from "./routes/keys.ts"
import { listRoutes } from "./routes/list-discussions.ts"
import { type McpHandler, mcpRoutes } from "./routes/mcp.ts"
import { openApiRoutes, operationRoutes } from "./routes/operations.ts"
import { panelRoutes, rewritePanelErrors } from "./routes/panel.ts"
import { projectRoutes } from "./routes/projects.ts"
import { providerRoutes } from "./routes/providers.ts"
import { seatKeyRoutes } from "./routes/seat-keys.ts"
import { seatRoutes } from "./routes/seats.ts"
import { squadRoutes } from "./routes/squad.ts"
import { steeringRoutes } from "./routes/steering.ts"
import { webhookRoutes } from "./routes/webhooks.ts"
import type { Services } from "./services.ts"
import { DiscussionStreams } from "./sse/discussion-streams.ts"

/** Starts the span of a request. `end` is called when the response headers are known. */
export type TraceRequest = (request: Request) => {
  /** The `traceparent` header for discussions that the request starts. */
  readonly traceparent: string
  end(answered: { readonly method: string; readonly route: string; readonly status: number }): void
}

export interface ServerOptions {
  /** `embeddedServices()` for memory only, or `openServices({ data })` for stored discussions. */
  readonly services: Services
  /** API keys. Without them every request acts as an admin of the local organisation. */
  readonly keys?: KeyOptions
  /** Custom authentication, instead of API keys. */
  readonly authenticate?: Authenticate
  /** Allowed host names besides localhost and IP addresses, as `name` or `name:port`. */
  readonly hosts?: OriginGuardOptions["hosts"]
  /** Allowed origins of other web pages, as `https://name` or `https://name:port`. */
  readonly origins?: OriginGuardOptions["origins"]
  /** The path it is mounted at in another app, such as `/conclave`. The web page only works at the root. */
  readonly basePath?: string
  /** The web page from `readPage`. Without one, `/` redirects to `/docs`. */
  readonly page?: PageFiles | undefined
  /** Handles `/mcp`. Without it the path does not exist. */
  readonly mcp?: McpHandler
  /** Overrides of the default rate limits. */
  readonly limits?: Partial<RateLimits>
  /** The metrics to expose; pass the instance that instruments the store. */
  readonly metrics?: Metrics
  /** Maximum size of a request body in bytes (default: 1 MiB). */
  readonly bodyLimit?: number
  /** Traces requests. Without it, discussions join the trace of the request's own `traceparent`. */
  readonly traceRequest?: TraceRequest | undefined
  /** Called with every unexpected error and the request id. The client only gets a 500. */
  readonly onError?: (error: unknown, requestId: string) => void
}

export interface Server {
  /** Handles one web-standard request. */
  fetch(request: Request, connection?: HttpConnection): Promise<Response>
}

export const defaultBodyLimit = 1_048_576

/** The HTTP API as one fetch handler. */
export function createServer(options: ServerOptions): Server {
  const { services, keys, hosts = [], origins = [], bodyLimit = defaultBodyLimit, onError = () => {} } = options
  const { clock } = services
  const limits = { ...defaultRateLimits({ keysRequired: keys?.required ?? false }), ...options.limits }
  const keyCache = keys && new KeyCache(keys.store, clock)
  const checkKeys = keys && keyCache ? keyAuthenticator({ ...keys, keys: keyCache, clock }) : localAccess
  const authenticate = options.authenticate ?? checkKeys
  const streams = new StreamLimits(limits, clock, (error) => onError(error, ""))
  const metrics = options.metrics ?? new Metrics()
  const discussionStreams = new DiscussionStreams(services.clock, (error) => onError(error, ""))
  metrics.gauge("conclave_open_streams", "Open event streams.", () => discussionStreams.streams.size)
  const authorizer = new Authorizer({ authenticate, limits, clock })
  const idempotency = new Idempotency(services.idempotency)
  const api = new Api({ services, authorizer, streams, bodyLimit, idempotency })
  commonMiddleware(api, metrics, services, options)
  fallbackHandler(api, options.page)
  rewritePanelErrors(api)
  rewriteOpenAiErrors(api)
  rewriteA2aErrors(api, a2aPath)
  guardMiddleware(api, new OriginGuard({ hosts, origins }))
  listRoutes(api)
  historyRoutes(api)
  discussionRoutes(api)
  discussionEventRoutes(api, discussionStreams)
  steeringRoutes(api)
  seatRoutes(api)
  analysisRoutes(api)
  startRoute(api, discussionStreams)
  squadRoutes(api)
  chatRoutes(api, discussionStreams)
  webhookRoutes(api)
  panelRoutes(api)
  projectRoutes(api)
  agentRoutes(api)
  catalogueRoutes(api)
  providerRoutes(api)
  if (keys && keyCache) {
    keyRoutes(api, keys, keyCache)
    seatKeyRoutes(api, keys, keyCache)
    spendRoutes(api, keys)
  }
  if (options.mcp) mcpRoutes(api, options.mcp)
  tableModelRoutes(api)
  chatCompletionRoute(api, discussionStreams)
  responseRoutes(api, discussionStreams)
  const needsKey = (keys?.required ?? false) || options.authenticate !== undefined
  a2aRoutes(api, discussionStreams, needsKey, options.basePath?.replace(/\/+$/, "") ?? "")
  operationRoutes(api, metrics)
  openApiRoutes(api)
  const answer: Server["fetch"] = async (request, connection = {}) => api.app.fetch(request, connection)
  return { fetch: options.basePath === undefined ? answer : mountedBelow(options.basePath, answer) }
}

/** Strips the base path from requests and adds it to `location` headers. */
function mountedBelow(path: string, answer: Server["fetch"]): Server["fetch"] {
  const base = path.replace(/\/+$/, "")
  if (!/^(\/[\w.~-]+)+$/.test(base)) throw invalidField("basePath", "must be a path such as /conclave")
  return async (request, connection) => {
    const url = new URL(request.url)
    if (!`${url.pathname}/`.startsWith(`${base}/`))
      return errorResponse(new HttpError("ROUTE_UNKNOWN", `unknown path; all paths start with ${base}`))
    url.pathname = url.pathname.slice(base.length) || "/"
    const response = await answer(new Request(url, request), connection)
    const location = response.headers.get("location")
    if (location?.startsWith("/")) response.headers.set("location", base + location)
    return response
  }
}

function guardMiddleware(api: Api, guard: OriginGuard): void {
  api.app.use(async (context, next) => {
    const request = context.req.raw
    guard.check(request)
    const preflight = guard.preflightHeaders(request, api.methodsOf(context.req.path))
    if (preflight) context.res = new Response(null, { status: 204, headers: preflight })
    else await next()
    for (const [name, value] of Object.entries(guard.corsHeaders(request))) context.res.headers.append(name, value)
  })
}

const knownMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])

function commonMiddleware(api: Api, metrics: Metrics, { clock }: Services, options: ServerOptions): void {
  const { traceRequest, onError } = options
  api.app.use(async (context, next) => {
    const id = requestId(context.req.raw)
    const startedAt = clock.now()
    const span = traceRequest?.(context.req.raw)
    if (span) context.set("traceparent", span.traceparent)
    await next()
    context.res = await withProblemDetails(context.req.raw, context.res, id)
    const { res } = context
    setDefaultHeaders(res, id)
    for (const [name, value] of Object.entries(context.get("limitHeaders") ?? {})) res.headers.set(name, value)
    if (res.status >= 500 && context.error) onError?.(context.error, id)
    // The route's pattern, not the path, so that clients cannot create metric labels.
    const route = context.req.matchedRoutes.at(-1)?.path ?? "/*"
    const method = knownMethods.has(context.req.method) ? context.req.method : "OTHER"
    metrics.observeRequest(route, method, res.status, (clock.now() - startedAt) / 1_000)
    span?.end({ route, method, status: res.status })
  })
  api.app.onError((error) => {
    if (!(error instanceof HTTPException)) return errorResponse(error)
    const code = error.status < 500 ? "BODY_INVALID" : "UNKNOWN"
    return errorResponse(new HttpError(code, "the request could not be processed"))
  })
}

/** Serves the web page, which needs no key. Everything else is an unknown path or method. */
function fallbackHandler(api: Api, page: PageFiles | undefined): void {
  api.app.notFound((context) => {
    const pageResponse = page && servePage(page, context.req.raw)
    if (pageResponse) return pageResponse
    // For people who open the server in a browser.
    if (context.req.path === "/" && context.req.method === "GET") return context.redirect("/docs")
    const allow = api.methodsOf(context.req.path)
    const headers = { allow: allow.join(", ") }
    if (allow.length === 0) return errorResponse(new HttpError("ROUTE_UNKNOWN", "unknown path; see /docs"))
    if (context.req.method === "OPTIONS") return new Response(null, { status: 204, headers })
    return errorResponse(
      new HttpError("METHOD_NOT_ALLOWED", `${context.req.method} is not supported here; use ${headers.allow}`, {
        headers,
      }),
    )
  })
}

function requestId({ headers }: Request): string {
  const given = headers.get("x-request-id") ?? ""
  return /^[\w.-]{1,128}$/.test(given) ? given : crypto.randomUUID()
}

/** JSON responses are not cacheable unless their route sets `cache-control`. */
function setDefaultHeaders({ headers }: Response, id: string): void {
  const isJson = headers.get("content-type")?.startsWith("application/json") === true
  if (isJson && !headers.has("cache-control")) headers.set("cache-control", "no-store")
  headers.set("x-request-id", id)
  headers.set("x-content-type-options", "nosniff")
  headers.set("referrer-policy", "no-referrer")
  headers.set("cross-origin-resource-policy", "same-origin")
}
