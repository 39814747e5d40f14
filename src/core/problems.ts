import { z } from "zod"
import { type FieldProblem, invalidInput } from "./errors.ts"
import { either, expectedOf, foundWords, issueWords } from "./issue-words.ts"
import { nearest } from "./nearest.ts"

/** Reads unknown input by a schema, or throws INPUT_INVALID naming every wrong field and what would be right. */
export function read<T extends z.ZodType>(schema: T, input: unknown, root = ""): z.infer<T> {
  const result = schema.safeParse(input, { error: issueWords })
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, most)
  throw invalidInput(issues.flatMap((issue) => problems(issue, { schema, input, root, path: [] })).slice(0, most))
}

/** Nobody reads more at once, and whoever sends a hundred thousand mistakes is not to be told of each. */
const most = 50

type Issue = z.core.$ZodIssue

interface Place {
  readonly schema: z.ZodType
  readonly input: unknown
  readonly root: string
  /** Where the issue's own path begins. */
  readonly path: readonly PropertyKey[]
}

function problems(issue: Issue, place: Place): readonly FieldProblem[] {
  const path = [...place.path, ...issue.path].filter((key) => typeof key !== "symbol")
  const field = fieldName(place.root, path)
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(place.schema, path, place.input)
    return issue.keys
      .slice(0, most)
      .map((key) => ({ field: fieldName(place.root, [...path, key]), message: unknownKey(key, known) }))
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const meant = branchMeant(issue.errors)
    if (meant) return meant.flatMap((inner) => problems(inner, { ...place, path }))
    if (issue.message === "Invalid input")
      return [{ field, message: fittingNone(issue.errors, valueAt(place.input, path)) }]
  }
  return [{ field, message: issue.message }]
}

/** The branch that got furthest is the one the writer most likely meant: one that fits but for something inside it. */
function branchMeant(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(...issues.map(depthOf))
  const [best] = branches.toSorted((a, b) => depth(b) - depth(a))
  return best && depth(best) > 0 ? best : undefined
}

function depthOf(issue: Issue): number {
  return issue.path.length + (issue.code === "unrecognized_keys" ? 1 : 0)
}

function fittingNone(branches: readonly (readonly Issue[])[], found: unknown): string {
  const first = branches.flatMap(([issue]) => issue ?? [])
  const other = first.find(({ code }) => code !== "invalid_type" && code !== "invalid_value")
  const expected = either(first.flatMap((issue) => expectedOf(issue)))
  return other ? other.message : `must be ${expected}, not ${foundWords(found)}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key], input)
}

function fieldName(root: string, path: readonly PropertyKey[]): string {
  const inner = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return `${root}${inner}`.replace(/^\./, "") || "input"
}

function unknownKey(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  const hint = near ? `did you mean "${near}"?` : `known are ${known.join(", ")}`
  return `unknown field; ${hint}`
}

/** The fields that are known where an unknown one was found. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[], input: unknown): readonly string[] {
  let here: readonly unknown[] = objectsIn(schema, input)
  let value = input
  for (const key of path) {
    value = valueAt(value, [key])
    here = here.flatMap((one) => objectsIn(inside(one, key), value))
  }
  return [...new Set(here.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])))]
}

function inside(schema: unknown, key: PropertyKey): unknown {
  if (schema instanceof z.ZodArray) return schema.element
  if (schema instanceof z.ZodRecord) return schema.valueType
  return schema instanceof z.ZodObject ? schema.shape[String(key)] : undefined
}

/** A schema without what is wrapped around it; of several kinds of a thing those that the value says it is. */
function objectsIn(schema: unknown, value: unknown): readonly unknown[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return objectsIn(schema.unwrap(), value)
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def
    const said = (value as Readonly<Record<string, unknown>> | undefined)?.[discriminator]
    return schema.options.filter(
      (option) => option instanceof z.ZodObject && option.shape[discriminator]?.safeParse(said).success,
    )
  }
  return schema instanceof z.ZodUnion ? schema.options.flatMap((option) => objectsIn(option, value)) : [schema]
}
