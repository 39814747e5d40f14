import type { MemberAnswers, MemberJob } from "../../../ports/jobs.ts"
import { memberAnswers } from "../../jobs/job-worker.ts"
import type { SqlStatement } from "../../sql/sql-database.ts"
import type { Database } from "../database.ts"
import type { JobQueues } from "../jobs/job-queue.ts"

const channel = "conclave_member_answers"

export interface PostgresMemberAnswers extends MemberAnswers {
  /** For the transaction that posts a prompt. An organisation's role cannot add jobs, so it is set aside. */
  statementsToAdd(organisationId: string, promptId: string): Promise<readonly SqlStatement[]>
}

export async function openMemberAnswers(database: Database, jobs: JobQueues): Promise<PostgresMemberAnswers> {
  const queue = await jobs.queue<MemberJob>("member-answers")
  return {
    ...memberAnswers(queue, (wake) => database.listen(channel, wake)),
    async statementsToAdd(organisationId, promptId) {
      return [
        { text: "SET LOCAL ROLE NONE", values: [] },
        await queue.statementToAdd([{ key: promptId, data: { organisationId, promptId } }]),
        { text: "SET LOCAL ROLE conclave_app", values: [] },
        { text: "SELECT pg_notify($1, '')", values: [channel] },
      ]
    },
  }
}
