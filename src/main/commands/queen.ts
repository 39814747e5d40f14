import { randomUUID } from "node:crypto"
import type { Client } from "../../cli/client.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { printWelcome, runQueenSession } from "../../cli/queen/queen-session.ts"
import { ConclaveError } from "../../core/errors.ts"
import { createLocalClient } from "../local-client.ts"
import { findLockHolder } from "../open-client.ts"
import { openInBrowser } from "../open-in-browser.ts"
import { serve } from "../serve.ts"
import { type CommandContext, type ContextCommandHandler, invocationOf } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

/** `conclave` alone. Where a server holds the data folder the conversation is held there. */
export const queenCommand: ContextCommandHandler = async (context) => {
  const { options, terminal, env, now } = context
  if (!options.json) printWelcome(terminal)
  const { doors, page } = await startSession(context)
  try {
    await runQueenSession({
      client: doors,
      terminal,
      sessionId: randomUUID(),
      page,
      openPage: (url) => openInBrowser(url, env),
      json: options.json === true,
      now,
    })
    return exitCodes.success
  } finally {
    terminal.lines().close()
    await doors.close()
  }
}

const workers = 4
const graceMs = 2_000

/** A conversation lasts, so its process serves meanwhile: the page can be opened, and other commands find their way. */
async function startSession(context: CommandContext): Promise<{ readonly doors: Client; readonly page: string }> {
  const { terminal, env, onError } = context
  const settings = settingsOf(context)
  if ((await findLockHolder(settings))?.address) {
    const doors = await invocationOf(context).openClient()
    return { doors, page: doors.address! }
  }
  const { location, config } = settings
  const listen = (port: number) =>
    serve({ location, config, env, workers, paced: terminal.live, onError, host: "127.0.0.1", port })
  const serving = await listen(settings.port).catch((error) => {
    if (error instanceof ConclaveError && error.problems[0]?.field === "port") return listen(0)
    throw error
  })
  return { doors: createLocalClient(serving.app, () => serving.close(graceMs)), page: serving.url }
}
