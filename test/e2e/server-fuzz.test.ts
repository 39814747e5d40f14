import { connect } from "node:net"
import fc from "fast-check"
import { describe, expect, onTestFinished, test } from "vitest"
import { embeddedServices } from "../../src/main/embedded-services.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openSqlite } from "../../src/stores/sqlite/open-sqlite.ts"
import { listen, type Rig, rig } from "./server-rig.ts"

/** For a longer search: `FUZZ_RUNS=50000 vitest run test/e2e/server-fuzz.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 5_000)

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly example?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const nasty = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "../..",
  "%",
  "%2e%2e",
  "😀",
  "a".repeat(5_000),
  "1e999",
  "-1",
  "null",
  "{}",
]
const nastyNames = ["__proto__", "constructor", "toString", "", "\u0000", "start", "table"]
const junk = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const anyJson = fc.oneof({ weight: 3, arbitrary: junk }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) })

/** Mostly valid values for a schema, occasionally something else. */
function valuesOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(schemas[schema.$ref.split("/").at(-1)!]!, schemas, depth)
  const fitting = fittingValues(schema, schemas, depth)
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: anyJson })
}

function fittingValues(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  depth: number,
): fc.Arbitrary<unknown> {
  const union = schema.anyOf ?? schema.oneOf
  if (union) return fc.oneof(...union.map((one) => valuesOf(one, schemas, depth + 1)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch ([schema.type].flat()[0]) {
    case "object": {
      const { properties = {}, required = [] } = schema
      const fields = Object.entries(properties).filter(([name]) => depth < 2 || required.includes(name))
      const model = Object.fromEntries(fields.map(([name, inner]) => [name, valuesOf(inner, schemas, depth + 1)]))
      const own = fc.record(model, { requiredKeys: required.filter((name) => name in model) })
      const odd = fc.tuple(own, fc.constantFrom(...nastyNames), anyJson).map(([value, name, extra]) => ({
        ...value,
        ...Object.fromEntries([[name, extra]]),
      }))
      return fc.oneof(
        { weight: 4, arbitrary: own },
        { weight: 1, arbitrary: odd },
        ...(typeof schema.example === "object" ? [{ weight: 6, arbitrary: mutateExample(schema.example, model) }] : []),
      )
    }
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, schemas, depth + 1), { maxLength: 3 })
    case "integer":
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer())
    case "number":
      return fc.double({ min: 0, max: 100 })
    case "boolean":
      return fc.boolean()
    default:
      return fc.oneof(
        fc.constant(schema.example ?? "word"),
        fc.constantFrom(...nasty, "rehearsal/bold", "duet", "panel"),
      )
  }
}

/** The documented example with one field replaced. */
function mutateExample(
  example: unknown,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const changes = Object.entries(fields).map(([name, values]) => values.map((value) => ({ [name]: value })))
  return fc.oneof(fc.constant({}), ...changes).map((change) => ({ ...(example as object), ...change }))
}

function headerValue(value: unknown): string {
  return (
    String(value)
      .replaceAll(/[^\x21-\x7e]/g, "?")
      .trim() || "?"
  )
}

async function requests(own: Rig): Promise<fc.Arbitrary<Request>> {
  const { body: document } = await own.call("GET", "/openapi.json")
  const known = await Promise.all(
    ["panel", "duet"].map((format) =>
      own.call("POST", "/api/v1/discussions", { format, topic: "Fuzz", seats: [{ kind: "human", name: "Kim" }, {}] }),
    ),
  )
  const ids = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known.map(({ body }) => body.discussion?.id ?? "x")) },
    { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constantFrom(...nasty)) },
  )
  const { schemas } = document.components
  const paths: Record<string, Record<string, Operation>> = document.paths
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation
      const given = fc.record(Object.fromEntries(parameters.map((one) => [one.name, valuesOf(one.schema, schemas)])), {
        requiredKeys: [],
      })
      const content = requestBody?.content["application/json"]
      const body = content
        ? valuesOf(content.schema, schemas).map((value) => JSON.stringify(value))
        : fc.constant(undefined)
      const text = fc.oneof({ weight: 9, arbitrary: body }, { weight: 1, arbitrary: fc.string() })
      const type = fc.constantFrom(...Array(8).fill("application/json"), "text/plain", "application/json;;=")
      const verb = fc.oneof(
        { weight: 20, arbitrary: fc.constant(method.toUpperCase()) },
        { weight: 1, arbitrary: fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH") },
      )
      return fc.tuple(ids, given, text, type, verb).map(([id, values, sent, contentType, verbatim]) => {
        const url = new URL(path.replace("{id}", encodeURIComponent(id.toWellFormed())), "http://localhost")
        const headers = new Headers({ "content-type": contentType })
        for (const { name, in: place } of parameters) {
          if (!(name in values)) continue
          if (place === "query") url.searchParams.set(name, String(values[name]).toWellFormed())
          if (place === "header") headers.set(name, headerValue(values[name]))
        }
        const bare = verbatim === "GET" || verbatim === "HEAD" || sent === undefined
        // These calls wait for a discussion that is never run, so the client disconnects.
        const signal = path.startsWith("/v1/") ? { signal: AbortSignal.timeout(100) } : {}
        return new Request(url, { method: verbatim, headers, ...signal, ...(!bare && { body: sent }) })
      })
    }),
  )
  return fc.oneof(...operations)
}

