import { exitCodes } from "../../cli/exit-codes.ts"
import { printableLine } from "../../cli/printable.ts"
import { invalidInput } from "../../core/errors.ts"
import type { ContextRun } from "./command-context.ts"
import { usualWorkers } from "./serve.ts"
import { settingsOf } from "./settings-of.ts"
import { untilStopped } from "./until-stopped.ts"

export const worker: ContextRun<{ readonly workers?: number }> = async (context) => {
  const { options, terminal, env, onError } = context
  const { location, config } = await settingsOf(context)
  const workers = options.workers ?? config.server?.workers ?? usualWorkers
  if (workers < 1) throw invalidInput([{ field: "--workers", message: "must be at least 1" }])
  const log = (line: string) => terminal.note(`${printableLine(line)}\n`)
  const { openHouse } = await import("../house.ts")
  const house = await openHouse({
    location,
    config,
    env,
    workers,
    paced: true,
    isLocal: "data" in location,
    onError,
    log,
  })
  if (options.json) terminal.write(`${JSON.stringify({ pid: process.pid, workers })}\n`)
  else terminal.write(`Running up to ${workers} discussions at once.\n`)
  await untilStopped(terminal, house.close)
  return exitCodes.agreed
}
