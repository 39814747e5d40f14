import fc from "fast-check"
import { expect, test } from "vitest"
import { providerError, redact } from "./provider-error.ts"

const key = "my-own-secret"

test.each([
  ["Incorrect key my-own-secret given", "Incorrect key … given"],
  ["Authorization: Bearer abc.def.ghi", "Authorization: …"],
  ["Authorization: abcdef", "Authorization: …"],
  ["Invalid key sk-proj-abcdef123456 used", "Invalid key … used"],
  ["see ?key=AIzaSyA1234567890 there", "see ?key=… there"],
  ['{"api_key": "hunter2hunter2"}', '{"api_key": "…"}'],
  ["token 0123456789abcdef0123456789abcdef refused", "token … refused"],
  ["max_tokens must be at least 16", "max_tokens must be at least 16"],
  ["line one\nline \u0000two", "line one line two"],
])("%j", (text, expected) => {
  expect(redact(text, key)).toBe(expected)
})

test("the key is removed, wherever it was [models.keys]", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/=_-]{8,60}$/)
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, own, after) => {
      expect(redact(`${before}${own}${after}`, own)).not.toContain(own)
    }),
  )
})

test("an exhausted quota is not a rate limit: it names the fix, and is not retried", () => {
  const responseBody = JSON.stringify({ error: { type: "insufficient_quota", code: "credit_balance_exhausted" } })
  const refusal = Object.assign(new Error("You exceeded your current quota."), { statusCode: 429, responseBody })
  const error = providerError(refusal, called, false)
  expect(error).toMatchObject({ code: "PROVIDER_ERROR", recoverable: false })
  expect(error.message).toBe(
    "openai/gpt-4.1 has used up its quota or credit; raise it with the provider (429): You exceeded your current quota.",
  )
})

test("the message is short, whatever the provider sent", () => {
  expect(Array.from(redact("word ".repeat(100_000), key))).toHaveLength(200)
})

const called = { provider: "openai", model: "gpt-4.1", apiKey: key, baseUrl: "https://api.openai.com/v1" } as const

test.each([
  [401, "Incorrect API key", "openai refused access to gpt-4.1 (401); check OPENAI_API_KEY"],
  [404, "No such model", 'openai has no model "gpt-4.1" (404); check the name, or OPENAI_BASE_URL'],
  [402, "No credits left", "openai/gpt-4.1 needs payment; add credit with the provider (402): No credits left"],
  [429, "Too many requests", "openai/gpt-4.1 is over its rate limit (429): Too many requests"],
  [503, "Overloaded", "openai/gpt-4.1 is failing or overloaded (503): Overloaded"],
  [422, "Bad field", "openai/gpt-4.1 rejected the request (422): Bad field"],
  [
    400,
    "This model's maximum context length is 8192 tokens.",
    "openai/gpt-4.1 rejected the request (400): This model's maximum context length is 8192 tokens; shorten the topic or " +
      "materials, lower historyMaxLength, or use a model with a larger context window",
  ],
])("a refusal with status %s names the problem and the fix: %s", (statusCode, said, message) => {
  const error = providerError(Object.assign(new Error(said), { statusCode }), called, false)
  expect(error.message).toBe(message)
})
