import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { eventSchemas } from "../src/core/public/event-schemas.ts"
import { configSchema } from "../src/main/config.ts"

/** Writes docs/reference from the schemas: `node scripts/write-reference.ts`. A test compares the two. */
export const referencePages: Readonly<Record<string, string>> = {
  "docs/reference/events.md": writeEvents(),
  "docs/reference/configuration.md": writeConfiguration(),
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly $ref?: string
}

function writeEvents(): string {
  const sections = Object.entries(eventSchemas).map(([name, schema]) => {
    const { properties = {}, required = [] } = jsonSchema(schema)
    const rows = Object.entries(properties).map(([field, value]) => [
      `\`${field}\`${required.includes(field) ? "" : " (optional)"}`,
      typeOf(value),
      value.description ?? "",
    ])
    const fields = rows.length === 0 ? "No fields.\n" : table(["field", "type", "about"], rows)
    return `## \`${name}\`\n\nIn a stream: \`event: ${name.replaceAll("_", "-")}\`.\n\n${fields}`
  })
  const about =
    "Every event as it leaves the process: over HTTP, in the library and on the page. Each has `seq`, `type`, `at` and `data`; the tables list the fields of `data`. In a stream the data also has `discussionId` and `timestamp`."
  return page("Events", about, sections)
}

function writeConfiguration(): string {
  const rows = keysOf(jsonSchema(configSchema), "")
  const about =
    "Every key of `conclave.yaml` or `config.yaml`. All are optional; keys of providers belong in the environment."
  return page("Configuration", about, [table(["key", "type", "about"], rows)])
}

function keysOf({ properties = {} }: JsonSchema, path: string): string[][] {
  return Object.entries(properties).flatMap(([key, value]) => [
    [`\`${path}${key}\``, typeOf(value), value.description ?? ""],
    ...keysOf(value, `${path}${key}.`),
  ])
}

function jsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", reused: "inline", unrepresentable: "any" }) as JsonSchema
}

function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1)!
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((one) => `\`${one}\``).join(", ")
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ")
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties) return `object: ${Object.keys(schema.properties).join(", ")}`
  return [schema.type ?? "anything"].flat().join(" or ")
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return `${[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")}\n`
}

function page(title: string, about: string, sections: readonly string[]): string {
  return `# ${title}\n\nWritten by scripts/write-reference.ts from the schemas.\n\n${about}\n\n${sections.join("\n")}`
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(import.meta.dirname, "..", file), text)
}
