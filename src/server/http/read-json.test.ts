import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readJson } from "./read-json.ts"

function post(body: string | Uint8Array | ReadableStream, type: string | null = "application/json") {
  const init = { method: "POST", body, duplex: "half", headers: type === null ? {} : { "content-type": type } }
  const request = new Request("http://test/", init as RequestInit)
  if (type === null) request.headers.delete("content-type")
  return request
}

const refused = (body: Parameters<typeof post>[0], limit = 1_000_000) =>
  readJson(post(body), limit).then(
    () => "read",
    (error) => error.code,
  )

describe("reading a body", () => {
  test("JSON is parsed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5, stringUnit: "grapheme" }), async (text) => {
        expect(await readJson(post(text), 1_000_000)).toEqual(JSON.parse(text))
      }),
      { numRuns: 50 },
    )
  })

  test.each([null, "text/plain", "application/jsonp", "multipart/form-data"])("%s is refused", async (type) => {
    await expect(readJson(post("{}", type), 100)).rejects.toMatchObject({ code: "MEDIA_TYPE_UNSUPPORTED" })
  })

  test("application/json with parameters and +json types are accepted", async () => {
    expect(await readJson(post("{}", "Application/JSON; charset=utf-8"), 100)).toEqual({})
    expect(await readJson(post("{}", "application/merge-patch+json"), 100)).toEqual({})
  })

  test.each(["", "  ", "{", "{'a':1}", "[1,]", "nul", "\ufeff{}{}"])("%j is not JSON [http.errors]", async (text) => {
    expect(await refused(text)).toBe("BODY_INVALID")
  })

  test("invalid UTF-8 is refused", async () => {
    expect(await refused(new Uint8Array([0x22, 0xff, 0xfe, 0x22]))).toBe("BODY_INVALID")
  })

  test.each(["[", '{"a":', '[{"a":'])(
    "a hundred thousand of %j are refused before they are parsed",
    async (opening) => {
      expect(await refused(opening.repeat(100_000))).toBe("BODY_INVALID")
    },
  )

  test("nesting is limited before it is parsed [http.errors]", async () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    expect(await refused(nested(64))).toBe("read")
    expect(await refused(nested(65))).toBe("BODY_INVALID")
    expect(await refused(`[${nested(63)},${nested(63)}]`)).toBe("read")
  })

  test("brackets in strings do not count as depth", async () => {
    const text = JSON.stringify({ a: '\\"[{'.repeat(1_000) })
    expect(await readJson(post(text), 100_000)).toEqual(JSON.parse(text))
  })

  test.each([String.raw`{"a":["\u0000"]}`, String.raw`{"a":["\ud800"]}`])("%s names the field", async (text) => {
    await expect(readJson(post(text), 100)).rejects.toMatchObject({ problems: [{ field: "a[0]" }] })
    expect(await refused(String.raw`{"\u0000":1}`)).toBe("INPUT_INVALID")
  })

  test("a body that is too large is refused by its length, or while it is read if it has none [access.limits]", async () => {
    expect(await refused(JSON.stringify("a".repeat(200)), 100)).toBe("BODY_TOO_LARGE")
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        given += 1_000
        controller.enqueue(new Uint8Array(1_000).fill(0x20))
      },
    })
    expect(await refused(endless, 10_000)).toBe("BODY_TOO_LARGE")
    expect(given).toBeLessThan(20_000)
  })

  test("a truncated body is refused", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error("gone"))
      },
    })
    expect(await refused(broken)).toBe("BODY_INVALID")
  })
})
