import { z } from "zod"
import type { JsonSchema } from "../discussion/decision-record.ts"
import { excerpt, grouped, parseJson } from "../text.ts"

const maxSchemaLength = 20_000
const maxReplyLength = 200_000
const maxProblemLength = 500

/** The problem with a requested result schema; undefined if it is usable. */
export function resultSchemaProblem(schema: JsonSchema): string | undefined {
  const text = JSON.stringify(schema)
  if (text.length > maxSchemaLength) return `must have at most ${grouped(maxSchemaLength)} characters as JSON`
  // A pattern could make checking model output arbitrarily slow.
  if (/"pattern(?:Properties)?":/.test(text)) return "must not use patterns; describe the form in a description instead"
  try {
    z.fromJSONSchema(schema as never)
    return undefined
  } catch (error) {
    return `is not a supported JSON schema: ${error instanceof Error ? error.message : "unknown"}`
  }
}

export type ResultReading =
  | { readonly kind: "valid"; readonly value: unknown }
  | { readonly kind: "invalid"; readonly problems: readonly string[] }

/** Parses the JSON value of a reply and validates it against the requested schema. */
export function readResult(reply: string, schema: JsonSchema): ResultReading {
  const value = findJson(reply.slice(0, maxReplyLength))
  if (value === undefined) return { kind: "invalid", problems: ["the answer contains no JSON"] }
  const checked = z.fromJSONSchema(schema as never).safeParse(value)
  if (checked.success) return { kind: "valid", value }
  // They contain keys of the reply and become lines of the next prompt.
  const problems = checked.error.issues
    .slice(0, 8)
    .map(({ path, message }) => excerpt(`${path.join(".") || "result"}: ${message}`, maxProblemLength))
  return { kind: "invalid", problems }
}

/** Tries the whole reply, then a code fence, then everything from the first brace to the last. */
function findJson(text: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1]
  const braces = /[{[][\s\S]*[}\]]/.exec(text)?.[0]
  const candidates = [text, fenced, braces].filter((candidate) => candidate !== undefined)
  return candidates.map(parseJson).find((value) => value !== undefined)
}
