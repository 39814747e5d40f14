import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { modelsText } from "../../cli/models-text.ts"
import { printableAll } from "../../cli/printable.ts"
import type { ContextRun } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

/** What can be used hangs on this process's environment; no database is needed to look. */
export const modelsCommand: ContextRun = async (context) => {
  const { options, terminal, env } = context
  const { conclave } = await import("../conclave.ts")
  const found = await conclave({ config: (await settingsOf(context)).config, env }).models()
  if (options.json) writeJson(terminal, found)
  else terminal.write(modelsText(printableAll(found), terminal))
  return exitCodes.agreed
}
