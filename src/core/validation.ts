import { z } from "zod"
import { type FieldProblem, invalidInput, type ProblemCode } from "./errors.ts"

/** Parses unknown input; throws INPUT_INVALID naming every wrong field and what is expected. */
export function parse<T extends z.ZodType>(schema: T, input: unknown, root = ""): z.infer<T> {
  const result = schema.safeParse(input, { error: issueMessage })
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, maxProblems)
  throw invalidInput(
    issues.flatMap((issue) => issueProblems(issue, { schema, input, root, path: [] })).slice(0, maxProblems),
  )
}

/** Bounds the length of the error message for hostile input. */
const maxProblems = 50

type Issue = z.core.$ZodIssue

interface IssueContext {
  readonly schema: z.ZodType
  readonly input: unknown
  readonly root: string
  /** Prefix of the issue's own path. */
  readonly path: readonly PropertyKey[]
}

function issueProblems(issue: Issue, context: IssueContext): readonly FieldProblem[] {
  const path = [...context.path, ...issue.path].filter((key) => typeof key !== "symbol")
  const field = fieldName(context.root, path)
  if (issue.code === "unrecognized_keys") {
    const known = knownKeysAt(context.schema, path, context.input)
    return issue.keys.slice(0, maxProblems).map((key) => ({
      field: fieldName(context.root, [...path, key]),
      message: unknownKey(key, known),
      code: "UNKNOWN_FIELD",
    }))
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const likely = likelyBranch(issue.errors) ?? namedValues(issue.errors)
    if (likely) return likely.flatMap((inner) => issueProblems(inner, { ...context, path }))
    if (issue.message === "Invalid input")
      return [{ field, message: noBranchMessage(issue.errors, valueAt(context.input, path)) }]
  }
  return [{ field, message: issue.message, ...problemKind(issue, valueAt(context.input, path)) }]
}

/** Code and values for clients that translate messages; empty if there is only the message. */
function problemKind(issue: Issue, found: unknown): Pick<FieldProblem, "code" | "values"> {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      if (found === undefined) return { code: "REQUIRED" }
      return issue.code === "invalid_value"
        ? { code: "WRONG_VALUE", values: { expected: joinWithOr(expectedValues(issue)) } }
        : { code: "WRONG_TYPE", values: { expected: issue.expected } }
    case "too_small":
    case "too_big": {
      const code = boundCodes[issue.code][issue.origin === "number" ? 0 : issue.origin === "string" ? 1 : 2]
      const limit = Number(issue.code === "too_small" ? issue.minimum : issue.maximum)
      return { code, values: { limit } }
    }
    case "custom":
      return typeof found === "string" && found.trim() === "" ? { code: "REQUIRED" } : {}
    default:
      return {}
  }
}

const boundCodes = {
  too_small: ["NUMBER_TOO_SMALL", "TEXT_TOO_SHORT", "LIST_TOO_SHORT"],
  too_big: ["NUMBER_TOO_BIG", "TEXT_TOO_LONG", "LIST_TOO_LONG"],
} as const satisfies Record<string, readonly ProblemCode[]>

/** The branch of a union that was most likely meant: the one whose problems are deepest inside. */
function likelyBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(depthOf))
  const [best] = branches.toSorted((a, b) => depth(b) - depth(a))
  return best && depth(best) > 0 ? best : undefined
}

/** For a union of names and a template literal, reports the names. */
function namedValues(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const isPattern = ([issue]: readonly Issue[]) =>
    issue?.code === "invalid_format" && issue.format === "template_literal"
  const [names, ...others] = branches.filter((issues) => !isPattern(issues))
  return others.length === 0 && names?.[0]?.code === "invalid_value" ? names : undefined
}

/** An unknown key or a wrong size counts as deeper than a wrong type. */
function depthOf(issue: Issue): number {
  const isInside = issue.code === "unrecognized_keys" || issue.code === "too_big" || issue.code === "too_small"
  return issue.path.length + (isInside ? 1 : 0)
}

