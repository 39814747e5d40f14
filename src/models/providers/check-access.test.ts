import { expect, test } from "vitest"
import { checkAccess } from "./check-access.ts"
import { findProvider } from "./index.ts"

const check = (send: typeof fetch, signal: AbortSignal) =>
  checkAccess({
    name: "compatible",
    provider: findProvider("compatible"),
    url: "http://127.0.0.1:9/v1",
    fetch: send,
    signal,
  })

test("a server that refuses connections is down", async () => {
  const refuse = () => Promise.reject(new TypeError("fetch failed"))
  expect(await check(refuse, new AbortController().signal)).toContain("compatible cannot be reached at 127.0.0.1:9")
})

test("a server that lists its models slowly is not: it may still answer a call", async () => {
  const leaving = new AbortController()
  const wait: typeof fetch = () => {
    leaving.abort()
    return Promise.reject(leaving.signal.reason)
  }
  expect(await check(wait, leaving.signal)).toBeUndefined()
})
