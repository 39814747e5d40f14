import { z } from "zod"
import { acceptsTicket } from "./access/authorizer.ts"
import { type AnswerSchema, type ApiAnswer, type ApiOperation, jsonContent } from "./api.ts"
import { type ErrorStatus, errorSchema, statusDescriptions } from "./http/http-error.ts"
import { idempotencyHeader } from "./idempotency.ts"

export interface OpenApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly required?: readonly string[]
  readonly items?: OpenApiSchema
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly OpenApiSchema[]
  readonly oneOf?: readonly OpenApiSchema[]
  readonly default?: unknown
  readonly example?: unknown
}

export interface OpenApiResponse {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: OpenApiSchema }>>
}

export type OpenApiDocument = Awaited<ReturnType<typeof openApiDocument>>
export type OpenApiOperation = ReturnType<typeof describeOperation>
type SchemaOf = (schema: AnswerSchema) => OpenApiSchema

const description = [
  "Models, people and outside agents discuss a question, vote, and leave one answer with the full record behind it.",
  "Errors have the form `{ error: { code, message, details? } }`; paths below `/v1` use OpenAI's form.",
  "Calls that create something accept an `Idempotency-Key` header.",
].join(" ")

const tags = [
  { name: "Discussions", description: "Start, list, read and follow discussions of every format." },
  { name: "Steering", description: "Take turns, comment, pause, resume, abort and fork." },
  { name: "MCP", description: "For clients of the Model Context Protocol." },
  { name: "A2A", description: "For clients of the Agent2Agent protocol." },
  { name: "Seats", description: "Fill a seat from outside: get its questions, and create keys for one seat." },
  { name: "Duet", description: "Two models discuss until they agree, in one streaming call." },
  { name: "Squad", description: "Ask other agents and collect their answers." },
  { name: "Chat", description: "The squad's chat messages." },
  { name: "Webhooks", description: "Notifications about prompts and discussions, sent to your own server." },
  { name: "Panel", description: "The panel discussion of a project." },
  { name: "Projects", description: "Projects: a topic and its participants." },
  { name: "Agents", description: "Agent templates that can take a seat." },
  { name: "Models", description: "Available models and their providers." },
  { name: "Tables", description: "Formats with default seats and options." },
  { name: "OpenAI-compatible", description: "Tables as models, for clients of the OpenAI API." },
  { name: "Keys", description: "API keys, stream tickets and spending limits." },
  { name: "Operations", description: "Health, metrics and API documentation." },
]

const securitySchemes = {
  key: { type: "http", scheme: "bearer", description: "An API key. Not needed on loopback." },
  keyHeader: { type: "apiKey", in: "header", name: "x-api-key", description: "The same key in another header." },
  ticket: {
    type: "apiKey",
    in: "query",
    name: "ticket",
    description: "A short-lived ticket for event streams, for clients that cannot send headers.",
  },
}

const commonErrors: readonly ErrorStatus[] = [400, 401, 403, 429, 500]

export async function openApiDocument(operations: readonly ApiOperation[]) {
  const schemas = [...new Set(operations.flatMap(schemasOf))]
  const loaded = schemas.map(
    async (schema) => [schema, typeof schema === "function" ? await schema() : schema] as const,
  )
  const { schemaOf, components } = convertSchemas(new Map(await Promise.all(loaded)))
  const paths: Record<string, Record<string, OpenApiOperation>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation, schemaOf) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Conclave",
      version: "1",
      description,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
      contact: { name: "Conclave" },
    },
    servers: [{ url: "/", description: "This server" }],
    tags,
    paths,
    components: { schemas: components, securitySchemes },
  }
}

function describeOperation(operation: ApiOperation, schemaOf: SchemaOf) {
  const { method, path, tag, endpoint } = operation
  const { operationId, summary, description, scope, params, query, documentedBody: body = endpoint.body } = endpoint
  const ticket = acceptsTicket(method.toUpperCase(), path) ? [{ ticket: [] }] : []
  const parameters = [
    ...(params ? parametersIn("path", schemaOf(params)) : []),
    ...(query ? parametersIn("query", schemaOf(query)) : []),
    ...headersOf(endpoint).flatMap((headers) => parametersIn("header", schemaOf(headers))),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    "x-scope": scope,
    security: scope === "open" ? [{}] : [{ key: [] }, { keyHeader: [] }, ...ticket, {}],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body) } } } }),
    responses: Object.fromEntries(
      Object.entries(responsesOf(operation)).map(([status, { description, content = {} }]) => {
        const types = Object.entries(content).map(([type, { schema }]) => [type, { schema: schemaOf(schema) }])
        const response: OpenApiResponse = {
          description,
          ...(types.length > 0 && { content: Object.fromEntries(types) }),
        }
        return [status, response]
      }),
    ),
  }
}

function parametersIn(place: "path" | "query" | "header", { properties = {}, required = [] }: OpenApiSchema) {
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property
    return {
      name,
      in: place,
      required: required.includes(name) && schema.default === undefined,
      ...(description !== undefined && { description }),
      schema,
    }
  })
}

function responsesOf({ path, endpoint, errorSchema: schema = errorSchema }: ApiOperation) {
  const { scope, body, creates, errors, responses } = endpoint
  const statuses = new Set<ErrorStatus>([
    ...(scope === "open" ? ([400, 429, 500] as const) : commonErrors),
    ...(path.includes("{") ? ([404] as const) : []),
    ...(body ? ([413, 415] as const) : []),
    ...(creates ? ([409, 422] as const) : []),
    ...(errors ?? []),
  ])
  const described = [...statuses].sort().map((status) => [status, jsonContent(schema, statusDescriptions[status])])
  return { ...Object.fromEntries(described), ...responses } as Readonly<Record<string, ApiAnswer>>
}

function headersOf({ creates, headers }: ApiOperation["endpoint"]): readonly z.ZodObject[] {
  return [...(creates ? [idempotencyHeader] : []), ...(headers ? [headers] : [])]
}

function schemasOf(operation: ApiOperation): AnswerSchema[] {
  const { endpoint } = operation
  const contents = Object.values(responsesOf(operation)).flatMap(({ content = {} }) => Object.values(content))
  const given = [endpoint.params, endpoint.query, endpoint.documentedBody ?? endpoint.body, ...headersOf(endpoint)]
  return [...given.flatMap((schema) => schema ?? []), ...contents.map(({ schema }) => schema)]
}

/** Converts all schemas at once, so that those with an id become shared components. */
function convertSchemas(schemas: ReadonlyMap<AnswerSchema, z.ZodType>) {
  const names = new Map([...new Set(schemas.values())].map((schema, index) => [schema, `s${index}`]))
  const all = z.object(Object.fromEntries([...names].map(([schema, name]) => [name, schema])))
  const text = JSON.stringify(z.toJSONSchema(all, { io: "input", override: tidy }))
  const { properties = {}, $defs = {} } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
  return {
    components: $defs as Record<string, OpenApiSchema>,
    schemaOf: (schema: AnswerSchema): OpenApiSchema => properties[names.get(schemas.get(schema)!)!],
  }
}

/** Removes what zod adds: safe-integer bounds, patterns of times, `readOnly` and `propertyNames`. */
function tidy({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern
  delete jsonSchema.readOnly
  delete jsonSchema.propertyNames
}
