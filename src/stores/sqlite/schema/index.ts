import { cheaperTurns } from "./cheaper-turns.ts"
import { discussionWebhooks } from "./discussion-webhooks.ts"
import { history } from "./history.ts"
import { plainSql } from "./plain-sql.ts"
import { seatKeys } from "./seat-keys.ts"
import { spendPeriods } from "./spend-periods.ts"
import { squadBatch } from "./squad-batch.ts"
import { squadTriggers } from "./squad-triggers.ts"
import { suspectRuns } from "./suspect-runs.ts"
import { tables } from "./tables.ts"

/** SQL in order; a file says how many of these it has seen. One that has been released is never changed. */
export const migrations: readonly string[] = [
  `${tables}\n${squadTriggers}`,
  seatKeys,
  suspectRuns,
  plainSql,
  discussionWebhooks,
  history,
  spendPeriods,
  squadBatch,
  cheaperTurns,
]
