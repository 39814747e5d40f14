import { runningTables } from "../running/schema.ts"
import { tables } from "./0001-tables.ts"
import { eventFunctions } from "./0003-events.ts"
import { squadMigration } from "./0004-squad.ts"
import { webhookMigration } from "./0005-webhooks.ts"
import { spendMigration } from "./0006-spend.ts"
import { eventVersions } from "./0007-event-versions.ts"
import { historyMigration } from "./0014-history.ts"

/** SQL by name, in the order of names. One that has been released is never changed: a new one follows it. */
export const migrations: Readonly<Record<string, string>> = {
  "0001-tables": tables,
  "0002-running": runningTables,
  "0003-events": eventFunctions,
  "0004-squad": squadMigration,
  "0005-webhooks": webhookMigration,
  "0006-spend": spendMigration,
  "0007-event-versions": eventVersions,
  "0014-history": historyMigration,
}
