import { z } from "zod"
import type { JsonSchema } from "../discussion/decision-record.ts"
import { grouped } from "../text.ts"

const maxSchemaLength = 20_000
const maxReplyLength = 200_000

/** What is wrong with a JSON schema that a result is asked for by; undefined where nothing is. */
export function resultSchemaProblem(schema: JsonSchema): string | undefined {
  const text = JSON.stringify(schema)
  if (text.length > maxSchemaLength) return `must have at most ${grouped(maxSchemaLength)} characters as JSON`
  // A pattern is a program that runs on whatever a model writes.
  if (/"pattern(?:Properties)?":/.test(text)) return "must have no pattern; say in a description what you mean"
  try {
    z.fromJSONSchema(schema as never)
    return undefined
  } catch (error) {
    return `is no JSON schema that can be checked: ${error instanceof Error ? error.message : "unknown"}`
  }
}

export type ResultReading =
  | { readonly kind: "valid"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly problems: readonly string[] }

/** The JSON value of a reply, checked by the schema that it was asked for by. */
export function readResult(reply: string, schema: JsonSchema): ResultReading {
  const found = parseJson(reply.slice(0, maxReplyLength))
  if (found === undefined) return { kind: "invalid", problems: ["the answer holds no JSON"] }
  const checked = z.fromJSONSchema(schema as never).safeParse(found.value)
  if (checked.success) return { kind: "valid", value: found.value }
  const problems = checked.error.issues
    .slice(0, 8)
    .map(({ path, message }) => `${path.join(".") || "result"}: ${message}`)
  return { kind: "invalid", problems }
}

/** The whole reply, or what stands in a fence, or from the first brace to the last. */
function parseJson(text: string): { readonly value: unknown } | undefined {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1]
  const braces = /[{[][\s\S]*[}\]]/.exec(text)?.[0]
  for (const candidate of [text, fenced, braces]) {
    if (candidate === undefined) continue
    try {
      return { value: JSON.parse(candidate) }
    } catch {
      // Not JSON; the next candidate may be.
    }
  }
  return undefined
}
