import type { ClientBase } from "pg"
import type { MemberAnswers, MemberJob } from "../../../ports/jobs.ts"
import { memberAnswers } from "../../jobs/member-answers.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import type { JobQueues } from "../jobs/job-queue.ts"
import { withoutOrganisationRole } from "../organisation.ts"
import { inTransaction } from "../transaction.ts"

const channel = "conclave_member_answers"

export interface PostgresMemberAnswers extends MemberAnswers {
  /** Adds jobs in the transaction that posts a prompt. */
  enqueue(transaction: ClientBase, organisationId: string, promptId: string): Promise<void>
}

export async function openMemberAnswers(database: Database, jobs: JobQueues): Promise<PostgresMemberAnswers> {
  const queue = await jobs.queue<MemberJob>("member-answers")
  const claims = {
    claim: (atMost: number) => queue.claim(atMost),
    renew: queue.renew.bind(queue),
    release: (claim: Parameters<typeof queue.release>[0][number]) => queue.release([claim]),
    settle: (claim: Parameters<typeof queue.release>[0][number]) =>
      inTransaction(database.pool, "BEGIN", (client) => queue.complete(client, [claim])).catch((error) => {
        throw databaseError(error)
      }),
  }
  return {
    ...memberAnswers(claims, (wake) => database.listen(channel, wake)),
    async enqueue(transaction, organisationId, promptId) {
      const added = await queue.statementToAdd([{ key: promptId, data: { organisationId, promptId } }])
      await withoutOrganisationRole(transaction, () => transaction.query(added))
      await transaction.query("SELECT pg_notify($1, '')", [channel])
    },
  }
}
