import type { z } from "zod"

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
}

/** What is wrong, for people who write tables and requests; undefined leaves it to zod's own message. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return input === undefined
        ? `is required; it must be ${joinWithOr(expectedValues(issue))}`
        : `must be ${joinWithOr(expectedValues(issue))}, not ${describeValue(input)}`
    case "too_small":
    case "too_big":
      return boundsMessage(issue)
    case "invalid_union": {
      if (!("options" in issue) || typeof issue.discriminator !== "string") return undefined
      const found = (input as Readonly<Record<string, unknown>>)[issue.discriminator]
      const expected = joinWithOr((issue.options as readonly unknown[]).map(String))
      return found === undefined
        ? `is required; it must be ${expected}`
        : `must be ${expected}, not ${describeValue(found)}`
    }
    default:
      return undefined
  }
}

/** What an issue of type or value asks for. */
export function expectedValues(issue: {
  readonly code?: string | undefined
  readonly expected?: unknown
  readonly values?: unknown
}): readonly string[] {
  if (Array.isArray(issue.values)) return issue.values.map(String)
  return [typeNames[String(issue.expected)] ?? String(issue.expected)]
}

export function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

const maxQuoteLength = 40

export function describeValue(value: unknown): string {
  if (value === null) return "null"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object") return "an object"
  if (typeof value !== "string") return String(value)
  const line = value.toWellFormed().replace(/\s+/g, " ")
  return `"${line.length > maxQuoteLength ? `${line.slice(0, maxQuoteLength)}…` : line}"`
}

function boundsMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const limit = issue.code === "too_small" ? issue.minimum : issue.maximum
  const side = issue.code === "too_small" ? "least" : "most"
  const { input } = issue
  if (typeof input === "number") {
    return `must be ${issue.inclusive === false ? (side === "least" ? "above" : "below") : `at ${side}`} ${limit}, not ${input}`
  }
  if (typeof input === "string") return `must have at ${side} ${limit} characters, not ${input.length}`
  return Array.isArray(input)
    ? `must have at ${side} ${limit} ${limit === 1 ? "entry" : "entries"}, not ${input.length}`
    : undefined
}
