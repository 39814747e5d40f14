import { describe, expect, test } from "vitest"
import { z } from "zod"
import { settingsSchema } from "../../src/core/discussion/settings.ts"
import { forkChangesSchema } from "../../src/core/steering/create-fork.ts"
import { subDiscussionInputSchema } from "../../src/core/steering/create-sub-discussion.ts"
import { discussionRequestSchema } from "../../src/core/tables/discussion-request.ts"
import { tableFileSchema } from "../../src/core/tables/table-file.ts"
import { configSchema } from "../../src/main/config.ts"

type Json = Readonly<Record<string, unknown>>

/** Everything in a JSON schema that could be as large as somebody likes. */
function unbounded(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== "object" || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap((part, index) => unbounded(part, `${path}[${index}]`))
  const { type, maxItems, maximum, exclusiveMaximum, maxProperties, additionalProperties } = schema as Json
  const own = [
    ...(type === "array" && maxItems === undefined ? [`${path}: an array without maxItems`] : []),
    ...((type === "number" || type === "integer") && maximum === undefined && exclusiveMaximum === undefined
      ? [`${path}: a number without a maximum`]
      : []),
    ...(typeof additionalProperties === "object" && maxProperties === undefined
      ? [`${path}: a map without maxProperties`]
      : []),
  ]
  const parts = Object.entries(schema as Json).flatMap(([key, part]) => unbounded(part, `${path}.${key}`))
  return [...own, ...parts]
}

describe("what is asked for has a maximum", () => {
  const schemas = {
    settings: settingsSchema,
    discussion: discussionRequestSchema,
    table: tableFileSchema,
    fork: forkChangesSchema,
    subDiscussion: subDiscussionInputSchema,
    config: configSchema,
  }
  test.each(Object.entries(schemas))("every array, map and number of %s", (name, schema) => {
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
    expect(unbounded(json, name)).toEqual([])
  })

  test("the walker sees what has none", () => {
    const schema = z.object({ a: z.array(z.string()), b: z.record(z.string(), z.number()) })
    expect(unbounded(z.toJSONSchema(schema), "x")).toHaveLength(3)
  })
})
