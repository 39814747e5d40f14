import type { Clock } from "../../../ports/clock.ts"
import { type DiscussionJob, queuedAfterMs, type RunEnd, type RunWork } from "../../../ports/jobs.ts"
import type { Claim } from "../../jobs/job-worker.ts"
import type { SqlDatabase } from "../../sql/sql-database.ts"
import { SqlRuns } from "../../sql/sql-runs.ts"
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

/** Runs discussions as jobs. Other processes look for new ones every second. */
export class SqliteRuns extends SqlRuns<JobTable<DiscussionJob>> {
  readonly #database: SqliteDatabase
  readonly #processes: Processes

  constructor({ database, sql, processes, clock }: Options) {
    super(sql, new JobTable(database, "discussions"), clock)
    this.#database = database
    this.#processes = processes
  }

  /** Adds the job that runs a discussion, in the transaction that gives it something to do. */
  enqueue(sql: Connection, job: DiscussionJob): void {
    const { text, values } = this.jobs.statementToAdd(job.discussionId, job)
    sql.run(text, ...values)
  }

  override async work(work: RunWork): Promise<void> {
    await this.#processes.join({ workers: work.concurrency })
    this.#processes.onReleased = () => this.wake()
    await super.work(work)
  }

  countQueued(): Promise<number> {
    return this.jobs.countWaiting(timeText(Date.now() - queuedAfterMs))
  }

  /** Only one transaction writes at a time, so the log cannot grow between the check and the end of the job. */
  async settle(claim: Claim<DiscussionJob>, { seq, wakeAt }: RunEnd): Promise<void> {
    const missedSome = await this.#database.write(
      (sql) => {
        const text = "SELECT 1 FROM discussions WHERE id = ? AND last_seq > ?"
        const missed = sql.row(text, claim.data.discussionId, seq) !== undefined
        if (missed) this.jobs.again(sql, claim)
        else if (wakeAt !== undefined) this.jobs.again(sql, claim, timeText(wakeAt))
        else this.jobs.done(sql, claim)
        return missed
      },
      { durable: wakeAt !== undefined },
    )
    if (missedSome) this.wake()
  }
}
