import { EventSource } from "eventsource"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { embeddedServices } from "../../src/main/embedded-services.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import type { Scope } from "../../src/ports/key-store.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import type { RateLimits, ServerOptions } from "../../src/server/index.ts"
import { ManualClock } from "../../src/testing/index.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"
import { type Listening, listen, rig } from "./server-rig.ts"

interface Setting extends Partial<ServerOptions> {
  readonly clock?: ManualClock
  readonly required?: boolean
}

function opened({ clock, required = true, ...options }: Setting = {}) {
  const time = clock ?? systemClock
  const services = embeddedServices({ env: {}, clock: time })
  const store = new MemoryKeyStore(time, services.idempotency)
  const keys = { store, spend: new MemorySpendLedger(time), required }
  const own = rig({ services, keys, ...options })
  const key = async (scope: Scope = "admin") => {
    const made = await store.create({ organisationId: localOrganisationId, name: scope, scope })
    return { ...made, headers: { "x-api-key": made.key } }
  }
  return { ...own, store, key }
}

async function heldDiscussion({ call }: ReturnType<typeof opened>, headers: Record<string, string>): Promise<string> {
  const answer = await call("POST", "/api/v1/discussions", { format: "duet", topic: "Held", start: false }, headers)
  return `/api/v1/discussions/${answer.body.discussion.id}/events`
}

