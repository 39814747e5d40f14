import { OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { parse } from "../core/validation.ts"
import type { Authorizer, Principal } from "./access/authorizer.ts"
import { acceptsTicket } from "./access/stream-ticket.ts"
import type { Scope } from "./access.ts"
import { checkText } from "./http/check-text.ts"
import type { ErrorStatus } from "./http/http-error.ts"
import { readJson } from "./http/read-json.ts"
import { type Idempotency, idempotencyHeader } from "./idempotency.ts"
import type { StreamLimits } from "./limits/stream-limits.ts"
import { errorSchema } from "./schemas/error.ts"
import type { OrganisationServices, Services } from "./services.ts"

type Method = "get" | "post" | "put" | "patch" | "delete"
type Fields = z.ZodObject | undefined
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** One call, described once: what is checked, what is documented, and who may make it. */
export interface Endpoint<P extends Fields, Q extends Fields, B extends z.ZodType | undefined> {
  readonly method: Method
  /** With `{name}` for what varies. */
  readonly path: string
  readonly operationId: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** `open`: also for those without a key. */
  readonly scope: Scope | "open"
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** Reads the body where the schema alone cannot say which shape was meant. */
  readonly parseBody?: (value: unknown) => Parsed<B>
  /** Makes something new: `Idempotency-Key` is honoured. */
  readonly creates?: boolean
  /** Headers that the handler looks at itself; for the document. */
  readonly headers?: z.ZodObject
  /** Refusals of its own, besides those that every call has. */
  readonly errors?: readonly ErrorStatus[]
  readonly responses: RouteConfig["responses"]
}

export interface ApiCall<P, Q, B> {
  readonly context: Context
  readonly request: Request
  readonly access: Principal
  readonly services: OrganisationServices
  readonly params: P
  readonly query: Q
  readonly body: B
}

export interface ApiOptions {
  readonly services: Services
  readonly authorizer: Authorizer
  readonly idempotency: Idempotency
  readonly streams: StreamLimits
  readonly bodyLimit: number
}

/** A file of routes. */
export type RouteGroup = (api: Api) => void

/** The calls there are: checks each request by its description before its handler sees it, and documents it. */
export class Api {
  readonly app = new OpenAPIHono()
  readonly #options: ApiOptions
  readonly #methods = new Map<string, Set<string>>()

  constructor(options: ApiOptions) {
    this.#options = options
  }

  get services(): Services {
    return this.#options.services
  }

  get idempotency(): Idempotency {
    return this.#options.idempotency
  }

  /** Where a call asks for room before it answers with a stream. */
  get streams(): StreamLimits {
    return this.#options.streams
  }

  endpoint<P extends Fields = undefined, Q extends Fields = undefined, B extends z.ZodType | undefined = undefined>(
    endpoint: Endpoint<P, Q, B>,
    handle: (call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<B>>) => Response | Promise<Response>,
  ): void {
    this.app.openAPIRegistry.registerPath(toRouteConfig(endpoint))
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")
    this.#methods.set(path, (this.#methods.get(path) ?? new Set()).add(endpoint.method.toUpperCase()))
    this.app.on(endpoint.method.toUpperCase(), path, async (context) => {
      const call = await this.#parseRequest(endpoint, context)
      if (!endpoint.creates) return handle(call)
      return this.#options.idempotency.once(call, `${endpoint.method} ${endpoint.path}`, () => handle(call))
    })
  }

  /** The methods that a path answers to; none where there is no such path. */
  methodsOf(path: string): readonly string[] {
    const segments = path.split("/")
    const found = [...this.#methods].filter(([pattern]) => matchesPath(pattern.split("/"), segments))
    const methods = new Set(found.flatMap(([, known]) => [...known]))
    if (methods.has("GET")) methods.add("HEAD")
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort()
  }

  async #parseRequest<P extends Fields, Q extends Fields, B extends z.ZodType | undefined>(
    endpoint: Endpoint<P, Q, B>,
    context: Context,
  ): Promise<ApiCall<Parsed<P>, Parsed<Q>, Parsed<B>>> {
    const { services, authorizer: entrance, bodyLimit } = this.#options
    const request = context.req.raw
    const access = await entrance.authorize(context, endpoint.scope)
    const { ticket, ...asked } = context.req.query()
    const isTicket = acceptsTicket(context.req.method, endpoint.path)
    const given = {
      params: context.req.param(),
      query: isTicket || ticket === undefined ? asked : { ...asked, ticket },
    }
    checkText(given.params, "path")
    checkText(given.query, "query")
    const params = endpoint.params && parse(endpoint.params, given.params, "path")
    const query = endpoint.query && parse(endpoint.query, given.query, "query")
    const body = endpoint.body && (await this.#readBody(endpoint, request, bodyLimit))
    return {
      context,
      request,
      access,
      get services() {
        return withStartedBy(services.forOrganisation(access.organisationId), access.keyId)
      },
      params: params as Parsed<P>,
      query: query as Parsed<Q>,
      body: body as Parsed<B>,
    }
  }

  async #readBody<B extends z.ZodType | undefined>(
    { body, parseBody: readBody }: Endpoint<Fields, Fields, B>,
    request: Request,
    limit: number,
  ): Promise<unknown> {
    const value = await readJson(request, limit)
    return readBody ? readBody(value) : parse(body!, value)
  }
}

/** What a key starts is counted for it, whatever call it starts it with. */
function withStartedBy(services: OrganisationServices, keyId: string | undefined): OrganisationServices {
  return keyId === undefined
    ? services
    : { ...services, tableDefaults: { ...services.tableDefaults, startedBy: keyId } }
}

function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
  )
}

const commonErrors: readonly ErrorStatus[] = [400, 401, 403, 429, 500]

const errorDescriptions: Readonly<Record<ErrorStatus, string>> = {
  400: "The request is wrong; `details.problems` names the fields",
  401: "A key is needed",
  403: "This key may not do that",
  404: "There is no such thing",
  405: "The path has other methods",
  409: "It cannot be done as things stand now",
  413: "The body is too large",
  415: "The body is not JSON",
  422: "Understood, but it cannot be done",
  429: "Too much at once; see `Retry-After`",
  500: "Our fault",
  502: "A provider failed",
  503: "Not ready",
  504: "Time ran out",
}

function toRouteConfig(endpoint: Endpoint<Fields, Fields, z.ZodType | undefined>): RouteConfig {
  const { method, path, operationId, tag, summary, description, params, query, body, headers, scope } = endpoint
  const errors = new Set<ErrorStatus>([
    ...(scope === "open" ? ([400, 429, 500] as const) : commonErrors),
    ...(body ? ([413, 415] as const) : []),
    ...(endpoint.creates ? ([409, 422] as const) : []),
    ...(endpoint.errors ?? []),
  ])
  const refusals = [...errors]
    .sort()
    .map((status) => [
      status,
      { description: errorDescriptions[status], content: { "application/json": { schema: errorSchema } } },
    ])
  const ticketed = acceptsTicket(method.toUpperCase(), path) ? [{ ticket: [] }] : []
  const header = endpoint.creates ? (headers ? idempotencyHeader.extend(headers.shape) : idempotencyHeader) : headers
  return {
    method,
    path,
    operationId,
    tags: [tag],
    summary,
    description,
    "x-scope": scope,
    security: scope === "open" ? [{}] : [{ key: [] }, { keyHeader: [] }, ...ticketed, {}],
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(header && { headers: header }),
      ...(body && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: { ...Object.fromEntries(refusals), ...endpoint.responses },
  }
}
