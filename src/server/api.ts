import { type Context, Hono } from "hono"
import { z } from "zod"
import type { DiscussionState } from "../core/discussion/state.ts"
import { parse } from "../core/validation.ts"
import type { AnswerFor } from "../ports/idempotency-store.ts"
import {
  type Access,
  type Authorizer,
  acceptsTicket,
  checkSeatKey,
  type Principal,
  type Scope,
} from "./access/authorizer.ts"
import { type ErrorBody, type ErrorStatus, errorSchema } from "./http/http-error.ts"
import { checkText, readJson } from "./http/read-json.ts"
import { type Idempotency, replayResponse } from "./idempotency.ts"
import type { StreamLimits } from "./limits/stream-limits.ts"
import type { OrganisationServices, Services } from "./services.ts"

const methods = ["get", "post", "put", "patch", "delete"] as const
type Method = (typeof methods)[number]
type Fields = z.ZodObject | undefined
type Body = z.ZodType | undefined
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** One HTTP call: how requests are validated, who may make it, and how it is documented. */
interface Endpoint<P extends Fields = Fields, Q extends Fields = Fields, B extends Body = Body> {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** `open`: no key needed. */
  readonly scope: Scope | "open"
  /** Exempts an open call from rate limits. */
  readonly unlimited?: true
  /** Whether seat keys may make it, for their own discussion and seat. A `seat` in the path must then be the seat's id. */
  readonly forSeatKeys?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body may be missing; then it is `{}`. */
  readonly bodyOptional?: true
  /** The body as documented, if `body` leaves fields for the verb to parse. */
  readonly documentedBody?: z.ZodType
  /**
   * The call creates something and honours `Idempotency-Key`. "by one write": the handler calls `create` or stores the
   * response itself. A function: the handler appends to a discussion, and this makes the response to store.
   */
  readonly creates?: "by one write" | ((state: DiscussionState, access: Access) => Response | Promise<Response>)
  /** Request headers to document; the handler reads them itself. */
  readonly headers?: z.ZodObject
  /** Error statuses to document besides the common ones. Paths with parameters have 404 anyway. */
  readonly errors?: readonly ErrorStatus[]
  readonly responses: Readonly<Record<number, ApiAnswer>>
  /** Returns a response, or an object to send as JSON, or nothing for 204. */
  readonly handle: (call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<B>>) => HandlerResult | Promise<HandlerResult>
}

// biome-ignore lint/suspicious/noConfusingVoidType: handlers of deletions return the promise of a store
type HandlerResult = Response | (object & { readonly then?: never }) | void

export interface ApiAnswer {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: AnswerSchema }>>
}

/** A response schema, or a loader for it since only the OpenAPI document needs it. */
export type AnswerSchema = z.ZodType | (() => Promise<z.ZodType>)

export function jsonContent(schema: AnswerSchema, description: string): ApiAnswer {
  return { description, content: { "application/json": { schema } } }
}

/** A body that the verb parses; the route documents it, and only checks that it is an object. */
export function parsedByVerb<Schema extends z.ZodObject>(documentedBody: Schema) {
  const body = z.custom<z.input<Schema>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object",
  )
  return { body, documentedBody }
}

export interface ApiCall<P, Q, B> {
  readonly context: Context
  readonly request: Request
  readonly access: Principal
  /** Method and path of the operation; idempotency keys are unique within it. */
  readonly route: string
  readonly services: OrganisationServices
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Creates something in one write and responds 201. With an `Idempotency-Key` the write also stores the response. */
  create<Created>(
    write: (answerFor?: AnswerFor<Created>) => Promise<Created>,
    body: (created: Created) => unknown,
    location?: (created: Created) => string,
  ): Promise<Response>
}

/** An endpoint with its method and path (parameters as `{name}`), and its OpenAPI tag. */
export interface ApiOperation {
  readonly method: Method
  readonly path: string
  readonly tag: string
  /** The shape of its errors in the document (default: `Error`). */
  readonly errorSchema: z.ZodType | undefined
  readonly endpoint: Endpoint
}

type AddEndpoint = <P extends Fields = undefined, Q extends Fields = undefined, B extends Body = undefined>(
  path: string,
  endpoint: Endpoint<P, Q, B>,
) => void

/** What middleware keeps for the rest of the request. */
interface RequestVariables {
  /** Of the request's span. */
  traceparent?: string
  /** Response headers about the rate limit. */
  limitHeaders?: Readonly<Record<string, string>>
}

interface ApiOptions {
  readonly services: Services
  readonly authorizer: Authorizer
  readonly idempotency: Idempotency
  readonly streams: StreamLimits
  readonly bodyLimit: number
}

/** All endpoints. Authorizes and validates each request before its handler runs. */
export class Api {
  readonly app = new Hono<{ Variables: RequestVariables }>()
  readonly operations: ApiOperation[] = []
  readonly services: Services
  readonly idempotency: Idempotency
  /** Limits open streams; call `open` before responding with one. */
  readonly streams: StreamLimits
  readonly #options: ApiOptions