/** Stores discussions in a database, which refuses values that memory accepts. No worker runs them. */
async function onDatabase(): Promise<Rig> {
  const storage = openSqlite("memory", systemClock)
  onTestFinished(() => storage.close())
  const { idempotency } = storage
  const inMemory = embeddedServices({ env: {} })
  const { discussions, list } = storage.organisation(localOrganisationId)
  const inner = inMemory.forOrganisation(localOrganisationId)
  const bundle = { ...inner, engine: { ...inner.engine, store: discussions }, discussions: list }
  return rig({ services: { ...inMemory, idempotency, forOrganisation: () => bundle } })
}

const places = [
  { where: "memory", open: async () => rig(), numRuns: runs },
  { where: "a database", open: onDatabase, numRuns: runs / 5 },
]

describe("arbitrary client input", () => {
  test.for(places)(
    "$numRuns requests made from the OpenAPI document end without a 5xx, in $where [http.errors]",
    { timeout: 60_000 + runs * 20 },
    async ({ open, numRuns }) => {
      const own = await open()
      const seen = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(await requests(own), async (request) => {
          const response = await own.server.fetch(request)
          await response.body?.cancel()
          seen.set(response.status, (seen.get(response.status) ?? 0) + 1)
          expect(response.status).toBeLessThan(500)
        }),
        { numRuns, seed: 20_260_101 },
      )
      expect(own.faults).toEqual([])
      // Guards against all requests being refused before they were parsed.
      expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 404, 415]))
    },
  )

  test("malformed HTTP ends in a 4xx or a closed connection, and the server survives", async () => {
    const own = rig()
    const listening = await listen(own)
    const head = "POST /api/v1/discussions HTTP/1.1\r\nHost: localhost\r\ncontent-type: application/json\r\n"
    const raw = [
      "\r\n\r\n",
      "GARBAGE\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "GET /%zz/..%2f..%2f HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET /api/v1/discussions/%ff%fe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET /a\\b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a b c\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${"a".repeat(100_000)}\r\n\r\n`,
      `${head}content-length: -5\r\n\r\n{}`,
      `${head}content-length: 99999999999\r\n\r\n{}`,
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`,
      `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
      `${head}content-length: 4\r\nConnection: close\r\n\r\n"\xff\xfe"`,
      `${head}content-length: 10\r\nConnection: close\r\n\r\n{`,
      `TRACE /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      `CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ]
    for (const bytes of raw) {
      const [line] = (await exchange(listening.port, bytes)).split("\r\n")
      expect([bytes.slice(0, 60), line]).toEqual([
        bytes.slice(0, 60),
        expect.stringMatching(/^$|^HTTP\/1\.1 [24]\d\d /),
      ])
    }
    expect((await fetch(`${listening.url}/health`)).status).toBe(200)
    expect(own.faults).toEqual([])
    await listening.close()
  })
})

/** The server's response to raw bytes, until it or, after a timeout, the test closes the connection. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ""
    const socket = connect(port, "127.0.0.1")
    socket.setTimeout(300, () => socket.end())
    socket.on("data", (data) => {
      answer += data.toString("latin1")
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve(answer))
    socket.write(Buffer.from(bytes, "latin1"))
    if (bytes.endsWith("{")) socket.end()
  })
}
