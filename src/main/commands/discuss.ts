import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { discussCommand } from "../../cli/commands/discuss.ts"
import type { DiscussOptions } from "../../cli/discussion-input.ts"
import { invalidInput } from "../../core/errors.ts"
import { isPresetName, presetNames } from "../../core/formats/index.ts"
import type { TableFile } from "../../core/tables/table-file.ts"
import { closestMatch } from "../../core/validation.ts"
import { createTableRegistry, readTableFile } from "../table-files.ts"
import { type CommandContext, type ContextCommandHandler, invocationOf } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

interface Options extends DiscussOptions {
  readonly table?: string
}

/** Reads the table, where one is named, before the discussion is asked for. */
export const discussAtTableCommand: ContextCommandHandler<Options> = async (context) => {
  const { options } = context
  const invocation = invocationOf(context)
  if (options.table === undefined) return discussCommand(invocation)
  const resolved = findTable(options.table, context)
  // A preset as it comes is the format of that name; with --format besides, one of the two is too many.
  const format = resolved ? {} : { format: options.format ?? options.table }
  return discussCommand({ ...invocation, options: { ...options, ...format, ...(resolved && { laid: resolved }) } })
}

/** A file, or a table by its name: of the folder `tables` beside the configuration, or one that comes with Conclave. */
function findTable(nameOrFile: string, context: CommandContext<Options>): TableFile | undefined {
  const { folder } = context
  const isFile = /[/\\]|\.ya?ml$/.test(nameOrFile)
  if (isFile || existsSync(resolve(folder, nameOrFile))) return readTableFile(nameOrFile, folder)
  const registry = createTableRegistry(settingsOf(context).tables)
  const found = registry.find(nameOrFile)
  if (found || isPresetName(nameOrFile)) return found
  const known = [...presetNames, ...registry.names]
  const near = closestMatch(nameOrFile, known)
  const hint = near ? `did you mean "${near}"?` : `there are ${known.join(", ")}, or name a file`
  throw invalidInput([{ field: "--table", message: `no table is called "${nameOrFile}"; ${hint}` }])
}
