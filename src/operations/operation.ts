import type { z } from "zod"

type Fields = z.ZodObject | undefined

/** A public operation, described once. HTTP, OpenAPI, the command line and MCP all derive from it. */
export interface Operation<Target extends Fields = Fields, Input extends Fields = Fields> {
  /** Its names: the OpenAPI operation id, the command, the MCP tool. Absent where the interface lacks it. */
  readonly names: { readonly http?: string; readonly command?: string; readonly tool?: string }
  readonly title: string
  /** What it does and returns, in words that fit every interface. */
  readonly description: string
  /** What it acts on: path parameters over HTTP, arguments of a command. */
  readonly target: Target
  readonly input: Input
  /** The response schema, or a loader for it since only documentation needs it. Undefined: no content. */
  readonly output: z.ZodObject | (() => Promise<z.ZodObject>) | undefined
}

type Texts = Pick<Operation, "names" | "title" | "description">

export function operation<Target extends Fields = undefined, Input extends Fields = undefined>(
  definition: Texts & { readonly target?: Target; readonly input?: Input; readonly output?: Operation["output"] },
) {
  const { target, input, output, ...texts } = definition
  return { ...texts, target, input, output } as Operation<Target, Input>
}

/** The description of a field. Wrapping a schema, as in `.optional()`, hides it; this unwraps. */
export function descriptionOf(field: z.ZodType): string {
  const { innerType } = field.def as { readonly innerType?: z.ZodType }
  return field.description ?? (innerType ? descriptionOf(innerType) : "")
}
