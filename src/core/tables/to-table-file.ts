import { invalidField } from "../errors.ts"
import { isPresetName } from "../formats/index.ts"
import { parse } from "../validation.ts"
import { discussionRequestSchema } from "./discussion-request.ts"
import { findTable, mergeTable } from "./select-format.ts"
import { builtInTables, type TableFile, type TableRegistry } from "./table-file.ts"
import { validateTable } from "./table-problems.ts"

export interface NewTable {
  readonly name: string
  readonly description?: string | undefined
  /** A request for a discussion; its topic and materials are ignored. */
  readonly discussion: unknown
}

/** A discussion request as a table: its base with the request's fields on top. Throws INPUT_INVALID naming wrong fields. */
export function toTableFile({ name, description, discussion }: NewTable, registry: TableRegistry): TableFile {
  if (isPresetName(name) || (builtInTables as readonly string[]).includes(name))
    throw invalidField("name", `${name} is a built-in table; choose another name`)
  const asked = parse(discussionRequestSchema(), discussion, "discussion")
  const { format, table, topic: _, materials: __, ...request } = asked
  if (typeof format === "object")
    throw invalidField("discussion.format", "must be the name of a preset, or use a table")
  const base = typeof table === "string" ? findTable(table, registry) : table
  const preset = format ?? (base ? base.extends : table)
  const { seats, options, decision, budget, language, seed, record, recorder, result } = base
    ? mergeTable(request, base)
    : request
  return validateTable(
    withoutEmpty({
      ...base,
      ...{ name, description: description ?? base?.description, extends: preset },
      ...{ language, seats, options, decision, budget, seed, record, recorder, result },
    }),
  )
}

function withoutEmpty(fields: object): object {
  const isEmpty = (value: unknown) =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)))
}
