import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterEach, expect, test } from "vitest"
import { createApp } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import { type RunningServer, serve } from "../../src/main/serve.ts"
import { telemetrySettings } from "../../src/main/telemetry/otlp-settings.ts"
import { scriptedModel } from "../../src/testing/index.ts"
import { sharedLocations } from "../support/databases.ts"

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Received {
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
  readonly spans: readonly ReceivedSpan[]
}

const open: { close(): Promise<unknown> | unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

/** A collector that stores everything posted to it. */
async function startCollector(status = 200): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  const collector: Server = createServer(async (request, response) => {
    let text = ""
    for await (const part of request) text += part
    const { resourceSpans } = JSON.parse(text)
    received.push({ headers: request.headers, text, spans: resourceSpans[0].scopeSpans[0].spans })
    response.writeHead(status).end("{}")
  }).listen(0, "127.0.0.1")
  await once(collector, "listening")
  open.push(collector)
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, received }
}

interface DiscussOptions {
  readonly headers?: Record<string, string>
  /** A second app on the same database runs the discussions; the server runs none. */
  readonly worker?: true
}

async function discuss(env: Record<string, string>, { headers = {}, worker }: DiscussOptions = {}) {
  const onError = (error: unknown) => void faults.push(error)
  const faults: unknown[] = []
  const yes = '{"hasConsensus": true, "solution": "Tea, since it is cheaper", "confidence": 90}'
  const own = [
    scriptedModel({ id: "test/a", replies: ["I would take tea, for its price and its calm.", yes] }),
    scriptedModel({ id: "test/b", replies: ["Tea is right: it is cheaper and keeps longer.", yes] }),
  ]
  const location = worker ? await sharedLocations.SQLite() : { data: "memory" }
  const options = { location, config: parseConfig({}), env, own, workers: 5, paced: false, onError }
  const working = worker && (await createApp({ ...options, isLocal: true }))
  const running: RunningServer = await serve({ ...options, workers: worker ? 0 : 5, host: "127.0.0.1", port: 0 })
  const body = {
    format: "duet",
    topic: "Tea or coffee?",
    seats: [
      { name: "Ada", model: "test/a" },
      { name: "Bo", model: "test/b" },
    ],
    options: { minRounds: 1 },
    record: false,
  }
  const created = await fetch(`${running.url}/api/v1/discussions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
  const { discussion } = (await created.json()) as { discussion: { id: string } }
  const ended = await fetch(`${running.url}/api/v1/discussions/${discussion.id}?wait=50`)
  const { discussion: over } = (await ended.json()) as { discussion: { status: string } }
  const metrics = await (await fetch(`${running.url}/metrics`)).text()
  await running.close(1_000)
  await working?.close(1_000)
  const traceparents = own.flatMap(({ calls }) => calls.map(({ requestTraceparent }) => requestTraceparent))
  return { id: discussion.id, status: over.status, faults, metrics, traceparents }
}

function attributesOf({ attributes }: ReceivedSpan): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

test.each([
  ["by the server", {}],
  ["by a worker", { worker: true }],
] as const)(
  "a request, its discussion, turns and calls form one tree in the caller's trace, run %s",
  async (_, how) => {
    const { url, received } = await startCollector()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=table%20one",
      OTEL_SERVICE_NAME: "cc",
    }
    const trace = "0af7651916cd43dd8448eb211c80319c"
    const { id, status, traceparents } = await discuss(env, {
      headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
      ...how,
    })
    expect(status).toBe("completed")
    const all = received.flatMap(({ spans }) => spans)
    const spans = all.filter(({ traceId }) => traceId === trace)
    expect(received[0]?.headers["x-team"]).toBe("table one")
    expect(received[0]?.text).toContain('"service.name","value":{"stringValue":"cc"}')
    // Requests without a trace header get their own trace. Health checks are not traced.
    expect(all.filter(({ traceId }) => traceId !== trace).map(({ name }) => name)).toEqual([
      "GET /api/v1/discussions/:id",
    ])
    const [request, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === "b7ad6b7169203331")
    expect([request?.name, request?.kind, others]).toEqual(["POST /api/v1/discussions", 2, []])
    expect(attributesOf(request!)).toEqual({
      "http.request.method": "POST",
      "http.route": "/api/v1/discussions",
      "http.response.status_code": "201",
      "url.path": "/api/v1/discussions",
    })
    const [root] = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(root?.name).toBe("discussion duet")
    expect(attributesOf(root!)).toMatchObject({ "gen_ai.conversation.id": id, "conclave.format": "duet" })
    const turns = spans.filter(({ name }) => name.startsWith("turn "))
    expect(turns.map(({ name }) => name).sort()).toEqual(["turn Ada", "turn Bo"])
    expect(turns.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true)
    const calls = spans.filter(({ name }) => name.startsWith("chat "))
    const parents = calls.map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name)
    expect(parents.sort()).toEqual(["discussion duet", "discussion duet", "turn Ada", "turn Bo"])
    expect(traceparents.toSorted()).toEqual(calls.map(({ spanId }) => `00-${trace}-${spanId}-01`).toSorted())
    expect(attributesOf(calls[0]!)).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "test",
      "gen_ai.usage.output_tokens": expect.stringMatching(/^[1-9]/),
    })
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
    expect(received.map(({ text }) => text).join()).not.toMatch(/Tea|calm/)
  },
)

test("message content is sent only if enabled", async () => {
  const { url, received } = await startCollector()
  const asked = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
  await discuss({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`, [asked]: "true" })
  expect(received.map(({ text }) => text).join()).toContain("for its price and its calm")
})

