import { exitCodes } from "../../cli/exit-codes.ts"
import { printableLine } from "../../cli/printable.ts"
import { invalidInput } from "../../core/errors.ts"
import type { ContextCommandHandler } from "./command-context.ts"
import { defaultWorkers } from "./serve.ts"
import { settingsOf } from "./settings-of.ts"
import { waitForShutdown } from "./wait-for-shutdown.ts"

export const workerCommand: ContextCommandHandler<{ readonly workers?: number }> = async (context) => {
  const { options, terminal, env, onError } = context
  const { location, config } = settingsOf(context)
  if ("data" in location) {
    const message =
      "a data folder has one process, which runs its discussions itself; name a server, or use `conclave serve`"
    throw invalidInput([{ field: "--database", message }])
  }
  const workers = options.workers ?? config.server?.workers ?? defaultWorkers
  if (workers < 1) throw invalidInput([{ field: "--workers", message: "must be at least 1" }])
  const log = (line: string) => terminal.note(`${printableLine(line)}\n`)
  const { createApp } = await import("../app.ts")
  const app = await createApp({ location, config, env, workers, paced: true, isLocal: false, onError, log })
  if (options.json) terminal.write(`${JSON.stringify({ pid: process.pid, workers })}\n`)
  else terminal.write(`Running up to ${workers} discussions at once.\n`)
  await waitForShutdown(terminal, app.close)
  return exitCodes.success
}
