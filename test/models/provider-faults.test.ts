import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import type { OwnProvider } from "../../src/models/providers/index.ts"
import { type FaultName, faults } from "../wire/faults.ts"
import { startWireServer, type WireServer } from "../wire/server.ts"
import { all, canary, everythingIn, type Heard, hear, modelOf, question, wired } from "./wired.ts"

let server: WireServer

beforeAll(async () => {
  server = await startWireServer()
})

afterAll(() => server.close())

const words = "First we agree on the aim, then on the way, and only then on who begins: 好的."

/** Expected result of a fault, for every provider. */
type Result =
  | { readonly error: "PROVIDER_ERROR" | "MODEL_UNAVAILABLE"; readonly recoverable: boolean }
  /** The call never ends by itself; the caller aborts it. */
  | "hangs"
  /** The reply is valid. */
  | "same"
  | "empty"
  | "estimated"

const passing: Result = { error: "PROVIDER_ERROR", recoverable: true }
const final: Result = { error: "PROVIDER_ERROR", recoverable: false }
const unavailable: Result = { error: "MODEL_UNAVAILABLE", recoverable: false }

const results: Readonly<Record<FaultName, Result>> = {
  "rate-limited": passing,
  "rate-limited-seconds": passing,
  "rate-limited-date": passing,
  "quota-exhausted": final,
  "request-timeout": passing,
  conflict: passing,
  "too-early": passing,
  "server-error": passing,
  "bad-gateway": passing,
  unavailable: passing,
  overloaded: passing,
  "bad-request": final,
  unauthorised: unavailable,
  forbidden: unavailable,
  "unknown-model": unavailable,
  redirected: final,
  "hang-before-headers": "hangs",
  "hang-after-headers": "hangs",
  "hang-mid-stream": "hangs",
  "cut-before-headers": passing,
  "cut-mid-stream": passing,
  "ends-early": passing,
  "tiny-writes": "same",
  crlf: "same",
  bom: "same",
  comments: "same",
  "malformed-chunk": passing,
  "error-event": passing,
  "html-200": passing,
  "error-200": passing,
  "blank-200": passing,
  "no-finish": passing,
  empty: "empty",
  // A runaway reply would run away again.
  "twenty-megabytes": final,
  "five-megabyte-line": final,
  "twenty-megabyte-line": final,
  "usage-negative": "estimated",
  "usage-huge": "estimated",
  "usage-missing": "estimated",
}

const names = Object.keys(faults) as FaultName[]
const consoles = ["log", "info", "warn", "error", "debug", "trace"] as const
let printed: unknown[][]

beforeEach(() => {
  printed = []
  for (const method of consoles) {
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => void printed.push(said))
  }
})

afterEach(() => void vi.restoreAllMocks())

async function callWithFault(provider: OwnProvider, fault: FaultName, key = canary): Promise<Heard> {
  const model = wired(server, provider, key)
  const caller = new AbortController()
  server.script({ answer: words, fault })
  const arrival = server.nextRequest()
  const listening = hear(model, question(), caller.signal)
  if (results[fault] === "hangs") void arrival.then(() => caller.abort())
  return listening
}

