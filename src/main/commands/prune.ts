import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { invalidInput } from "../../core/errors.ts"
import { prune } from "../../stores/postgres/maintenance/prune.ts"
import type { ContextCommandHandler } from "./command-context.ts"
import { withDatabase } from "./with-database.ts"

export const pruneCommand: ContextCommandHandler<{ readonly days?: number }> = async (context) => {
  const { options, terminal } = context
  const { days } = options
  if (days === undefined || days < 0) {
    throw invalidInput([{ field: "--days", message: "say how old they must be, such as --days 365" }])
  }
  const deleted = await withDatabase(context, (database) => prune(database, { olderThanDays: days }))
  if (options.json) writeJson(terminal, { deleted })
  else terminal.note(`${deleted} discussions were deleted\n`)
  return exitCodes.success
}
