import { runningTables } from "../running/schema.ts"
import { tables } from "./0001-tables.ts"
import { eventFunctions } from "./0003-events.ts"
import { squadMigration } from "./0004-squad.ts"
import { webhookMigration } from "./0005-webhooks.ts"
import { spendMigration } from "./0006-spend.ts"
import { eventVersions } from "./0007-event-versions.ts"
import { plainSql } from "./0008-plain-sql.ts"
import { panelTables } from "./0009-panel.ts"
import { taskResult } from "./0010-task-result.ts"
import { suspectRuns } from "./0011-suspect-runs.ts"
import { functionAccess } from "./0012-function-access.ts"
import { seatKeys } from "./0013-seat-keys.ts"
import { webhooksOfDiscussions } from "./0013-webhooks-of-discussions.ts"
import { historyMigration } from "./0014-history.ts"
import { spendPeriods } from "./0017-spend-periods.ts"
import { projectDiscussions } from "./0021-project-discussions.ts"
import { waitingRuns } from "./0022-waiting-runs.ts"
import { textsIndexedLater } from "./0024-texts-indexed-later.ts"

/** SQL by name, in the order of names. One that has been released is never changed: a new one follows it. */
export const migrations: Readonly<Record<string, string>> = {
  "0001-tables": tables,
  "0002-running": runningTables,
  "0003-events": eventFunctions,
  "0004-squad": squadMigration,
  "0005-webhooks": webhookMigration,
  "0006-spend": spendMigration,
  "0007-event-versions": eventVersions,
  "0008-plain-sql": plainSql,
  "0009-panel": panelTables,
  "0010-task-result": taskResult,
  "0011-suspect-runs": suspectRuns,
  "0012-function-access": functionAccess,
  "0013-seat-keys": seatKeys,
  "0013-webhooks-of-discussions": webhooksOfDiscussions,
  "0014-history": historyMigration,
  "0017-spend-periods": spendPeriods,
  "0021-project-discussions": projectDiscussions,
  "0022-waiting-runs": waitingRuns,
  "0024-texts-indexed-later": textsIndexedLater,
}
