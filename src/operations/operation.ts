import type { z } from "zod"

type Fields = z.ZodObject | undefined

/**
 * What can be asked of Conclave from outside, described once: HTTP and its document, the command line and MCP render
 * this, and add only what is so with them alone.
 */
export interface Operation<Target extends Fields = Fields, Input extends Fields = Fields> {
  /** Its name in each interface that has it: the operation's id in OpenAPI, the command, the tool. */
  readonly names: { readonly http?: string; readonly command?: string; readonly tool?: string }
  /** A few words, as a heading. */
  readonly title: string
  /** What it does and what comes back, wherever it is asked. */
  readonly description: string
  /** What it is done to: in the path of a call, an argument of a command. */
  readonly target: Target
  /** What is given with it. */
  readonly input: Input
  /** What comes back, or how its schema is loaded: documents alone need it. Undefined where nothing comes back. */
  readonly output: z.ZodObject | (() => Promise<z.ZodObject>) | undefined
}

type Words = Pick<Operation, "names" | "title" | "description">

export function operation<Target extends Fields = undefined, Input extends Fields = undefined>(
  definition: Words & { readonly target?: Target; readonly input?: Input; readonly output?: Operation["output"] },
) {
  const { target, input, output, ...words } = definition
  return { ...words, target, input, output } as Operation<Target, Input>
}

/** What a field is about: also where it was made optional afterwards, which loses the words of its own. */
export function descriptionOf(field: z.ZodType): string {
  const { innerType } = field.def as { readonly innerType?: z.ZodType }
  return field.description ?? (innerType ? descriptionOf(innerType) : "")
}