describe("rate limits", () => {
  const limits: Partial<RateLimits> = { keyRequestsPerMinute: 3, addressRequestsPerMinute: 2 }

  test("each key has its own limit, and its responses tell what is left and when to retry [access.limits]", async () => {
    const clock = new ManualClock()
    const server = opened({ clock, limits })
    const [one, other] = [await server.key(), await server.key()]
    const ask = (headers: Record<string, string>) => server.call("GET", "/api/v1/discussions", undefined, headers)
    for (const left of ["2", "1", "0"]) {
      const { status, headers } = await ask(one.headers)
      expect([status, headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual([200, "3", left])
    }
    const refused = await ask(one.headers)
    expect(refused).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMITED" } } })
    expect(refused.headers.get("ratelimit-reset")).toBe("60")
    const retryAfter = Number(refused.headers.get("retry-after"))
    expect([retryAfter >= 20, retryAfter <= 25]).toEqual([true, true])
    expect((await ask(other.headers)).status).toBe(200)
    await clock.advance(20_000)
    expect((await ask(one.headers)).status).toBe(200)
  })

  test("clients that try wrong keys are limited by address; a valid key is not [access.limits]", async () => {
    const server = opened({ clock: new ManualClock(), limits })
    const { key } = await server.key()
    const ask = async (given: string, address: string) => {
      const request = new Request("http://localhost/api/v1/discussions", { headers: { "x-api-key": given } })
      return (await server.server.fetch(request, { address })).status
    }
    expect([await ask("a", "1.1.1.1"), await ask("b", "1.1.1.1"), await ask("c", "1.1.1.1")]).toEqual([401, 401, 429])
    expect([await ask("d", "2.2.2.2"), await ask(key, "1.1.1.1")]).toEqual([401, 200])
  })

  test("public calls are limited by address too", async () => {
    const server = opened({ clock: new ManualClock(), limits })
    const ask = async (path: string) => (await server.call("GET", path)).status
    const asked = async (path: string) => [await ask(path), await ask(path), await ask(path)]
    expect(await asked("/health")).toEqual([200, 200, 200])
    expect(await asked("/openapi.json")).toEqual([200, 200, 429])
  })

  test("requests through a proxy need a key unless the proxy is trusted [access.proxy]", async () => {
    const ask = async (server: ReturnType<typeof opened>, headers: Record<string, string>) =>
      (await server.call("GET", "/api/v1/discussions", undefined, headers)).status
    const local = opened({ required: false })
    const { headers: key } = await local.key()
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip"]) {
      expect([await ask(local, { [name]: "x" }), await ask(local, { ...key, [name]: "x" })]).toEqual([401, 200])
    }
    expect(await ask(local, {})).toBe(200)
    const keys = { store: new MemoryKeyStore(systemClock), spend: new MemorySpendLedger(systemClock), required: false }
    const trusting = rig({ keys: { ...keys, trustsProxy: true } })
    expect((await trusting.call("GET", "/api/v1/discussions", undefined, { "x-forwarded-for": "x" })).status).toBe(200)
  })

  test("JSON responses are not cached", async () => {
    const server = opened({ required: false })
    for (const path of ["/api/v1/discussions", "/health", "/api/v1/tables", "/api/v1/models"])
      expect((await server.call("GET", path)).headers.get("cache-control")).toBe("no-store")
  })

  test("clients on loopback are not limited [access.loopback] [access.limits]", async () => {
    const server = opened({ required: false })
    const asked = await Promise.all(Array.from({ length: 2_000 }, () => server.call("GET", "/api/v1/discussions")))
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  })
})

describe("open streams", () => {
  const streams = ({ call }: ReturnType<typeof opened>, headers: Record<string, string>) =>
    call("GET", "/metrics", undefined, headers).then(({ body }) =>
      Number(/^conclave_open_streams (\d+)$/m.exec(body)![1]),
    )

  const watch = (
    { server }: ReturnType<typeof opened>,
    path: string,
    headers: Record<string, string>,
    connection: { cut?: () => void } = {},
    method = "GET",
  ) => server.fetch(new Request(`http://localhost${path}`, { method, headers }), connection)

  test("are limited per key and in total; a closed stream frees its slot [access.limits]", async () => {
    const server = opened({ limits: { keyStreams: 2, allStreams: 3 } })
    const [one, other] = [await server.key(), await server.key()]
    const path = await heldDiscussion(server, one.headers)
    const first = await watch(server, path, one.headers)
    expect((await watch(server, path, one.headers, {}, "HEAD")).status).toBe(200)
    expect((await watch(server, `${path}?after=9`, one.headers)).status).toBe(400)
    expect((await watch(server, path.replace(/[\w-]{36}/, "nowhere"), one.headers)).status).toBe(404)
    expect((await watch(server, path, one.headers)).status).toBe(200)
    const refused = await watch(server, path, one.headers)
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^[567]$/)])
    expect((await watch(server, path, other.headers)).status).toBe(200)
    expect((await watch(server, path, other.headers)).status).toBe(429)
    await first.body!.cancel()
    expect((await watch(server, path, one.headers)).status).toBe(200)
  })

  test("a client that has seen the end takes no slot", async () => {
    const server = opened({ limits: { keyStreams: 1 } })
    const { headers } = await server.key()
    const path = await heldDiscussion(server, headers)
    await server.call("POST", path.replace(/events$/, "abort"), undefined, headers)
    const { body } = await server.call("GET", path, undefined, { ...headers, accept: "application/json" })
    const end = body.events.at(-1).seq
    for (let time = 0; time < 3; time++) expect((await watch(server, `${path}?after=${end}`, headers)).status).toBe(204)
    expect((await watch(server, path, headers)).status).toBe(200)
  })

  test("a client that disconnects before reading frees its slot", async () => {
    const server = opened({ limits: { keyStreams: 1 } })
    const { headers } = await server.key()
    const path = await heldDiscussion(server, headers)
    const disconnect = new AbortController()
    await server.server.fetch(new Request(`http://localhost${path}`, { headers, signal: disconnect.signal }))
    expect((await watch(server, path, headers)).status).toBe(429)
    disconnect.abort()
    expect((await watch(server, path, headers)).status).toBe(200)
  })

  test("of a revoked key end within seconds; others continue", async () => {
    const clock = new ManualClock()
    const server = opened({ clock })
    const [gone, stays] = [await server.key("read"), await server.key()]
    const path = await heldDiscussion(server, stays.headers)
    const cut = { gone: 0, stays: 0 }
    const open = async (name: keyof typeof cut, headers: Record<string, string>) => {
      const response = await watch(server, path, headers, { cut: () => void cut[name]++ })
      await response.body!.getReader().read()
    }
    await open("gone", gone.headers)
    await open("gone", gone.headers)
    await open("stays", stays.headers)
    expect(await streams(server, stays.headers)).toBe(3)
    await clock.advance(20_000)
    expect(cut).toEqual({ gone: 0, stays: 0 })
    expect((await server.call("DELETE", `/api/v1/keys/${gone.id}`, undefined, stays.headers)).status).toBe(200)
    expect((await server.call("GET", "/api/v1/discussions", undefined, gone.headers)).status).toBe(401)
    await clock.advance(10_000)
    expect(cut).toEqual({ gone: 2, stays: 0 })
    expect(await streams(server, stays.headers)).toBe(1)
  })

  test("a duet without a free stream is not started", async () => {
    const server = opened({ limits: { keyStreams: 0 } })
    const { headers } = await server.key()
    const model = { providerId: "rehearsal", modelId: "bold" }
    const duet = { prompt: "Tabs or spaces?", modelA: model, modelB: model }
    expect((await server.call("POST", "/api/discussion", duet, headers)).status).toBe(429)
    expect((await server.call("GET", "/api/v1/discussions", undefined, headers)).body.discussions).toEqual([])
  })
})

