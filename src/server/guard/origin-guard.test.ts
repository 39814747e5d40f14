import { describe, expect, test } from "vitest"
import { OriginGuard } from "./origin-guard.ts"

const guard = new OriginGuard({ hosts: ["Table.example", "other.example:8443"], origins: ["https://app.example"] })

function request(host: string, headers: Record<string, string> = {}, method = "GET"): Request {
  return new Request("http://localhost/api", { method, headers: { host, ...headers } })
}

const allowed = (...given: Parameters<typeof request>) => {
  try {
    guard.check(request(...given))
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: "FORBIDDEN" })
    return false
  }
}

describe("allowed host names of a request", () => {
  test.each([
    ...["localhost", "localhost:4600", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:4600", "[::1]", "[::1]:4600"],
    ...["192.168.1.5:80", "table.example", "table.example:99", "other.example:8443"],
  ])("%s", (host) => expect(allowed(host)).toBe(true))

  test.each([
    ...["evil.example", "evil.example:4600", "localhost.evil.example", "127.0.0.1.evil.example", "other.example"],
    ...["other.example:1", "nottable.example", "x@localhost", "localhost/evil", "localhost#", "", " ", "localhost:x"],
  ])("not %s", (host) => expect(allowed(host)).toBe(false))
})

describe("allowed origins of a request", () => {
  const own = "localhost:4600"
  test.each([
    ["its own", own, { origin: "http://localhost:4600" }],
    ["its own behind TLS", "table.example", { origin: "https://table.example" }],
    ["its own behind TLS, with the port", "table.example:443", { origin: "https://table.example" }],
    ["a listed one", own, { origin: "https://app.example" }],
    ["none, as from a program", own, {}],
    ["its own, by Sec-Fetch-Site", own, { "sec-fetch-site": "same-origin" }],
    ["none, as from the address bar", own, { "sec-fetch-site": "none" }],
  ])("%s", (_, host, headers) => {
    for (const method of ["GET", "POST", "DELETE"]) expect(allowed(host, headers, method)).toBe(true)
  })

  test.each([
    ["another", { origin: "https://evil.example" }],
    ["the same host with another port", { origin: "http://localhost:3000" }],
    ["the port of another scheme", { origin: "http://localhost" }],
    ["an opaque origin", { origin: "null" }],
    ["one with the same prefix", { origin: "https://app.example.evil.example" }],
    ["an invalid one", { origin: "localhost:4600" }],
    ["a listed one with another scheme", { origin: "http://app.example" }],
  ])("not %s, streams included", (_, headers) => {
    for (const method of ["GET", "POST", "OPTIONS"]) expect(allowed(own, headers, method)).toBe(false)
  })

  test("a form of another site changes nothing, even if its browser hides the origin", () => {
    expect(allowed(own, { "sec-fetch-site": "cross-site" }, "POST")).toBe(false)
    expect(allowed(own, { "sec-fetch-site": "same-site" }, "DELETE")).toBe(false)
    expect(allowed(own, { "sec-fetch-site": "cross-site" })).toBe(true)
  })
})

describe("CORS headers", () => {
  const cors = (origin?: string) => guard.corsHeaders(request("localhost", origin === undefined ? {} : { origin }))

  test("only a listed origin may read, and never with cookies", () => {
    expect(cors("https://app.example")).toMatchObject({
      "access-control-allow-origin": "https://app.example",
      "access-control-expose-headers": expect.stringContaining("mcp-session-id"),
      vary: "origin",
    })
    expect(cors("https://evil.example")).toEqual({ vary: "origin" })
    expect(cors()).toEqual({ vary: "origin" })
    expect(Object.keys(cors("https://app.example"))).not.toContain("access-control-allow-credentials")
    expect(new OriginGuard({ hosts: [], origins: [] }).corsHeaders(request("localhost", { origin: "x" }))).toEqual({})
  })

  test("a preflight request gets the path's methods, and the headers it asks for", () => {
    // Clients of MCP and OpenAI send headers of their own.
    const asked = "authorization,content-type,mcp-protocol-version,x-stainless-os"
    const wanted = { "access-control-request-method": "POST", "access-control-request-headers": asked }
    const headers = { origin: "https://app.example", ...wanted }
    const answer = guard.preflightHeaders(request("localhost", headers, "OPTIONS"), ["GET", "POST"])
    expect(answer).toMatchObject({ "access-control-allow-methods": "GET, POST" })
    expect(answer?.["access-control-allow-headers"]).toBe(asked)
    expect(guard.preflightHeaders(request("localhost", {}, "OPTIONS"), ["GET"])).toBeUndefined()
  })

  test.each(["*", "app.example", "https://app.example/", "https://*.example", "null", ""])(
    "%s is not an origin",
    (origin) => {
      expect(() => new OriginGuard({ hosts: [], origins: [origin] })).toThrow(/not an origin/)
    },
  )
})
