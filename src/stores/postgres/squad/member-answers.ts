import type { ClientBase } from "pg"
import type { Clock } from "../../../ports/clock.ts"
import type { Database } from "../database.ts"
import type { JobClaim, JobQueue, JobQueues } from "../jobs/job-queue.ts"
import { type JobSource, JobWorker } from "../jobs/job-worker.ts"
import { withoutOrganisationRole } from "../organisation.ts"
import { inTransaction } from "../transaction.ts"

export interface MemberJob {
  readonly organisationId: string
  readonly promptId: string
}

interface MemberWorkerOptions {
  /** Called again where it throws, and after a crash: once more must be harmless. */
  readonly answer: (job: MemberJob, signal: AbortSignal) => Promise<void>
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const channel = "conclave_member_answers"

/** Sees to it that the squad's model members answer every prompt, by this process or another, whoever dies. */
export class MemberAnswers implements JobSource<MemberJob, void> {
  readonly #database: Database
  readonly #queue: JobQueue<MemberJob>
  #worker: JobWorker<MemberJob, void> | undefined
  #stopListening = async () => {}

  private constructor(database: Database, queue: JobQueue<MemberJob>) {
    this.#database = database
    this.#queue = queue
  }

  static async open(database: Database, jobs: JobQueues): Promise<MemberAnswers> {
    return new MemberAnswers(database, await jobs.queue("member-answers"))
  }

  /** In the transaction that posts a prompt. */
  async enqueue(transaction: ClientBase, organisationId: string, promptId: string): Promise<void> {
    await withoutOrganisationRole(transaction, () =>
      this.#queue.add(transaction, promptId, { organisationId, promptId }),
    )
    await transaction.query("SELECT pg_notify($1, '')", [channel])
  }

  /** Has this process answer. */
  async work({ answer, clock, onError }: MemberWorkerOptions): Promise<void> {
    const work = (job: MemberJob, { now }: { readonly now: AbortSignal }) => answer(job, now)
    const worker = new JobWorker({ claims: this, concurrency: 10, work, onError, clock })
    this.#worker = worker
    this.#stopListening = await this.#database.listen(channel, () => worker.wake())
  }

  async stop(graceMs: number): Promise<void> {
    await this.#stopListening()
    await this.#worker?.stop(graceMs)
  }

  claim(atMost: number): Promise<readonly JobClaim<MemberJob>[]> {
    return this.#queue.claim(atMost)
  }

  renew(claims: readonly JobClaim<MemberJob>[]): Promise<readonly JobClaim<MemberJob>[]> {
    return this.#queue.renew(claims)
  }

  release(claim: JobClaim<MemberJob>): Promise<void> {
    return this.#queue.release([claim])
  }

  async settle(claim: JobClaim<MemberJob>): Promise<void> {
    await inTransaction(this.#database.pool, "BEGIN", (client) => this.#queue.complete(client, [claim]))
  }
}
