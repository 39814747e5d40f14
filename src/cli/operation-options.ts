import { Option } from "commander"
import type { z } from "zod"
import { descriptionOf, type Operation } from "../operations/operation.ts"
import type { ArgumentDefinition, OptionDefinition } from "./command.ts"

/** An operation's name and description for help, plus paragraphs that only concern the command line. */
export function commandOf({ names, title, description }: Operation, ...more: readonly string[]) {
  const about = title.charAt(0).toLowerCase() + title.slice(1)
  return { name: names.command!, about, details: [description, ...more] }
}

/** The flag of a field, and overrides for the command line. */
type Flag = string | (Pick<OptionDefinition, "flags"> & Partial<Omit<OptionDefinition, "about">>)

/** Options from an operation's fields, which supply description, choices, type and default. */
export function optionsOf<Shape extends z.ZodRawShape>(
  shape: Shape,
  flags: { readonly [Name in keyof Shape]?: Flag },
  path = "",
): readonly OptionDefinition[] {
  return Object.entries<Flag | undefined>(flags).map(([name, flag]) => {
    const given = typeof flag === "string" ? { flags: flag } : flag!
    const field = shape[name] as z.ZodType
    return { ...describeField(field, given.flags.includes("<")), field: `${path}${name}`, ...given }
  })
}

/** The fields that were set by flags. They are validated when they are used. */
export function fieldsFromFlags<Fields extends object>(
  definitions: readonly OptionDefinition[],
  flags: object,
  fields: NestedFields = {},
): Fields {
  for (const { flags: names, field, toField } of definitions) {
    const value = (flags as NestedFields)[new Option(names).attributeName()]
    if (field !== undefined && value !== undefined) setField(fields, field, toField ? toField(value as never) : value)
  }
  return fields as Fields
}

interface NestedFields {
  [name: string]: unknown
}

/** Sets a field such as `options.rounds`. */
export function setField(fields: NestedFields, path: string, value: unknown): void {
  const [name, inner] = path.split(".") as [string, string | undefined]
  fields[name] = inner === undefined ? value : { ...(fields[name] as object | undefined), [inner]: value }
}

/** An argument from an operation's field. */
export function argumentOf(
  name: string,
  field: z.ZodType,
  { more, ...given }: Partial<ArgumentDefinition> & { readonly more?: string } = {},
): ArgumentDefinition {
  const about = descriptionOf(field)
  return { name, about: more === undefined ? about : `${about}; ${more}`, ...given }
}

/** For a topic, a question or an answer. */
export const orPiped = { more: "`-` reads it from standard input", words: true } as const

function describeField(field: z.ZodType, takesValue: boolean): Omit<OptionDefinition, "flags"> {
  const { inner, defaultValue } = unwrap(field as Wrapped)
  const { type, options, isInt } = inner
  const whole = descriptionOf(field)
  // A flag without a value stands for one choice, whose name the description starts with.
  const about = !takesValue && type === "enum" ? whole.replace(/^[\w-]+: /, "") : whole
  return {
    about,
    ...(takesValue && options && type === "enum" && { choices: options }),
    ...(takesValue && type === "number" && { valueType: isInt ? "whole" : "number" }),
    ...(takesValue && type === "array" && { repeatable: true }),
    ...(defaultValue !== undefined && !about.includes("default:") && { defaultText: String(defaultValue) }),
  }
}

interface Wrapped {
  readonly type: string
  readonly def: { readonly innerType?: Wrapped; readonly defaultValue?: unknown }
  readonly options?: readonly string[]
  readonly isInt?: boolean
}

function unwrap(field: Wrapped): { readonly inner: Wrapped; readonly defaultValue?: unknown } {
  const { innerType, defaultValue } = field.def
  return innerType ? { ...unwrap(innerType), ...(defaultValue !== undefined && { defaultValue }) } : { inner: field }
}
