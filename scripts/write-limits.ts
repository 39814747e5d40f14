import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { tableFileSchema } from "../src/core/tables/table-file.ts"
import { configSchema } from "../src/main/config.ts"
import { embeddedServices } from "../src/main/embedded-services.ts"
import { createServer } from "../src/server/index.ts"

/** Writes docs/reference/limits.md from the schemas that validate input: `node scripts/write-limits.ts`. */

type Json = Readonly<Record<string, unknown>>

/** An input field, an array, a map, a number or a text, and its maximum. */
export interface Limit {
  readonly where: string
  readonly field: string
  readonly kind: "array" | "map" | "number" | "text"
  readonly maximum: number | undefined
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
}

/** All limits of requests, table files and the configuration. */
export async function allLimits(): Promise<readonly Limit[]> {
  const files = [
    ...limitsOf("table file", z.toJSONSchema(tableFileSchema(), { io: "input", unrepresentable: "any" })),
    ...limitsOf("configuration", z.toJSONSchema(configSchema(), { io: "input", unrepresentable: "any" })),
  ]
  return [...(await requestLimits()), ...files]
}

async function requestLimits(): Promise<readonly Limit[]> {
  const services = embeddedServices({ env: {} })
  const unused = async (): Promise<never> => {
    throw new Error("only the OpenAPI document is requested")
  }
  const store = { create: unused, verify: unused, findById: unused, list: unused, revoke: unused, hasAny: unused }
  const spend = { reserve: unused, setLimits: unused, state: unused }
  const server = createServer({ services, keys: { store: store as never, spend: spend as never, required: false } })
  const response = await server.fetch(new Request("http://localhost/openapi.json"))
  const document = (await response.json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly components: { readonly schemas: Json }
  }
  services.close()
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const where = `${method.toUpperCase()} ${path}`
      const given = parameters.filter((one) => one.in === "query")
      const bodies = Object.values(requestBody?.content ?? {})
      return [
        ...given.flatMap(({ name, schema }) => limitsOf(where, schema, document.components.schemas, name)),
        ...bodies.flatMap(({ schema }) => limitsOf(where, schema, document.components.schemas)),
      ]
    }),
  )
}

/** All fields of a JSON schema that can be large. Each path follows a reference once. */
export function limitsOf(where: string, schema: unknown, components: Json = {}, field = ""): readonly Limit[] {
  const definitions = (schema as { readonly $defs?: Json } | null)?.$defs ?? {}
  return walk(schema, field, [])

  function walk(part: unknown, at: string, seen: readonly string[]): readonly Limit[] {
    if (typeof part !== "object" || part === null) return []
    const { $ref, type, enum: values, const: constant, ...rest } = part as Json
    if (typeof $ref === "string") {
      const name = $ref.split("/").at(-1)!
      return seen.includes($ref) ? [] : walk(components[name] ?? definitions[name], at, [...seen, $ref])
    }
    const { anyOf = [], oneOf = [], allOf = [], properties = {}, items, prefixItems, additionalProperties } = rest
    const alternatives = [anyOf, oneOf, allOf].flatMap((several) => several as readonly unknown[])
    const limit = (kind: Limit["kind"], maximum: unknown): Limit => ({
      ...{ where, field: at, kind, maximum: maximum as number | undefined },
    })
    // Unknown fields of an object are ignored; every entry of a map counts.
    const isMap = typeof additionalProperties === "object" && rest.properties === undefined
    const isFree = values === undefined && constant === undefined
    return [
      ...(type === "array" && prefixItems === undefined ? [limit("array", rest.maxItems)] : []),
      ...((type === "number" || type === "integer") && isFree
        ? [limit("number", rest.maximum ?? rest.exclusiveMaximum)]
        : []),
      ...(type === "string" && isFree && rest.maxLength !== undefined ? [limit("text", rest.maxLength)] : []),
      ...(isMap ? [limit("map", rest.maxProperties), ...walk(additionalProperties, `${at}.*`, seen)] : []),
      ...alternatives.flatMap((one) => walk(one, at, seen)),
      ...walk(items, `${at}[]`, seen),
      ...Object.entries(properties as Json).flatMap(([name, one]) =>
        walk(one, at === "" ? name : `${at}.${name}`, seen),
      ),
    ]
  }
}

export async function writeLimitsPage(): Promise<string> {
  const limits = await allLimits()
  const units = { array: "items", map: "entries", number: "", text: "characters" }
  const sections = [...new Set(limits.map(({ where }) => where))].map((where) => {
    const own = limits.filter((one) => one.where === where)
    const rows = own.map(({ field, kind, maximum }) => {
      const unit = units[kind] === "" ? "" : ` ${units[kind]}`
      return `| \`${field || "body"}\` | ${maximum?.toLocaleString("en") ?? "none"}${unit} |`
    })
    return `## ${where}\n\n| field | maximum |\n| --- | --- |\n${[...new Set(rows)].join("\n")}\n`
  })
  return `# Limits

Generated by scripts/write-limits.ts from the schemas.

All input has limits: a larger value is rejected with 400 and the field's name, before it is processed. The maximum request
body is 1 MiB (\`server.body_limit\`) and 64 levels deep. \`[]\` is any item of an array, \`*\` any entry of a map. \`npm test\`
fails for an array, a map or a number without a maximum.

${sections.join("\n")}`
}

if (import.meta.main) {
  writeFileSync(join(import.meta.dirname, "../docs/reference/limits.md"), await writeLimitsPage())
}
