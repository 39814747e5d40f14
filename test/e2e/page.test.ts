import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type PageFiles, readPage } from "../../src/server/index.ts"
import { ManualClock } from "../../src/testing/index.ts"
import { buildPage } from "../support/build-page.ts"
import { MemoryKeyStore } from "../support/memory-key-store.ts"
import { MemorySpendLedger } from "../support/memory-spend-ledger.ts"
import { firstView } from "../support/page-weight.ts"
import { type Rig, rig } from "./server-rig.ts"

let page: PageFiles
let served: Rig
let script: string

beforeAll(() => {
  buildPage()
  page = readPage()!
  served = rig({ page })
  script = [...page.keys()].find((path) => path.startsWith("/assets/index-") && path.endsWith(".js"))!
}, 120_000)

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  served.server.fetch(new Request(`http://localhost${path}`, { headers, method }))

describe("the page", () => {
  test("is served at each of its addresses, under a policy that blocks everything else [web.untrusted]", async () => {
    const places = [
      "/",
      "/discussions/0b6f",
      "/chat",
      "/compare",
      "/projects",
      "/projects/1",
      "/agents",
      "/models",
      "/settings",
    ]
    for (const place of places) {
      const { status, headers } = await get(place)
      expect({ place, status, type: headers.get("content-type") }).toEqual({
        place,
        status: 200,
        type: "text/html; charset=utf-8",
      })
      const policy = headers.get("content-security-policy")!.split("; ")
      expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]))
      expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
      expect(headers.get("cache-control")).toBe("no-cache")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
    }
    expect(await (await get("/")).text()).not.toMatch(/<style|<script(?![^>]* src=)|https?:\/\//)
  })

  test("serves its files as immutable, and compressed if the client accepts that", async () => {
    const plain = await get(script)
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
    const text = await plain.text()
    const packed = [
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip", "gzip", gunzipSync],
      ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
    ] as const
    for (const [accepted, encoding, unpack] of packed) {
      const { headers, ...answer } = await raw(script, accepted)
      expect(headers.get("content-encoding")).toBe(encoding)
      expect(headers.get("vary")).toContain("accept-encoding")
      expect(answer.bytes.length).toBeLessThan(text.length / 2)
      expect(unpack(answer.bytes).toString()).toBe(text)
    }
    expect((await get(script, { "accept-encoding": "br;q=0.0" })).headers.get("content-encoding")).toBeNull()
  })

  async function raw(path: string, encoding: string) {
    const { headers, body } = await get(path, { "accept-encoding": encoding })
    return { headers, bytes: Buffer.from(await new Response(body).arrayBuffer()) }
  }

  test("is not sent again to clients that have it cached", async () => {
    const etag = (await get("/")).headers.get("etag")!
    const { status, body } = await get("/", { "if-none-match": etag })
    expect({ status, body }).toEqual({ status: 304, body: null })
    expect((await get("/", { "if-none-match": '"other"' })).status).toBe(200)
    expect((await get("/", {}, "HEAD")).status).toBe(200)
  })

  test("answers an unknown address with the page for browsers and a JSON error for programs", async () => {
    const reader = await get("/nowhere", { accept: "text/html,*/*" })
    expect([reader.status, reader.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"])
    for (const path of [
      "/nowhere",
      "/assets/none.js",
      "/index.html",
      "/../package.json",
      "/.built-from",
      "/.vite/manifest.json",
    ]) {
      const { status, headers } = await get(path)
      expect({ path, status, type: headers.get("content-type") }).toEqual({
        path,
        status: 404,
        type: "application/json",
      })
    }
  })

  test("never answers for an API call", async () => {
    for (const path of ["/api/nowhere", "/api/v1/discussions/none/none", "/v1/nowhere", "/api"]) {
      const { status, headers } = await get(path, { accept: "text/html" })
      expect({ path, status, type: headers.get("content-type") }).toEqual({
        path,
        status: 404,
        type: "application/json",
      })
    }
    expect((await get("/chat", {}, "POST")).status).toBe(404)
    expect((await get("/docs", { accept: "text/html" })).status).toBe(200)
    expect((await get("/health")).headers.get("content-type")).toBe("application/json")
  })

  test("needs no key even if calls do, since it holds no secrets [access.other-address]", async () => {
    const clock = new ManualClock()
    const keys = { store: new MemoryKeyStore(clock), spend: new MemorySpendLedger(clock), required: true }
    const keyed = rig({ page, keys })
    expect((await keyed.call("GET", "/")).status).toBe(200)
    expect((await keyed.call("GET", script)).status).toBe(200)
    expect((await keyed.call("GET", "/api/v1/discussions")).status).toBe(401)
  })

  test("is served only under the server's own host names", async () => {
    expect((await get("/", { host: "evil.example" })).status).toBe(403)
  })
})

describe("a server without the page", () => {
  const folder = mkdtempSync(join(tmpdir(), "conclave-page-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test("redirects to the API description", async () => {
    const { status, headers } = await rig().call("GET", "/")
    expect([status, headers.get("location")]).toEqual([302, "/docs"])
  })

  test("reads no page from an unbuilt folder, and serves only page files of another one", async () => {
    expect(readPage(folder)).toBeUndefined()
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>Own</title>")
    writeFileSync(join(folder, "secret.env"), "KEY=1")
    const own = readPage(folder)!
    expect([...own.keys()]).toEqual(["/index.html"])
    expect((await rig({ page: own }).call("GET", "/")).body).toContain("Own")
  })
})

describe("the page's weight", () => {
  test("the first view takes at most 150 KB of JavaScript, compressed", () => {
    const { files, gzip } = firstView(page)
    expect(files).toContain(script)
    expect(gzip).toBeLessThanOrEqual(150 * 1024)
  })
})
