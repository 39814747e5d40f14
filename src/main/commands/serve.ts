import { exitCodes } from "../../cli/exit-codes.ts"
import { printableLine } from "../../cli/printable.ts"
import type { CommandContext, ContextRun } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"
import { untilStopped } from "./until-stopped.ts"

export const usualWorkers = 100

type Options = { readonly workers?: number }

export const serveCommand: ContextRun<Options> = (context) => serveUntilStopped(context)

/** Serves until the process is told to end; `onServing` is told the address. */
export async function serveUntilStopped(
  context: CommandContext<Options>,
  onServing: (url: string) => void = () => {},
): Promise<number> {
  const { options, terminal, env, onError } = context
  const { serve } = await import("../serve.ts")
  const { location, config, tables, host, port } = await settingsOf(context)
  const workers = options.workers ?? config.server?.workers ?? usualWorkers
  const log = (line: string) => terminal.note(`${printableLine(line)}\n`)
  const serving = await serve({ location, config, tables, env, host, port, workers, paced: true, onError, log })
  if (options.json) terminal.write(`${JSON.stringify({ url: serving.url, pid: process.pid, workers })}\n`)
  else {
    terminal.write(`Conclave is at ${serving.url}\n`)
    if (!serving.hasPage) {
      terminal.note(`The page is not built; \`npm run build:page\` builds it. The API is at ${serving.url}/docs\n`)
    }
    if (!config.model) terminal.note("No model is configured: seats that name none are taken by rehearsal models.\n")
  }
  onServing(serving.url)
  await untilStopped(terminal, serving.close)
  return exitCodes.agreed
}
