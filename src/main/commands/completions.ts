import { exitCodes } from "../../cli/exit-codes.ts"
import { writeCompletions } from "../../cli/write-completions.ts"
import type { ContextRun } from "./command-context.ts"

export const completions: ContextRun = async ({ args, terminal }) => {
  terminal.write(writeCompletions(args[0] as "bash" | "zsh" | "fish"))
  return exitCodes.agreed
}
