import { role, rowSecurity } from "./access.ts"
import { derivedRows } from "./derived-rows.ts"
import { eventFunctions } from "./events.ts"
import { runningFunctions, runningTables } from "./running.ts"
import { searchSchema } from "./search.ts"
import { spendSchema } from "./spend.ts"
import { squadFunctions } from "./squad-functions.ts"
import { squadTables } from "./squad-tables.ts"
import { tables } from "./tables.ts"
import { webhookSchema } from "./webhooks.ts"

/** Each after those that it refers to. */
const initialSchema = [
  ...[role, runningTables, tables, squadTables, squadFunctions, webhookSchema, runningFunctions],
  ...[derivedRows, eventFunctions, searchSchema, spendSchema, rowSecurity],
].join("\n")

/** Names up to 0024 were development versions, which are refused. */
export const firstMigration = "0100-schema"

/** SQL by name, run in the order of names. Never edit an entry after its release. */
export const migrations: Readonly<Record<string, string>> = {
  [firstMigration]: initialSchema,
}
