import type { ClientBase } from "pg"
import type { MemberAnswers, MemberJob, MemberWork } from "../../../ports/jobs.ts"
import { type Claim, type Claims, JobWorker } from "../../jobs/job-worker.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import type { JobQueue, JobQueues } from "../jobs/job-queue.ts"
import { withoutOrganisationRole } from "../organisation.ts"
import { inTransaction } from "../transaction.ts"

const channel = "conclave_member_answers"

/** Sees to it that the squad's model members answer every prompt, by this process or another, whoever dies. */
export class PostgresMemberAnswers implements MemberAnswers, Claims<MemberJob, void> {
  readonly #database: Database
  readonly #queue: JobQueue<MemberJob>
  #worker: JobWorker<MemberJob, void> | undefined
  #stopListening = async () => {}

  private constructor(database: Database, queue: JobQueue<MemberJob>) {
    this.#database = database
    this.#queue = queue
  }

  static async open(database: Database, jobs: JobQueues): Promise<PostgresMemberAnswers> {
    return new PostgresMemberAnswers(database, await jobs.queue("member-answers"))
  }

  /** In the transaction that posts a prompt. */
  async enqueue(transaction: ClientBase, organisationId: string, promptId: string): Promise<void> {
    await withoutOrganisationRole(transaction, () =>
      this.#queue.add(transaction, promptId, { organisationId, promptId }),
    )
    await transaction.query("SELECT pg_notify($1, '')", [channel])
  }

  /** Has this process answer. */
  async work({ answer, clock, onError }: MemberWork): Promise<void> {
    const work = (job: MemberJob, { now }: { readonly now: AbortSignal }) => answer(job, now)
    const worker = new JobWorker({ claims: this, concurrency: 10, work, onError, clock })
    this.#worker = worker
    this.#stopListening = await this.#database.listen(channel, () => worker.wake())
  }

  async stop(graceMs: number): Promise<void> {
    await this.#stopListening()
    await this.#worker?.stop(graceMs)
  }

  claim(atMost: number): Promise<readonly Claim<MemberJob>[]> {
    return this.#queue.claim(atMost)
  }

  renew(claims: readonly Claim<MemberJob>[]): Promise<readonly Claim<MemberJob>[]> {
    return this.#queue.renew(claims)
  }

  release(claim: Claim<MemberJob>): Promise<void> {
    return this.#queue.release([claim])
  }

  async settle(claim: Claim<MemberJob>): Promise<void> {
    await inTransaction(this.#database.pool, "BEGIN", (client) => this.#queue.complete(client, [claim])).catch(
      (error) => {
        throw databaseError(error)
      },
    )
  }
}
