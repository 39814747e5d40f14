import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { invalidInput } from "../../core/errors.ts"
import type { ContextRun } from "./command-context.ts"
import { withStorage } from "./with-storage.ts"

export const pruneCommand: ContextRun<{ readonly days?: number }> = async (context) => {
  const { options, terminal } = context
  const { days } = options
  if (days === undefined || days < 0) {
    throw invalidInput([{ field: "--days", message: "say how old they must be, such as --days 365" }])
  }
  const deleted = await withStorage(context, ({ maintenance }) => maintenance.prune({ olderThanDays: days }))
  if (options.json) writeJson(terminal, { deleted })
  else terminal.note(`${deleted} discussions were deleted\n`)
  return exitCodes.agreed
}
