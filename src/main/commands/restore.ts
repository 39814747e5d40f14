import { createReadStream } from "node:fs"
import { access } from "node:fs/promises"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { restore } from "../../stores/postgres/maintenance/restore.ts"
import type { ContextCommandHandler } from "./command-context.ts"
import { withDatabase } from "./with-database.ts"

export const restoreCommand: ContextCommandHandler = async (context) => {
  const { args, options, terminal } = context
  const file = args[0]!
  await access(file)
  const { rows, unfinished } = await withDatabase(context, (database) => restore(database, createReadStream(file)))
  if (options.json) writeJson(terminal, { rows, unfinished })
  else {
    terminal.note(`${rows.toLocaleString("en")} rows are back\n`)
    for (const { discussionId } of unfinished) terminal.note(`not over yet: conclave resume ${discussionId}\n`)
  }
  return exitCodes.success
}
