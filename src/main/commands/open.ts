import { writeJson } from "../../cli/command.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { findLockHolder } from "../open-client.ts"
import { openInBrowser } from "../open-in-browser.ts"
import type { CommandContext, ContextCommandHandler } from "./command-context.ts"
import { serveUntilStopped } from "./serve.ts"
import { settingsOf } from "./settings-of.ts"

/** The page of the server that holds the data folder; where there is none, one is started and serves until it is stopped. */
export const openCommand: ContextCommandHandler<{ readonly workers?: number }> = async (context) => {
  const address = (await findLockHolder(settingsOf(context)))?.address
  if (!address) return serveUntilStopped(context, (url) => void show(context, url))
  if (context.options.json) writeJson(context.terminal, { url: address })
  else context.terminal.write(`${address}\n`)
  await show(context, address)
  return exitCodes.success
}

async function show({ env, terminal }: CommandContext, url: string): Promise<void> {
  if (!(await openInBrowser(url, env))) terminal.note("no browser can be opened here; open the address in one\n")
}
