import { randomUUID } from "node:crypto"
import type { Doors } from "../../cli/doors.ts"
import { exitCodes } from "../../cli/exit-codes.ts"
import { converse, welcome } from "../../cli/queen/converse.ts"
import { ConclaveError } from "../../core/errors.ts"
import { localDoors } from "../local-doors.ts"
import { openPage } from "../open-page.ts"
import { serve } from "../serve.ts"
import { type CommandContext, type ContextRun, invocationOf } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"
import { withStorage } from "./with-storage.ts"

/** `conclave` alone: the conversation. */
export const queen: ContextRun = async (context) => {
  const { options, terminal, env, now } = context
  if (!options.json) welcome(terminal)
  const { doors, page } = await openHall(context)
  try {
    await converse({
      doors,
      terminal,
      sessionId: randomUUID(),
      page,
      openPage: (url) => openPage(url, env),
      json: options.json === true,
      now,
    })
    return exitCodes.agreed
  } finally {
    terminal.lines().close()
    await doors.close()
  }
}

const workers = 4
const graceMs = 2_000

/** A conversation lasts, so its process serves meanwhile, unless another does: the page can be opened. */
async function openHall(context: CommandContext): Promise<{ readonly doors: Doors; readonly page: string }> {
  const { terminal, env, onError } = context
  const address = await withStorage(context, (storage) => storage.serverAddress())
  if (address !== undefined) return { doors: await invocationOf(context).openDoors({ runs: true }), page: address }
  const settings = await settingsOf(context)
  const { location, config } = settings
  const listen = (port: number) =>
    serve({ location, config, env, workers, paced: terminal.live, onError, host: "127.0.0.1", port })
  const serving = await listen(settings.port).catch((error) => {
    if (error instanceof ConclaveError && error.problems[0]?.field === "port") return listen(0)
    throw error
  })
  return { doors: localDoors(serving.house, () => serving.close(graceMs)), page: serving.url }
}
