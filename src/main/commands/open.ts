import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { openPage } from "../open-page.ts"
import type { CommandContext, ContextRun } from "./command-context.ts"
import { serveUntilStopped } from "./serve.ts"
import { withStorage } from "./with-storage.ts"

/** The page of a server that has the data folder open; where there is none, one is started and serves until it is stopped. */
export const open: ContextRun<{ readonly workers?: number }> = async (context) => {
  const address = await withStorage(context, (storage) => storage.serverAddress())
  if (!address) return serveUntilStopped(context, (url) => void show(context, url))
  if (context.options.json) writeJson(context.terminal, { url: address })
  else context.terminal.write(`${address}\n`)
  await show(context, address)
  return exitCodes.agreed
}

async function show({ env, terminal }: CommandContext, url: string): Promise<void> {
  if (!(await openPage(url, env))) terminal.note("no browser can be opened here; open the address in one\n")
}
