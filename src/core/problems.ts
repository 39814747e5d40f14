import { z } from "zod"
import { type FieldProblem, invalidInput } from "./errors.ts"

/** Reads unknown input by a schema, or throws INPUT_INVALID naming every wrong field and what would be right. */
export function read<T extends z.ZodType>(schema: T, input: unknown, root = ""): z.infer<T> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw invalidInput(result.error.issues.flatMap((issue) => problems(issue, schema, root)))
}

type Issue = z.core.$ZodIssue

function problems(issue: Issue, schema: z.ZodType, root: string): readonly FieldProblem[] {
  const path = issue.path.filter((key) => typeof key !== "symbol")
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, path)
    return issue.keys.map((key) => ({ field: fieldName(root, [...path, key]), message: unknownKey(key, known) }))
  }
  if (issue.code === "invalid_union") {
    // The branch that got furthest is the one the writer most likely meant.
    const deepest = issue.errors
      .flat()
      .toSorted((a, b) => b.path.length - a.path.length)
      .at(0)
    if (deepest && deepest.path.length > 0) {
      return [{ field: fieldName(root, [...path, ...deepest.path]), message: deepest.message }]
    }
  }
  return [{ field: fieldName(root, path), message: issue.message }]
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

/** The known word closest to a mistyped one, if any is close. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[_-]/g, "")
  const ranked = known.map((candidate) => ({ candidate, distance: editDistance(plain(word), plain(candidate)) }))
  const [best] = ranked.toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** Insertions, deletions, substitutions and swapped neighbours, each counting one. */
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

function keysAt(schema: z.ZodType, path: readonly (string | number)[]): readonly string[] {
  let here: unknown = schema
  for (const key of path) here = typeof key === "number" ? inside(here, "element") : shapeOf(here)?.[key]
  return Object.keys(shapeOf(here) ?? {})
}

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
  const plain = unwrapped(schema)
  return plain instanceof z.ZodObject ? plain.shape : undefined
}

function inside(schema: unknown, property: "element"): unknown {
  const plain = unwrapped(schema)
  return plain instanceof z.ZodArray ? plain[property] : undefined
}

function unwrapped(schema: unknown): unknown {
  let here = schema
  while (here instanceof z.ZodOptional || here instanceof z.ZodNullable || here instanceof z.ZodDefault)
    here = here.unwrap()
  return here
}