  constructor(options: ApiOptions) {
    this.#options = options
    ;({ services: this.services, idempotency: this.idempotency, streams: this.streams } = options)
  }

  /** Adds endpoints below `base`, documented under one tag and with one shape of errors. */
  routes(tag: string, base = "", errorSchema?: z.ZodType): Readonly<Record<Method, AddEndpoint>> {
    const adder =
      (method: Method): AddEndpoint =>
      (path, endpoint) =>
        this.#add({ method, path: base + path, tag, errorSchema, endpoint: endpoint as unknown as Endpoint })
    return Object.fromEntries(methods.map((method) => [method, adder(method)])) as Record<Method, AddEndpoint>
  }

  /** Gives errors below a path another shape. Register it before middleware that can fail. */
  rewriteErrors(path: string, rewrite: (error: ErrorBody["error"], headers: Headers, status: number) => object): void {
    this.app.use(path, async (context, next) => {
      await next()
      const { status, headers } = context.res
      if (status < 400) return
      const { error } = errorSchema.parse(await context.res.json())
      headers.delete("content-length")
      context.res = Response.json(rewrite(error, headers, status), { status, headers })
    })
  }

  /** The methods that a path supports; empty for an unknown path. */
  methodsOf(path: string): readonly string[] {
    const segments = path.split("/")
    const found = this.operations.filter((operation) => matchesPath(operation.path.split("/"), segments))
    const allowed = new Set(found.map(({ method }) => method.toUpperCase()))
    if (allowed.has("GET")) allowed.add("HEAD")
    return allowed.size === 0 ? [] : [...allowed, "OPTIONS"].sort()
  }

  #add(operation: ApiOperation): void {
    const { method, path, endpoint } = operation
    this.operations.push(operation)
    this.app.on(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context) => {
      const call = await this.#parseRequest(operation, context)
      const { creates } = endpoint
      if (!creates || creates === "by one write") return toResponse(await endpoint.handle(call as never))
      const answer = (state: DiscussionState) => creates(state, call.access)
      return this.idempotency.onceWithAppend(call, answer, async (services) =>
        toResponse(await endpoint.handle({ ...call, services } as never)),
      )
    })
  }

  async #parseRequest(operation: ApiOperation, context: Context): Promise<ApiCall<unknown, unknown, unknown>> {
    const { method, path, endpoint } = operation
    const { services, authorizer, bodyLimit } = this.#options
    const request = context.req.raw
    const access = await authorizer.authorize(context, endpoint.scope, endpoint.unlimited)
    const { ticket, ...rest } = context.req.query()
    const query = acceptsTicket(context.req.method, path) || ticket === undefined ? rest : { ...rest, ticket }
    const isBodyless = endpoint.bodyOptional && !request.headers.has("content-type")
    const params: Record<string, string> = context.req.param()
    // Accept the duet route's ids everywhere.
    if (path.startsWith("/api/v1/") && params.id !== undefined) params.id = plainId(params.id)
    checkText(params, "path")
    checkText(query, "query")
    if (access.seat) checkSeatKey(access.seat, endpoint.forSeatKeys ?? false, params)
    const { idempotency } = this
    const call: ApiCall<unknown, unknown, unknown> = {
      context,
      request,
      access,
      route: `${method} ${path}`,
      get services() {
        const { organisationId, keyId } = access
        return withOrigin(services.forOrganisation(organisationId), keyId, traceparentOf(context))
      },
      params: endpoint.params && parse(endpoint.params, params, "path"),
      query: endpoint.query && parse(endpoint.query, query, "query"),
      body: endpoint.body && parse(endpoint.body, isBodyless ? {} : await readJson(request, bodyLimit)),
      async create(write, body, location) {
        const { created, answer } = await idempotency.onceWithWrite(call, body, write)
        if (created === undefined) return replayResponse(answer)
        const headers = { "content-type": "application/json", ...(location && { location: location(created) }) }
        return new Response(answer.body, { status: 201, headers })
      },
    }
    return call
  }
}

function toResponse(result: HandlerResult): Response {
  if (result instanceof Response) return result
  return result === undefined ? new Response(null, { status: 204 }) : Response.json(result)
}

/** The `traceparent` of the request's span, or else the header as received. */
export function traceparentOf(context: Context): string | undefined {
  return context.get("traceparent") ?? context.req.header("traceparent")
}

/** Attributes new discussions to the key and the trace of the request. */
function withOrigin(
  services: OrganisationServices,
  startedBy: string | undefined,
  header: string | undefined,
): OrganisationServices {
  const traceparent =
    header !== undefined && /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(header) ? header : undefined
  if (startedBy === undefined && traceparent === undefined) return services
  const origin = { ...(startedBy !== undefined && { startedBy }), ...(traceparent !== undefined && { traceparent }) }
  return { ...services, tableDefaults: { ...services.tableDefaults, ...origin } }
}

/** A discussion's id without the `disc_` prefix that the duet route adds. */
export function plainId(id: string): string {
  return id.replace(/^disc_/, "")
}

function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  )
}
