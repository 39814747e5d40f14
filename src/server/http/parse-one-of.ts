import type { z } from "@hono/zod-openapi"
import { invalidInput } from "../../core/errors.ts"
import { parse } from "../../core/validation.ts"
import { HttpError } from "./http-error.ts"

/** One of several shapes that a call takes; any of its own fields says that it is meant. */
export interface BodyVariant<T extends z.ZodType> {
  readonly name: string
  readonly fields: readonly string[]
  /** Absent where this server does not offer it. */
  readonly schema?: T
}

/** Reads a body by the one shape whose fields it has; refuses what is none of them, or more than one. */
export function parseOneOf<T extends z.ZodType>(value: unknown, shapes: readonly BodyVariant<T>[]): z.output<T> {
  const fieldNames = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  const matching = shapes.filter(({ fields }) => fields.some((field) => fieldNames.includes(field)))
  const [shape] = matching
  if (!shape || matching.length > 1) {
    const kinds = shapes.map(({ name, fields }) => `${name} (${fields.join(", ")})`).join(" or ")
    const message = `must be ${kinds}; this is ${shape ? "both" : "neither"}`
    throw invalidInput([{ field: "input", message }])
  }
  if (!shape.schema) throw new HttpError("ROUTE_UNKNOWN", `this server does not take ${shape.name}`)
  return parse(shape.schema, value)
}