function noBranchMessage(branches: readonly (readonly Issue[])[], found: unknown): string {
  const first = branches.flatMap(([issue]) => issue ?? [])
  const other = first.find(({ code }) => code !== "invalid_type" && code !== "invalid_value")
  const expected = joinWithOr(first.flatMap((issue) => expectedValues(issue)))
  return other ? other.message : `must be ${expected}, not ${describeValue(found)}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key], input)
}

function fieldName(root: string, path: readonly PropertyKey[]): string {
  const inner = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${root}${inner}`.replace(/^\./, "") || "input"
}

/** Maximum number of fields listed in a hint. */
const maxKnownFields = 20

/** Fields of earlier versions by their current names. */
const renamedFields = new Map([["voice", "promptStyle"]])

function unknownKey(key: string, known: readonly string[]): string {
  const near = known.find((name) => name === renamedFields.get(key)) ?? closestMatch(key, known)
  const many = known.length > maxKnownFields
  const hint = near
    ? `did you mean "${near}"?`
    : many
      ? `the nearest is "${nearest(key, known)}"`
      : `known fields are ${known.join(", ")}`
  return `unknown field; ${hint}`
}

/** The known word closest to a mistyped one, if any is similar enough. */
export function closestMatch(word: string, known: readonly string[]): string | undefined {
  const [best] = byDistance(word, known)
  // Two changes make any short word into any other.
  const limit = word.length < 5 ? 1 : Math.max(2, Math.floor(word.length / 3))
  return best && best.distance <= limit ? best.candidate : undefined
}

/** A hint for an unknown name; `show` formats names. */
export function nameHint(word: string, known: readonly string[], show = (name: string) => name): string {
  const near = closestMatch(word, known)
  return near ? `did you mean "${show(near)}"?` : `there are ${known.map(show).join(", ")}`
}

function nearest(word: string, known: readonly string[]): string {
  return byDistance(word, known)[0]?.candidate ?? ""
}

function byDistance(word: string, known: readonly string[]) {
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, "")
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(plain(word), plain(candidate)) }))
  return ranked.toSorted((a, b) => a.distance - b.distance)
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}

/** The known fields of the object at a path. */
function knownKeysAt(schema: z.ZodType, path: readonly PropertyKey[], input: unknown): readonly string[] {
  let schemas: readonly unknown[] = unwrapSchema(schema, input)
  let value = input
  for (const key of path) {
    value = valueAt(value, [key])
    schemas = schemas.flatMap((one) => unwrapSchema(childSchema(one, key), value))
  }
  return [...new Set(schemas.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])))]
}

function childSchema(schema: unknown, key: PropertyKey): unknown {
  if (schema instanceof z.ZodArray) return schema.element
  if (schema instanceof z.ZodRecord) return schema.valueType
  return schema instanceof z.ZodObject ? schema.shape[String(key)] : undefined
}

/** Removes optional, nullable and default wrappers; of a discriminated union returns the options that match the value. */
function unwrapSchema(schema: unknown, value: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.unwrap(), value)
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const discriminatorValue = (value as Readonly<Record<string, unknown>> | undefined)?.[discriminator]
    return schema.options.filter(
      (option) => option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(discriminatorValue).success,
    )
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap((option) => unwrapSchema(option, value)) : [schema]
}

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

/** A plain message for people who write tables and requests; undefined keeps zod's own. */
function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
      return input === undefined
        ? `is required; it must be ${joinWithOr(expectedValues(issue))}`
        : `must be ${joinWithOr(expectedValues(issue))}${Number.isNaN(input) ? "" : `, not ${describeValue(input)}`}`
    case "invalid_format":
      return issue.format === "uuid" ? `must be a UUID, not ${describeValue(input)}` : undefined
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

function expectedValues(issue: {
  readonly code?: string | undefined
  readonly expected?: unknown
  readonly values?: unknown
}): readonly string[] {
  if (Array.isArray(issue.values)) return issue.values.map(String)
  return [typeNames[String(issue.expected)] ?? String(issue.expected)]
}

function joinWithOr(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`
}

const maxQuoteLength = 40

function describeValue(value: unknown): string {
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
  if (input === "" && limit === 1) return "must not be empty"
  if (typeof input === "string") return `must have at ${side} ${limit} characters, not ${input.length}`
  return Array.isArray(input)
    ? `must have at ${side} ${limit} ${limit === 1 ? "entry" : "entries"}, not ${input.length}`
    : undefined
}
