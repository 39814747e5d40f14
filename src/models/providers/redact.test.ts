import fc from "fast-check"
import { expect, test } from "vitest"
import { redact } from "./provider-error.ts"

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

test("the key is in nothing, wherever it stood [models.keys]", () => {
  const secret = fc.stringMatching(/^[A-Za-z0-9+/=_-]{8,60}$/)
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, own, after) => {
      expect(redact(`${before}${own}${after}`, own)).not.toContain(own)
    }),
  )
})

test("it is short, whatever was said", () => {
  expect(Array.from(redact("word ".repeat(100_000), key))).toHaveLength(200)
})
