import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { type Shell, writeCompletions } from "../../cli/write-completions.ts"
import type { ContextCommandHandler } from "./command-context.ts"

export const completionsCommand: ContextCommandHandler = async ({ args, options, terminal }) => {
  const shell = args[0] as Shell
  const script = writeCompletions(shell)
  if (options.json) writeJson(terminal, { shell, script })
  else terminal.write(script)
  return exitCodes.success
}
