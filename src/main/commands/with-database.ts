import { ConclaveError } from "../../core/errors.ts"
import { type Database, openDatabase } from "../../stores/postgres/database.ts"
import { findLockHolder } from "../open-client.ts"
import type { CommandContext } from "./command-context.ts"
import { settingsOf } from "./settings-of.ts"

/** The database itself, for what no server does for others. */
export async function withDatabase<T>(context: CommandContext, work: (database: Database) => Promise<T>): Promise<T> {
  const settings = settingsOf(context)
  const holder = await findLockHolder(settings)
  if (holder) {
    const message = `process ${holder.pid} has the data folder, and this needs it alone: stop that process, then try again`
    throw new ConclaveError("DATA_LOCKED", message)
  }
  const database = await openDatabase(settings.location)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
