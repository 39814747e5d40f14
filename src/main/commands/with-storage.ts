import type { Storage } from "../../ports/storage.ts"
import { openStorage } from "../open-storage.ts"
import { systemClock } from "../system-ports.ts"
import type { CommandContext } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

/** The database itself, for as long as the work takes. */
export async function withStorage<T>(context: CommandContext, work: (storage: Storage) => Promise<T>): Promise<T> {
  const { onError } = context
  const storage = await openStorage((await settingsOf(context)).location, { clock: systemClock, onError })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
