import type { MemberAnswers, MemberJob, MemberWork } from "../../../ports/jobs.ts"
import { type Claim, type Claims, JobWorker } from "../../jobs/job-worker.ts"
import type { Connection } from "../connection.ts"
import { JobTable } from "../running/job-table.ts"
import type { Processes } from "../running/processes.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"

/** Prompts that the squad's model members have to answer, as jobs. */
export class SqliteMemberAnswers implements MemberAnswers, Claims<MemberJob, void> {
  readonly #database: SqliteDatabase
  readonly #processes: Processes
  readonly #jobs: JobTable<MemberJob>
  #worker: JobWorker<MemberJob, void> | undefined

  constructor(database: SqliteDatabase, processes: Processes) {
    this.#database = database
    this.#processes = processes
    this.#jobs = new JobTable(database, "member-answers")
  }

  /** In the transaction that posts a prompt. */
  enqueue(sql: Connection, organisationId: string, promptId: string): void {
    this.#jobs.add(sql, promptId, { organisationId, promptId })
    // Looked for after the commit.
    setImmediate(() => this.#worker?.wake())
  }

  async work({ answer, clock, onError }: MemberWork): Promise<void> {
    await this.#processes.join()
    const work = (job: MemberJob, { now }: { readonly now: AbortSignal }) => answer(job, now)
    this.#worker = new JobWorker({ claims: this, concurrency: 10, work, onError, clock })
  }

  async stop(graceMs: number): Promise<void> {
    await this.#worker?.stop(graceMs)
  }

  claim(atMost: number): Promise<readonly Claim<MemberJob>[]> {
    return this.#jobs.claim(atMost)
  }

  renew(claims: readonly Claim<MemberJob>[]): Promise<readonly Claim<MemberJob>[]> {
    return this.#jobs.lost(claims)
  }

  release(claim: Claim<MemberJob>): Promise<void> {
    return this.#jobs.release(claim)
  }

  async settle(claim: Claim<MemberJob>): Promise<void> {
    await this.#database.write((sql) => this.#jobs.done(sql, claim))
  }
}
