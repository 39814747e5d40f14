import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"
import {
  type DiscussionJob,
  type DiscussionRuns,
  isQuarantined,
  type RunEnd,
  type RunWork,
  type Stalls,
  type StopSignals,
  type SuspectRun,
} from "../../ports/jobs.ts"
import { type Claim, type Claims, JobWorker } from "../jobs/job-worker.ts"
import { type SqlDatabase, SqlStore, sqlPlaceholders } from "./sql-database.ts"

type DiscussionClaim = Claim<DiscussionJob>

const suspectsKeptMs = 30 * 24 * 3_600_000

/** Base class of stores that run discussions as jobs of a queue, each in one process at a time. */
export abstract class SqlRuns<Jobs extends Claims<DiscussionJob, void>>
  extends SqlStore
  implements DiscussionRuns, Claims<DiscussionJob, RunEnd>
{
  protected readonly jobs: Jobs
  protected readonly clock: Clock
  #worker: JobWorker<DiscussionJob, RunEnd> | undefined

  constructor(sql: SqlDatabase, jobs: Jobs, clock: Clock) {
    super(sql)
    this.jobs = jobs
    this.clock = clock
  }

  abstract countQueued(): Promise<number>
  /** Ends a job, or schedules it again if its discussion has something to do. */
  abstract settle(claim: DiscussionClaim, result: RunEnd): Promise<void>

  get size(): number {
    return this.#worker?.size ?? 0
  }

  /** Claims new jobs now. */
  wake(): void {
    this.#worker?.wake()
  }

  async work(work: RunWork): Promise<void> {
    this.#worker = new JobWorker({ claims: this, ...runOrFail(work), sharesWorkers: true, clock: this.clock })
  }

  async stop(graceMs: number): Promise<void> {
    await this.#worker?.stop(graceMs)
  }

  async claim(atMost: number, perOwner?: number): Promise<readonly DiscussionClaim[]> {
    const claims = await this.jobs.claim(atMost, perOwner)
    if (claims.length === 0) return claims
    const ids = claims.map(({ data }) => data.discussionId)
    const which = `WHERE discussion_id IN (${sqlPlaceholders(ids, 0)}) GROUP BY discussion_id`
    const [suspects] = await Promise.all([this.#suspects(which, ids), this.register(ids)])
    const stalls = new Map(suspects.map((run) => [run.discussionId, run]))
    return claims.map((claim) => {
      return { ...claim, data: { ...claim.data, stalls: stalls.get(claim.data.discussionId) } }
    })
  }

  renew(claims: readonly DiscussionClaim[]): Promise<readonly DiscussionClaim[]> {
    return this.jobs.renew(claims)
  }

  release(claim: DiscussionClaim): Promise<void> {
    return this.jobs.release(claim)
  }

  suspects(): Promise<readonly SuspectRun[]> {
    return this.#suspects("GROUP BY discussion_id ORDER BY max(id) DESC LIMIT 100")
  }

  async deleteOldSuspects(): Promise<void> {
    await this.rows(`DELETE FROM ${this.sql.running("suspects")} WHERE at < ${this.sql.ago(suspectsKeptMs)}`)
  }

  /** Notes that this process runs the discussions that it has claimed. */
  protected async register(_discussionIds: readonly string[]): Promise<void> {}

  #suspects(which: string, values: readonly string[] = []): Promise<readonly SuspectRun[]> {
    const text = `SELECT discussion_id AS "discussionId", count(*) AS times, max(held_ms) AS "longestMs",
      CAST(max(at) AS text) AS at FROM ${this.sql.running("suspects")} ${which}`
    return this.rows<SuspectRun>(text, values)
  }
}

/** The end of a run that was stopped from outside: nothing is left to read. */
const nothingMissed: RunEnd = { seq: Number.MAX_SAFE_INTEGER }

/** A failing run ends its discussion, and the job is not retried. */
function runOrFail({ concurrency, run, onFailure, onError }: RunWork) {
  const work = async (job: DiscussionJob, leave: StopSignals): Promise<RunEnd> => {
    try {
      if (job.stalls && isQuarantined(job.stalls)) throw quarantinedError(job.stalls)
      return await run(job, leave)
    } catch (error) {
      await onFailure(job, error)
      return nothingMissed
    }
  }
  return { concurrency, work, onError }
}

function quarantinedError({ times, longestMs }: Stalls): ConclaveError {
  const seconds = (longestMs / 1_000).toFixed(1)
  const what =
    longestMs > 0 ? `one of its steps blocked a process for ${seconds} s` : `${times} processes died during its steps`
  return new ConclaveError("QUARANTINED", `${what}, so it was quarantined; \`conclave doctor\` lists it`)
}
