import { execFileSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { z } from "zod"
import { settingsSchema } from "../src/core/discussion/settings.ts"
import { discussionInputSchema, seatInputSchema } from "../src/core/formats/discussion-input.ts"

/** Written from schemas, since editors show no descriptions of types that are inferred from them. */
export const optionTypeFiles: Readonly<Record<string, string>> = {
  "src/core/discussion/settings-type.ts": file(
    writeInterface("Settings", "The numbers and switches by which a discussion is held.", settingsSchema().shape),
  ),
  "src/core/formats/input-types.ts": file(
    'import type { Settings } from "../discussion/settings-type.ts"',
    writeInterface("SeatInput", "A seat, as it is asked for.", seatInputSchema().shape),
    writeInterface("DecisionInput", "How a discussion is decided.", shapeOf(discussionInputSchema().shape.decision)),
    writeInterface("BudgetInput", "What a discussion may use.", shapeOf(discussionInputSchema().shape.budget)),
    writeInterface("DiscussionOptions", "What can be said of a discussion besides its format.", {
      topic: discussionInputSchema().shape.topic,
      materials: discussionInputSchema().shape.materials,
      seats: named(discussionInputSchema().shape.seats, "readonly SeatInput[]"),
      options: named(
        discussionInputSchema().shape.options,
        "{ readonly [Name in keyof Settings]?: Settings[Name] | undefined }",
      ),
      decision: named(discussionInputSchema().shape.decision, "DecisionInput"),
      record: discussionInputSchema().shape.record,
      recorder: discussionInputSchema().shape.recorder,
      result: named(discussionInputSchema().shape.result, "object"),
      baseline: discussionInputSchema().shape.baseline,
      language: discussionInputSchema().shape.language,
      seed: discussionInputSchema().shape.seed,
      budget: named(discussionInputSchema().shape.budget, "BudgetInput"),
    }),
  ),
}

type Shape = Readonly<Record<string, z.ZodType>>

function file(...parts: readonly string[]): string {
  return `// Written by scripts/write-option-types.ts from the schemas; a test compares the two.\n\n${parts.join("\n\n")}\n`
}

function named(schema: z.ZodType, type: string): z.ZodType {
  return Object.assign(schema.clone(), { typeName: type })
}

function shapeOf(schema: z.ZodType): Shape {
  return (unwrapped(schema) as z.ZodObject).shape as Shape
}

function writeInterface(name: string, about: string, shape: Shape): string {
  const fields = Object.entries(shape).map(([key, schema]) => {
    return `  ${describedField(name, key, schema)}`
  })
  return `/** ${about} */\nexport interface ${name} {\n${fields.join("\n")}\n}`
}

function describedField(of: string, key: string, schema: z.ZodType): string {
  const description = schema.description ?? unwrapped(schema).description
  if (description === undefined) throw new Error(`${of}.${key} has no description`)
  return `/** ${description} */\nreadonly ${key}${optionalType(schema)}`
}

/** What is optional may also be undefined, for those who build their input. */
function optionalType(schema: z.ZodType): string {
  return schema.type === "optional" ? `?: ${typeOf(schema)} | undefined` : `: ${typeOf(schema)}`
}

function unwrapped(schema: z.ZodType): z.ZodType {
  return schema.type === "optional" ? ((schema as z.ZodOptional).unwrap() as z.ZodType) : schema
}

function typeOf(schema: z.ZodType): string {
  if ("typeName" in schema) return String(schema.typeName)
  const { def } = schema as unknown as { readonly def: Readonly<Record<string, unknown>> }
  switch (schema.type) {
    case "optional":
    case "readonly":
      return typeOf(def.innerType as z.ZodType)
    case "nullable":
      return `${typeOf(def.innerType as z.ZodType)} | null`
    case "array": {
      const element = typeOf(def.element as z.ZodType)
      return `readonly ${element.includes(" | ") && !element.startsWith("{") ? `(${element})` : element}[]`
    }
    case "union":
      return (def.options as z.ZodType[]).map(typeOf).join(" | ")
    case "enum":
      return Object.values(def.entries as object)
        .map((value) => JSON.stringify(value))
        .join(" | ")
    case "template_literal":
      return `\`${(def.parts as unknown[]).map((part) => (typeof part === "string" ? part : `\${string}`)).join("")}\``
    case "literal":
      return (def.values as unknown[]).map((value) => JSON.stringify(value)).join(" | ")
    case "object": {
      const fields = Object.entries(shapeOf(schema)).map(([key, field]) => {
        return `\n${describedField(schema.description ?? "", key, field)}`
      })
      return `{ ${fields.join("; ")} }`
    }
    case "record":
      return `{ readonly [name: string]: ${typeOf(def.valueType as z.ZodType)} }`
    default:
      return schema.type
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "..")
  for (const [name, text] of Object.entries(optionTypeFiles)) writeFileSync(join(root, name), text)
  execFileSync("npx", ["biome", "format", "--write", ...Object.keys(optionTypeFiles)], { cwd: root, stdio: "inherit" })
}