describe("browsers", () => {
  let listening: Listening
  let server: ReturnType<typeof opened>
  beforeEach(async () => {
    server = opened({ required: false, origins: ["https://app.example"] })
    listening = await listen(server)
  })
  afterEach(() => listening.close())

  test("a rebound host name reads and changes nothing, streams included", async () => {
    const path = await heldDiscussion(server, {})
    const evil = { host: `evil.example:${listening.port}` }
    for (const [method, at, body] of [
      ["GET", "/api/v1/discussions", undefined],
      ["GET", path, undefined],
      ["GET", "/health", undefined],
      ["POST", "/api/v1/discussions", { format: "duet", topic: "Evil" }],
    ] as const) {
      expect(await server.call(method, at, body, evil)).toMatchObject({
        status: 403,
        body: { error: { code: "FORBIDDEN" } },
      })
    }
    expect((await server.call("GET", "/api/v1/discussions?q=Evil")).body.discussions).toEqual([])
  })

  test("a page of another origin reads and changes nothing; an allowed origin can, and can read refusals", async () => {
    const ask = (origin: string, method: string, headers: Record<string, string> = {}) =>
      fetch(`${listening.url}/api/v1/discussions`, {
        method,
        headers: { origin, "content-type": "application/json", ...headers },
        ...(method === "POST" && { body: JSON.stringify({ format: "duet", topic: "From a page", start: false }) }),
      })
    expect((await ask("https://evil.example", "POST")).status).toBe(403)
    expect((await ask("https://evil.example", "GET")).headers.get("access-control-allow-origin")).toBeNull()
    expect((await ask(listening.url, "POST")).status).toBe(201)
    const allowed = await ask("https://app.example", "POST")
    expect(allowed.status).toBe(201)
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example")
    expect(allowed.headers.get("access-control-allow-credentials")).toBeNull()
    expect(allowed.headers.get("vary")).toContain("origin")
    const refused = await ask("https://app.example", "GET", { "x-api-key": "wrong" })
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "https://app.example"])
    const asking = { "access-control-request-method": "POST", "access-control-request-headers": "authorization" }
    const preflight = await ask("https://app.example", "OPTIONS", asking)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST")
    expect(preflight.headers.get("access-control-allow-origin")).toBe("https://app.example")
    expect((await ask("https://evil.example", "OPTIONS", asking)).status).toBe(403)
  })

  test("an EventSource, which cannot send a key, follows a discussion with a ticket", async () => {
    const { headers } = await server.key("read")
    const asked = { format: "duet", topic: "Followed", seed: 1 }
    const { body } = await server.call("POST", "/api/v1/discussions", asked)
    const { ticket, expiresAt } = (await server.call("POST", "/api/v1/stream-tickets", undefined, headers)).body
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    const url = `${listening.url}/api/v1/discussions/${body.discussion.id}/events?ticket=${ticket}`
    const source = new EventSource(url)
    await new Promise<void>((resolve) => source.addEventListener("discussion-completed", () => resolve()))
    source.close()
    expect((await server.call("POST", "/api/v1/stream-tickets")).body).toEqual({ ticket: null, expiresAt: null })
  })
})

describe("keys over HTTP", () => {
  test("are created, listed and revoked; a retried creation does not show the key again", async () => {
    const server = opened()
    const admin = await server.key()
    const headers = { ...admin.headers, "idempotency-key": "once" }
    const asked = { name: "laptop", scope: "read", limits: { usd: 5 } }
    const first = await server.call("POST", "/api/v1/keys", asked, headers)
    const again = await server.call("POST", "/api/v1/keys", asked, headers)
    expect(first.status).toBe(201)
    expect(again.body).toEqual({ apiKey: first.body.apiKey, key: null })
    const { key, apiKey } = first.body
    expect(
      (await server.call("GET", "/api/v1/discussions", undefined, { authorization: `Bearer ${key}` })).status,
    ).toBe(200)
    const { keys } = (await server.call("GET", "/api/v1/keys", undefined, admin.headers)).body
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(["laptop", "admin"])
    expect(JSON.stringify(keys)).not.toContain(key)
    await server.call("DELETE", `/api/v1/keys/${apiKey.id}`, undefined, admin.headers)
    expect((await server.call("GET", "/api/v1/discussions", undefined, { "x-api-key": key })).status).toBe(401)
    expect(server.faults).toEqual([])
  })
})
