import type { MemberAnswers, MemberJob } from "../../../ports/jobs.ts"
import { memberAnswers } from "../../jobs/member-answers.ts"
import type { Connection } from "../connection.ts"
import { JobTable } from "../running/job-table.ts"
import type { Processes } from "../running/processes.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"

interface SqliteMemberAnswers extends MemberAnswers {
  /** Adds jobs in the transaction that posts a prompt. */
  enqueue(sql: Connection, organisationId: string, promptId: string): void
}

export function sqliteMemberAnswers(database: SqliteDatabase, processes: Processes): SqliteMemberAnswers {
  const jobs = new JobTable<MemberJob>(database, "member-answers")
  let wakeWorker = () => {}
  const claims = {
    claim: jobs.claim.bind(jobs),
    renew: jobs.lost.bind(jobs),
    release: jobs.release.bind(jobs),
    settle: (claim: Parameters<typeof jobs.release>[0]) => database.write((sql) => jobs.done(sql, claim)),
  }
  const begin = async (wake: () => void) => {
    await processes.join()
    wakeWorker = wake
    return async () => {}
  }
  return {
    ...memberAnswers(claims, begin),
    enqueue(sql, organisationId, promptId) {
      jobs.add(sql, promptId, { organisationId, promptId })
      // Wakes the worker after the commit.
      setImmediate(wakeWorker)
    },
  }
}
