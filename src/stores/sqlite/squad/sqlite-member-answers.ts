import type { MemberAnswers, MemberJob } from "../../../ports/jobs.ts"
import { memberAnswers } from "../../jobs/job-worker.ts"
import type { SqlStatement } from "../../sql/sql-database.ts"
import { JobTable } from "../running/job-table.ts"
import type { Processes } from "../running/processes.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"

export interface SqliteMemberAnswers extends MemberAnswers {
  /** For the transaction that posts a prompt. */
  statementToAdd(organisationId: string, promptId: string): SqlStatement
  /** Call after that transaction was committed. */
  wake(): void
}

export function sqliteMemberAnswers(database: SqliteDatabase, processes: Processes): SqliteMemberAnswers {
  const jobs = new JobTable<MemberJob>(database, "member-answers")
  let wakeWorker = () => {}
  const begin = async (wake: () => void) => {
    await processes.join()
    wakeWorker = wake
    return async () => {}
  }
  return {
    ...memberAnswers(jobs, begin),
    statementToAdd: (organisationId, promptId) => jobs.statementToAdd(promptId, { organisationId, promptId }),
    wake: () => wakeWorker(),
  }
}
