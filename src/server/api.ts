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
import type { ErrorStatus } from "./http/http-error.ts"
import { checkText, readJson } from "./http/read-json.ts"
import { type Idempotency, replayResponse } from "./idempotency.ts"
import type { StreamLimits } from "./limits/stream-limits.ts"
import type { OrganisationServices, Services } from "./services.ts"

const methods = ["get", "post", "put", "patch", "delete"] as const
type Method = (typeof methods)[number]
type Fields = z.ZodObject | undefined
type Body = z.ZodType | undefined
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined

/** One call, described once: what is checked, what is documented, and who may make it. */
interface Endpoint<P extends Fields = Fields, Q extends Fields = Fields, B extends Body = Body> {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** `open`: also for those without a key. */
  readonly scope: Scope | "open"
  /** An open call that may be made as often as anybody likes. */
  readonly unlimited?: true
  /** Also for keys of one seat, about their own discussion and seat; a `seat` in the path must be the seat's id. */
  readonly forSeatKeys?: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** A call without a content-type has none. */
  readonly bodyOptional?: true
  /** The whole of the body, for the document, where `body` leaves some of it to the verb, which parses it itself. */
  readonly documentedBody?: z.ZodType
  /**
   * Makes something new: `Idempotency-Key` is honoured. By one write, in `create` of its call or by its handler; or by
   * one append to a discussion, with how it answers then.
   */
  readonly creates?: "by one write" | ((state: DiscussionState, access: Access) => Response | Promise<Response>)
  /** Headers that the handler reads itself; for the document. */
  readonly headers?: z.ZodObject
  /** Error statuses of its own, besides those that every call has; 404 goes without saying where the path has an id. */
  readonly errors?: readonly ErrorStatus[]
  readonly responses: Readonly<Record<number, ApiAnswer>>
  readonly handle: (call: ApiCall<Parsed<P>, Parsed<Q>, Parsed<B>>) => Response | Promise<Response>
}

export interface ApiAnswer {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: AnswerSchema }>>
}

/** A schema, or how it is loaded: what describes answers is needed by the document alone. */
export type AnswerSchema = z.ZodType | (() => Promise<z.ZodType>)

export function jsonContent(schema: AnswerSchema, description: string): ApiAnswer {
  return { description, content: { "application/json": { schema } } }
}

/** A body that is handed to a verb, which parses it: here it only has to be an object. */
export function parsedByVerb<Schema extends z.ZodObject>(_schema: Schema) {
  return z.custom<z.input<Schema>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be an object",
  )
}

export interface ApiCall<P, Q, B> {
  readonly context: Context
  readonly request: Request
  readonly access: Principal
  readonly services: OrganisationServices
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Creates by one write, which stores the answer too where the request has an `Idempotency-Key`; answers 201. */
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

interface ApiOptions {
  readonly services: Services
  readonly authorizer: Authorizer
  readonly idempotency: Idempotency
  readonly streams: StreamLimits
  readonly bodyLimit: number
}

/** The calls there are: checks each request by its description before its handler sees it. */
export class Api {
  readonly app = new Hono()
  readonly operations: ApiOperation[] = []
  readonly services: Services
  readonly idempotency: Idempotency
  /** Where a call asks for room before it answers with a stream. */
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

  /** The methods that a path answers to; none where there is no such path. */
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
      if (!creates || creates === "by one write") return endpoint.handle(call as never)
      const route = routeOf(operation)
      const answer = (state: DiscussionState) => creates(state, call.access)
      return this.idempotency.onceWithAppend(call, route, answer, (services) =>
        endpoint.handle({ ...call, services } as never),
      )
    })
  }

  async #parseRequest(operation: ApiOperation, context: Context): Promise<ApiCall<unknown, unknown, unknown>> {
    const { path, endpoint } = operation
    const { services, authorizer, bodyLimit } = this.#options
    const request = context.req.raw
    const access = await authorizer.authorize(context, endpoint.scope, endpoint.unlimited)
    const { ticket, ...rest } = context.req.query()
    const query = acceptsTicket(context.req.method, path) || ticket === undefined ? rest : { ...rest, ticket }
    const isBodyless = endpoint.bodyOptional && !request.headers.has("content-type")
    const params: Record<string, string> = context.req.param()
    // A duet's own id is known everywhere.
    if (path.startsWith("/api/v1/") && params.id !== undefined) params.id = plainId(params.id)
    checkText(params, "path")
    checkText(query, "query")
    if (access.seat) checkSeatKey(access.seat, endpoint.forSeatKeys ?? false, params)
    const { idempotency } = this
    const call: ApiCall<unknown, unknown, unknown> = {
      context,
      request,
      access,
      get services() {
        const { organisationId, keyId } = access
        return withOrigin(services.forOrganisation(organisationId), keyId, traceparentOf(context))
      },
      params: endpoint.params && parse(endpoint.params, params, "path"),
      query: endpoint.query && parse(endpoint.query, query, "query"),
      body: endpoint.body && parse(endpoint.body, isBodyless ? {} : await readJson(request, bodyLimit)),
      async create(write, body, location) {
        const { created, answer } = await idempotency.onceWithWrite(call, routeOf(operation), body, write)
        if (created === undefined) return replayResponse(answer)
        const headers = { "content-type": "application/json", ...(location && { location: location(created) }) }
        return new Response(answer.body, { status: 201, headers })
      },
    }
    return call
  }
}

export function setTraceparent(context: Context, traceparent: string): void {
  context.set("traceparent", traceparent)
}

/** Of the request's own span where it has one, else as it came. */
export function traceparentOf(context: Context): string | undefined {
  return context.get("traceparent") ?? context.req.header("traceparent")
}

/** What a key starts is counted for it, and belongs to the trace of who asked, whatever call it is started with. */
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

/** The id that every route knows, of a duet by its own id too. */
export function plainId(id: string): string {
  return id.replace(/^disc_/, "")
}

function routeOf({ method, path }: ApiOperation): string {
  return `${method} ${path}`
}

function matchesPath(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  )
}
