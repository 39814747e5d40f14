import { runningTables } from "../running/schema.ts"
import { tables } from "./0001-tables.ts"
import { eventFunctions } from "./0003-events.ts"
import { squad } from "./0004-squad.ts"
import { webhooks } from "./0005-webhooks.ts"
import { spend } from "./0006-spend.ts"

/** SQL by name, in the order of names. One that has been released is never changed: a new one follows it. */
export const migrations: Readonly<Record<string, string>> = {
  "0001-tables": tables,
  "0002-running": runningTables,
  "0003-events": eventFunctions,
  "0004-squad": squad,
  "0005-webhooks": webhooks,
  "0006-spend": spend,
}