test("unsampled traces are not sent, and a failing collector does not affect discussions", async () => {
  const { url, received } = await startCollector(500)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url }
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
  await discuss({ ...env, OTEL_TRACES_SAMPLER: "parentbased_always_off" }, { headers: { traceparent } })
  expect(received).toEqual([])
  const own = await discuss(env, { headers: { traceparent } })
  expect(own.traceparents).toEqual(
    own.traceparents.map(() => expect.stringMatching(/^00-0af7651916cd43dd8448eb211c80319c-.*-00$/)),
  )
  expect(received.flatMap(({ spans }) => spans).map(({ name }) => name)).toEqual(["GET /api/v1/discussions/:id"])
  const { status, faults } = await discuss(env)
  expect(status).toBe("completed")
  expect(faults.map(String)).toEqual([expect.stringMatching(/the OTLP collector responded 500; \d+ spans lost/)])
})

test("the standard variables are read, and unsupported values are refused by name", () => {
  expect(telemetrySettings({})).toBeUndefined()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" }
  expect(telemetrySettings({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined()
  expect(telemetrySettings({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBeUndefined()
  expect(telemetrySettings(endpoint)).toMatchObject({ url: "http://collector:4318/v1/traces", ratio: 1 })
  const sampled = { ...endpoint, OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" }
  expect(telemetrySettings(sampled)?.ratio).toBe(0.25)
  expect(() => telemetrySettings({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toThrow(/gRPC is not supported/)
  expect(() => telemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector" })).toThrow(/must be an HTTP URL/)
})

test("the metrics cover models, outcomes, the database and the event loop, and include all that the dashboard uses", async () => {
  const { metrics } = await discuss({})
  const file = join(import.meta.dirname, "../../docs/grafana-dashboard.json")
  const { panels } = JSON.parse(readFileSync(file, "utf8")) as { panels: { targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/conclave_\w+/g) ?? []))
  expect(asked.length).toBeGreaterThan(10)
  for (const name of asked) expect(metrics).toContain(name.replace(/_bucket$/, ""))
  expect(metrics).toMatch(/conclave_turn_duration_seconds_count\{provider="test",model="a"\} 1/)
  expect(metrics).toMatch(
    /conclave_votes_total\{provider="\w+",model="[^"]+",reading="(structured|markers|inferred)"\} \d/,
  )
  expect(metrics).toMatch(/conclave_outcomes_total\{reason="\w+",decided_by="agreement"\} 1/)
  expect(metrics).toMatch(/conclave_queued_discussions \d/)
  expect(metrics).toMatch(/conclave_database_append_seconds_count [1-9]/)
})
