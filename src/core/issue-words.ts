import type { z } from "zod"

const types: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with fields",
  record: "an object with fields",
  null: "empty",
}

/** What is wrong, in the words of those who write tables and requests; undefined leaves it to the library's own. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return input === undefined
        ? `is missing; it must be ${either(expectedOf(issue))}`
        : `must be ${either(expectedOf(issue))}, not ${foundWords(input)}`
    case "too_small":
    case "too_big":
      return bounds(issue)
    case "invalid_union": {
      if (!("options" in issue) || typeof issue.discriminator !== "string") return undefined
      const found = (input as Readonly<Record<string, unknown>>)[issue.discriminator]
      const expected = either((issue.options as readonly unknown[]).map(String))
      return found === undefined
        ? `is missing; it must be ${expected}`
        : `must be ${expected}, not ${foundWords(found)}`
    }
    default:
      return undefined
  }
}

/** What an issue of type or value asks for. */
export function expectedOf(issue: {
  readonly code?: string | undefined
  readonly expected?: unknown
  readonly values?: unknown
}): readonly string[] {
  if (Array.isArray(issue.values)) return issue.values.map(String)
  return [types[String(issue.expected)] ?? String(issue.expected)]
}

export function either(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

const longestQuote = 40

export function foundWords(value: unknown): string {
  if (value === null) return "nothing"
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object") return "an object with fields"
  if (typeof value !== "string") return String(value)
  const line = value.toWellFormed().replace(/\s+/g, " ")
  return `"${line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line}"`
}

function bounds(issue: z.core.$ZodRawIssue): string | undefined {
  const limit = issue.code === "too_small" ? issue.minimum : issue.maximum
  const side = issue.code === "too_small" ? "least" : "most"
  const { input } = issue
  if (typeof input === "number") {
    return `must be ${issue.inclusive === false ? (side === "least" ? "above" : "below") : `at ${side}`} ${limit}, not ${input}`
  }
  if (typeof input === "string") return `must have at ${side} ${limit} characters, not ${input.length}`
  return Array.isArray(input) ? `must have at ${side} ${limit} of them, not ${input.length}` : undefined
}
