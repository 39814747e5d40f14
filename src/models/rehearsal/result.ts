import type { JsonSchema } from "../../core/discussion/decision-record.ts"

type Node = JsonSchema & {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly minimum?: number
  readonly minLength?: number
}

/** The plainest value that keeps a schema; texts are the answer that the table leans to. */
export function sampleResult(schema: JsonSchema, answer: string, depth = 0): unknown {
  const node = schema as Node
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum.find((one) => typeof one === "string" && answer.includes(one)) ?? node.enum[0]
  const [union] = node.anyOf ?? node.oneOf ?? []
  if (union) return sampleResult(union, answer, depth + 1)
  switch ([node.type ?? "object"].flat()[0]) {
    case "string":
      return answer.padEnd(node.minLength ?? 0, ".")
    case "number":
    case "integer":
      return Math.ceil(node.minimum ?? 0)
    case "boolean":
      return true
    case "null":
      return null
    case "array":
      return Array.from({ length: depth > 5 ? 0 : (node.minItems ?? 1) }, () =>
        sampleResult(node.items ?? {}, answer, depth + 1),
      )
    default: {
      const keys = depth > 5 ? (node.required ?? []) : Object.keys(node.properties ?? {})
      return Object.fromEntries(keys.map((key) => [key, sampleResult(node.properties?.[key] ?? {}, answer, depth + 1)]))
    }
  }
}
