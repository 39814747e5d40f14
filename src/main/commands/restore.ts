import { createReadStream } from "node:fs"
import { access } from "node:fs/promises"
import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { readBackup } from "../../stores/backup/backup-file.ts"
import type { ContextRun } from "./command-context.ts"
import { withStorage } from "./with-storage.ts"

export const restoreCommand: ContextRun = async (context) => {
  const { args, options, terminal } = context
  const file = args[0]!
  await access(file)
  const { rows, unfinished } = await withStorage(context, ({ maintenance }) =>
    readBackup(maintenance, createReadStream(file)),
  )
  if (options.json) writeJson(terminal, { rows, unfinished })
  else {
    terminal.note(`${rows.toLocaleString("en")} rows are back\n`)
    for (const { discussionId } of unfinished) terminal.note(`not over yet: conclave resume ${discussionId}\n`)
  }
  return exitCodes.agreed
}
