import { beforeEach, describe, expect, test } from "vitest"
import type { ApiKey } from "../../src/ports/key-store.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { keyAuthenticator } from "../../src/server/access/key-authenticator.ts"
import { KeyCache, keyCacheMs } from "../../src/server/access/key-cache.ts"
import { createTicket, ticketLifetimeMs } from "../../src/server/access/stream-ticket.ts"
import { ManualClock } from "../../src/testing/index.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"

let clock: ManualClock
let store: MemoryKeyStore
let known: KeyCache
let made: ApiKey & { readonly key: string }
let lookups: number

beforeEach(async () => {
  clock = new ManualClock()
  store = new MemoryKeyStore(clock)
  lookups = 0
  const counted = {
    find: (key: string) => {
      lookups++
      return store.find(key)
    },
    findById: (id: string) => store.findById(id),
  }
  known = new KeyCache(counted, clock)
  const { id } = await store.createOrganisation("Acme")
  made = await store.create({ organisationId: id, name: "x", scope: "discuss" })
})

const ask = (headers: Record<string, string> = {}, path = "/api", required = true, method = "GET") =>
  keyAuthenticator({ keys: known, clock, required })(new Request(`http://localhost${path}`, { headers, method }))

const invalid = { code: "KEY_INVALID", headers: { "www-authenticate": expect.stringContaining("invalid_token") } }

describe("access by key", () => {
  test("a key in either header authenticates with its organisation and scope", async () => {
    const expected = { organisationId: made.organisationId, scope: "discuss", keyId: made.id }
    for (const headers of [
      { authorization: `Bearer ${made.key}` },
      { authorization: `bearer   ${made.key}` },
      { "x-api-key": made.key },
    ]) {
      expect(await ask(headers)).toMatchObject(expected)
    }
  })

  test("requests without a key are refused if one is required", async () => {
    const missing = { code: "KEY_MISSING", headers: { "www-authenticate": 'Bearer realm="conclave"' } }
    for (const headers of [{}, { authorization: "Basic eDp5" }])
      await expect(ask(headers)).rejects.toMatchObject(missing)
  })

  test("on loopback requests without a key act as the local admin, but a wrong key is refused [access.loopback]", async () => {
    expect(await ask({}, "/api", false)).toEqual({ organisationId: localOrganisationId, scope: "admin" })
    expect(await ask({ "x-api-key": made.key }, "/api", false)).toMatchObject({ scope: "discuss" })
    for (const key of ["wrong", "", made.prefix, `${made.key}x`]) {
      await expect(ask({ "x-api-key": key }, "/api", false)).rejects.toMatchObject(invalid)
      await expect(ask({ authorization: `Bearer ${key}` }, "/api", false)).rejects.toMatchObject(invalid)
    }
  })

  test("a key is cached for two seconds, and a revoked one stops then or at once", async () => {
    const headers = { "x-api-key": made.key }
    const first = await ask(headers)
    await Promise.all(Array.from({ length: 20 }, () => ask(headers)))
    expect(lookups).toBe(1)
    await store.revoke(made.organisationId, made.id)
    await clock.advance(keyCacheMs)
    await expect(ask(headers)).rejects.toMatchObject(invalid)
    expect(await first.isStillValid!()).toBe(false)
    const other = await store.create({ organisationId: made.organisationId, name: "y", scope: "read" })
    await ask({ "x-api-key": other.key })
    await store.revoke(made.organisationId, other.id)
    known.clear()
    await expect(ask({ "x-api-key": other.key })).rejects.toMatchObject(invalid)
  })

  test("a failed lookup is retried on the next request", async () => {
    let fails = true
    const flaky = {
      find: (key: string) => (fails ? Promise.reject(new Error("away")) : store.find(key)),
      findById: store.findById,
    }
    const authenticate = keyAuthenticator({ keys: new KeyCache(flaky, clock), clock, required: true })
    const request = new Request("http://localhost/", { headers: { "x-api-key": made.key } })
    await expect(authenticate(request)).rejects.toThrow("away")
    fails = false
    expect(await authenticate(request)).toMatchObject({ keyId: made.id })
  })
})

describe("a ticket", () => {
  const path = (ticket: string, to = "/api/v1/chat/events") => `${to}?ticket=${encodeURIComponent(ticket)}`
  const ticketFor = async (at = clock.now() + ticketLifetimeMs) => createTicket((await store.findById(made.id))!, at)

  test("allows reading event streams for ten minutes, and nothing else", async () => {
    const ticket = await ticketFor()
    expect(await ask({}, path(ticket))).toMatchObject({
      organisationId: made.organisationId,
      scope: "read",
      keyId: made.id,
    })
    await expect(ask({}, path(ticket, "/api/v1/discussions"))).rejects.toMatchObject({ code: "KEY_MISSING" })
    await expect(ask({}, path(ticket), true, "POST")).rejects.toMatchObject({ code: "KEY_MISSING" })
    await expect(ask({ "x-api-key": ticket })).rejects.toMatchObject(invalid)
    await clock.advance(ticketLifetimeMs)
    await expect(ask({}, path(ticket))).rejects.toMatchObject(invalid)
  })

  test("is refused if changed, forged, or after its key was revoked", async () => {
    const ticket = await ticketFor()
    const id = ticket.split("_")[1]
    const mac = ticket.slice(-43)
    const other = await store.create({ organisationId: made.organisationId, name: "y", scope: "read" })
    const longer = `cnt_${id}_${(clock.now() + ticketLifetimeMs * 2).toString(36)}_${mac}`
    for (const wrong of [
      longer,
      ticket.replace(id!, other.id),
      `${ticket}A`,
      ticket.slice(0, -1),
      "",
      "cnt_",
      made.key,
    ]) {
      await expect(ask({}, path(wrong)), wrong).rejects.toMatchObject(invalid)
    }
    await expect(ask({}, path("wrong"), false)).rejects.toMatchObject(invalid)
    await store.revoke(made.organisationId, made.id)
    known.clear()
    await expect(ask({}, path(ticket))).rejects.toMatchObject(invalid)
  })
})