describe.each(all)("%s", (provider) => {
  test.each(names)("%s has its expected result, and no invented text [models.retry-statuses]", async (fault) => {
    const result = results[fault]
    const { text, finish, usage, error } = await callWithFault(provider, fault)
    switch (result) {
      case "same":
        expect([text, finish]).toEqual([words, "stop"])
        break
      case "empty":
        expect([text, finish, error]).toEqual(["", "stop", undefined])
        break
      case "estimated":
        expect([text, finish]).toEqual([words, "stop"])
        expect(usage).toMatchObject({ estimated: true })
        for (const figure of [usage?.promptTokens, usage?.completionTokens]) {
          expect(figure).toBeGreaterThan(0)
          expect(figure).toBeLessThan(1_000)
        }
        expect(usage?.cachedTokens).toBe(0)
        break
      case "hangs":
        expect(error).toMatchObject({ code: "ABORTED" })
        expect(finish).toBeUndefined()
        break
      default:
        expect({ code: error?.code, recoverable: error?.recoverable }).toEqual({
          code: result.error,
          recoverable: result.recoverable,
        })
        expect(finish).toBeUndefined()
        if (fault === "twenty-megabytes" || fault === "five-megabyte-line") expect(text.length).toBeLessThan(5_000_000)
        else expect(words.startsWith(text)).toBe(true)
    }
    expect(printed).toEqual([])
  })

  test("an error with status 200 keeps the provider's message, alone or in mid-reply", async () => {
    expect((await callWithFault(provider, "error-200")).error?.message).toContain("upstream failed")
    expect((await callWithFault(provider, "error-event")).error?.message).toContain("overloaded")
  })

  test("the requested delay is passed on, in seconds or as a date [models.retry-after]", async () => {
    expect((await callWithFault(provider, "rate-limited")).error?.retryAfterMs).toBeUndefined()
    expect((await callWithFault(provider, "rate-limited-seconds")).error?.retryAfterMs).toBe(7_000)
    const wait = (await callWithFault(provider, "rate-limited-date")).error?.retryAfterMs
    // Both clocks of the exchange count whole seconds.
    expect(wait).toBeGreaterThanOrEqual(28_000)
    expect(wait).toBeLessThanOrEqual(31_000)
  })

  test("a redirect is not followed: it would send the key elsewhere [models.keys]", async () => {
    await callWithFault(provider, "redirected")
    expect(server.requests.filter(({ path }) => path === "/elsewhere")).toEqual([])
  })

  test.each([
    { prompt: 100, cached: 500, completion: 20 },
    { prompt: 100, cached: -4, completion: 20 },
    { prompt: 100, completion: 20, reasoning: 900 },
    { prompt: 100.5, completion: 20 },
    { prompt: 0, completion: 0 },
  ])("impossible figures are corrected and marked: %j", async (figures) => {
    server.script({ answer: { text: words, usage: figures } })
    const { usage } = await hear(wired(server, provider))
    // Ollama reports neither cached nor reasoning tokens, Mistral and Bedrock no reasoning tokens.
    const isUnread =
      (provider === "ollama" && figures.prompt === 100) ||
      (["mistral", "bedrock"].includes(provider) && figures.reasoning !== undefined)
    if (isUnread) return expect(usage?.estimated).toBeUndefined()
    // xAI's package adds a part that exceeds the prompt to the prompt.
    if (provider === "xai" && figures.cached === 500) {
      return expect(usage).toMatchObject({ promptTokens: 600, cachedTokens: 500 })
    }
    const { promptTokens = -1, cachedTokens = -1, completionTokens = -1, reasoningTokens = 0 } = usage ?? {}
    expect(usage?.estimated).toBe(true)
    expect([promptTokens, completionTokens].every((count) => Number.isInteger(count) && count > 0)).toBe(true)
    expect(cachedTokens).toBeGreaterThanOrEqual(0)
    expect(cachedTokens).toBeLessThanOrEqual(promptTokens)
    expect(reasoningTokens).toBeLessThanOrEqual(completionTokens)
  })

  test("a failure does not affect the next call", async () => {
    const model = wired(server, provider)
    for (const fault of ["cut-mid-stream", "malformed-chunk", "error-event", "server-error", "html-200"] as const) {
      server.script({ answer: words, fault }, { answer: words })
      expect.soft((await hear(model)).finish, fault).toBeUndefined()
      expect.soft(await hear(model), fault).toMatchObject({ text: words, finish: "stop" })
    }
  })

  test("wherever the reply breaks off, its text is a prefix and not accepted as a reply", async () => {
    for (const fault of ["cut-mid-stream", "ends-early", "malformed-chunk", "error-event"] as const) {
      for (let at = 0; at <= 14; at++) {
        server.script({ answer: words, fault, at })
        const { text, finish, error } = await hear(wired(server, provider))
        const where = `${fault} at ${at}`
        expect.soft([finish, error?.code, error?.recoverable], where).toEqual([undefined, "PROVIDER_ERROR", true])
        expect.soft(words.startsWith(text), where).toBe(true)
      }
    }
  })

  // The second has none of the marks of a key, the third cannot be sent at all.
  test.each([canary, "plain/words+of=mine", "sk-canary-in\ntwo-lines"])(
    "the key %j is in no error, whatever went wrong [models.keys]",
    async (key) => {
      const sendable = !key.includes("\n")
      for (const fault of sendable ? names.filter((name) => !name.includes("megabyte")) : (["unauthorised"] as const)) {
        const heard = sendable ? await callWithFault(provider, fault, key) : await hear(wired(server, provider, key))
        const shown = everythingIn(heard) + everythingIn(heard.error) + everythingIn(printed)
        for (const secret of key.split("\n")) expect.soft(shown.includes(secret), fault).toBe(false)
      }
    },
  )

  test("an error names the model, and the setting to check if that helps", async () => {
    const name = modelOf[provider].slice(provider.length + 1)
    for (const fault of ["unauthorised", "unknown-model", "server-error", "cut-mid-stream"] as const) {
      expect.soft((await callWithFault(provider, fault)).error?.message, fault).toContain(name)
    }
    expect((await callWithFault(provider, "unauthorised")).error?.message).toMatch(/[A-Z]+_[A-Z_]+/)
  })
})

test.each(all)("%s that is unreachable is a recoverable failure [models.retry-statuses]", async (provider) => {
  const gone = await startWireServer()
  await gone.close()
  const { error } = await hear(wired(gone, provider))
  expect(error).toMatchObject({ code: "PROVIDER_ERROR", recoverable: true })
  expect(error?.message).toContain(new URL(gone.url).host)
})
