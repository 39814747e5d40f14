import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { discuss } from "../../cli/commands/discuss.ts"
import type { DiscussOptions } from "../../cli/discussion-input.ts"
import { invalidInput } from "../../core/errors.ts"
import { isPresetName, presetNames } from "../../core/formats/index.ts"
import { nearest } from "../../core/nearest.ts"
import type { TableFile } from "../../core/tables/table-file.ts"
import { readTableFile, tableShelf } from "../table-files.ts"
import { type CommandContext, type ContextRun, invocationOf } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

interface Options extends DiscussOptions {
  readonly table?: string
}

/** Reads the table, where one is named, before the discussion is asked for. */
export const discussAtTable: ContextRun<Options> = async (context) => {
  const { options } = context
  const invocation = invocationOf(context)
  if (options.table === undefined) return discuss(invocation)
  const laid = await findTable(options.table, context)
  // A preset as it comes is the format of that name; with --format besides, one of the two is too many.
  const format = laid ? {} : { format: options.format ?? options.table }
  return discuss({ ...invocation, options: { ...options, ...format, ...(laid && { laid }) } })
}

/** A file, or a table by its name: of the folder `tables` beside the configuration, or one that comes with Conclave. */
async function findTable(named: string, context: CommandContext<Options>): Promise<TableFile | undefined> {
  const { folder } = context
  const isFile = /[/\\]|\.ya?ml$/.test(named)
  if (isFile || existsSync(resolve(folder, named))) return readTableFile(named, folder)
  const shelf = tableShelf((await settingsOf(context)).tables)
  const found = shelf.find(named)
  if (found || isPresetName(named)) return found
  const known = [...presetNames, ...shelf.names]
  const near = nearest(named, known)
  const hint = near ? `did you mean "${near}"?` : `there are ${known.join(", ")}, or name a file`
  throw invalidInput([{ field: "--table", message: `no table is called "${named}"; ${hint}` }])
}
