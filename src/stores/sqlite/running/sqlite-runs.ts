import type { Clock } from "../../../ports/clock.ts"
import {
  type DiscussionJob,
  type DiscussionRuns,
  queuedAfterMs,
  type RunEnd,
  type RunWork,
  type SuspectRun,
} from "../../../ports/jobs.ts"
import { type Claim, type Claims, JobWorker, runOrFail } from "../../jobs/job-worker.ts"
import type { SqlDatabase } from "../../sql/sql-database.ts"
import { listSuspects, stallsByDiscussion } from "../../sql/sql-suspect-runs.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timeText } from "../time.ts"
import { JobTable } from "./job-table.ts"
import type { Processes } from "./processes.ts"

interface Options {
  readonly database: SqliteDatabase
  readonly sql: SqlDatabase
  readonly processes: Processes
  readonly clock: Clock
}

/** Runs discussions as jobs. */
export class SqliteRuns implements DiscussionRuns, Claims<DiscussionJob, RunEnd> {
  readonly #options: Options
  readonly #jobs: JobTable<DiscussionJob>
  #worker: JobWorker<DiscussionJob, RunEnd> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#jobs = new JobTable(options.database, "discussions")
  }

  get size(): number {
    return this.#worker?.size ?? 0
  }

  /** Adds the job that runs a discussion, in the transaction that gives it something to do. */
  enqueue(sql: Connection, job: DiscussionJob): void {
    const { text, values } = this.#jobs.statementToAdd(job.discussionId, job)
    sql.run(text, ...values)
  }

  /** Claims new jobs now. Other processes poll every second. */
  wake(): void {
    this.#worker?.wake()
  }

  async work(work: RunWork): Promise<void> {
    const { processes, clock } = this.#options
    await processes.join({ workers: work.concurrency })
    processes.onReleased = () => this.wake()
    this.#worker = new JobWorker({ claims: this, ...runOrFail(work), sharesWorkers: true, clock })
  }

  async stop(graceMs: number): Promise<void> {
    await this.#worker?.stop(graceMs)
  }

  async claim(atMost: number, perOwner?: number): Promise<readonly Claim<DiscussionJob>[]> {
    const claims = await this.#jobs.claim(atMost, perOwner)
    if (claims.length === 0) return claims
    const ids = claims.map(({ data }) => data.discussionId)
    const stalls = await stallsByDiscussion(this.#options.sql, ids)
    return claims.map((claim) => ({
      ...claim,
      data: { ...claim.data, stalls: stalls.get(claim.data.discussionId) },
    }))
  }

  countQueued(): Promise<number> {
    return this.#jobs.countWaiting(timeText(Date.now() - queuedAfterMs))
  }

  suspects(): Promise<readonly SuspectRun[]> {
    return listSuspects(this.#options.sql)
  }

  renew(claims: readonly Claim<DiscussionJob>[]): Promise<readonly Claim<DiscussionJob>[]> {
    return this.#jobs.renew(claims)
  }

  release(claim: Claim<DiscussionJob>): Promise<void> {
    return this.#jobs.release(claim)
  }

  /** Only one transaction writes at a time, so the log cannot grow between the check and the end of the job. */
  async settle(claim: Claim<DiscussionJob>, { seq, wakeAt }: RunEnd): Promise<void> {
    const missedSome = await this.#options.database.write(
      (sql) => {
        const text = "SELECT 1 FROM discussions WHERE id = ? AND last_seq > ?"
        const missed = sql.row(text, claim.data.discussionId, seq) !== undefined
        if (missed) this.#jobs.again(sql, claim)
        else if (wakeAt !== undefined) this.#jobs.again(sql, claim, timeText(wakeAt))
        else this.#jobs.done(sql, claim)
        return missed
      },
      { durable: wakeAt !== undefined },
    )
    if (missedSome) this.wake()
  }
}
