import { expect, test } from "vitest"
import { retryAfterMs } from "./provider-error.ts"

const now = Date.UTC(2026, 0, 1, 12, 0, 0)

test.each([
  [{}, undefined],
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
  [{ "retry-after": "Thu, 01 Jan 2026 12:00:30 GMT" }, 30_000],
  [{ "retry-after": "Thu, 01 Jan 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "Thu, 01 Jan 2026 13:00:30 GMT", date: "Thu, 01 Jan 2026 13:00:00 GMT" }, 30_000],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after": "" }, undefined],
])("%j asks for %s ms [models.retry-after]", (headers, expected) => {
  expect(retryAfterMs(headers, now)).toBe(expected)
})
