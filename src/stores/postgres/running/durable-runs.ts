import type { Clock } from "../../../ports/clock.ts"
import { type DiscussionJob, queuedAfterMs, type RunEnd, type RunWork } from "../../../ports/jobs.ts"
import type { Claim } from "../../jobs/job-worker.ts"
import { SqlRuns } from "../../sql/sql-runs.ts"
import type { Database } from "../database.ts"
import { throwDatabaseError } from "../database-error.ts"
import { batched } from "../jobs/batched.ts"
import type { JobQueue, JobQueues } from "../jobs/job-queue.ts"
import type { PreparedStatement } from "../pipelined-connections.ts"
import { ago, postgresSql } from "../postgres-sql.ts"
import { inTransaction } from "../transaction.ts"
import { missingProcesses, recordRuns, registerWorkers, releaseRunsOf } from "./process-registry.ts"

interface EndedRun {
  readonly claim: Claim<DiscussionJob>
  readonly result: RunEnd
}

const deadWorkerCheckMs = 2_000
const notifyDelayMs = 10
const wakeCheckMs = 1_000
const maxWakesPerCheck = 100

/** Runs discussions as jobs, in this process or another, and recovers those of dead processes. */
export class DurableRuns extends SqlRuns<JobQueue<DiscussionJob>> {
  readonly #database: Database
  /**
   * Discussions that wait with a time limit. A separate queue, so that input in the meantime can start them at once.
   */
  readonly #wakes: JobQueue<DiscussionJob>
  /** Processes without a connection at the last check; one that still has none is dead. */
  #missingProcesses = new Set<string>()
  #cancelDeadWorkerCheck = () => {}
  #cancelWake = () => {}
  #waking: Promise<void> | undefined
  #stopped = false
  #isNotifyPending = false
  #changing: Promise<unknown> = Promise.resolve()
  #stopListening = async () => {}

  private constructor(
    database: Database,
    queues: { readonly runs: JobQueue<DiscussionJob>; readonly wakes: JobQueue<DiscussionJob> },
    clock: Clock,
  ) {
    super(postgresSql(database), queues.runs, clock)
    this.#database = database
    this.#wakes = queues.wakes
  }

  static async open(database: Database, jobs: JobQueues, clock: Clock): Promise<DurableRuns> {
    const runs = await jobs.queue<DiscussionJob>("discussions")
    const wakes = await jobs.queue<DiscussionJob>("discussion-wakes")
    return new DurableRuns(database, { runs, wakes }, clock)
  }

  /** The statement that adds the jobs of discussions, for the transaction that gives them something to do. */
  statementToEnqueue(jobs: readonly DiscussionJob[]): Promise<PreparedStatement> {
    return this.jobs.statementToAdd(jobs.map(queued))
  }

  /**
   * Wakes the workers of all processes. Notifies once for many jobs and outside their transactions, since commits that
   * notify wait for one another. Processes also poll every second.
   */
  notifyWorkers(): void {
    this.wake()
    if (this.#isNotifyPending) return
    this.#isNotifyPending = true
    this.clock.after(notifyDelayMs, () => {
      this.#isNotifyPending = false
      this.#database.pool.query("SELECT pg_notify('conclave_jobs', '')").catch(() => {})
    })
  }

  /** Starts running discussions, beginning with those of dead processes. */
  override async work(work: RunWork): Promise<void> {
    await releaseRunsOf(this.#database, this.jobs, await missingProcesses(this.#database))
    await registerWorkers(this.#database, work.concurrency)
    await super.work(work)
    this.#stopListening = await this.#database.listen("conclave_jobs", () => this.wake())
    this.#scheduleDeadWorkerCheck()
    this.#scheduleWakeCheck()
  }

  /** Waits up to `graceMs` for the running discussions, and releases the rest. */
  override async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.#cancelDeadWorkerCheck()
    this.#cancelWake()
    await this.#waking
    await this.#stopListening()
    await super.stop(graceMs)
  }

  async countQueued(): Promise<number> {
    const text = `
      SELECT count(*)::integer AS jobs FROM pgboss.job
      WHERE name = 'discussions' AND state < 'active' AND start_after <= ${ago(queuedAfterMs)}`
    return (await this.#database.pool.query<{ jobs: number }>(text)).rows[0]!.jobs
  }

  override renew(claims: readonly Claim<DiscussionJob>[]): Promise<readonly Claim<DiscussionJob>[]> {
    return this.#oneByOne(() => super.renew(claims))
  }

  async settle(claim: Claim<DiscussionJob>, result: RunEnd): Promise<void> {
    await this.#settle({ claim, result }).catch(throwDatabaseError)
  }

  /** Every append locks the discussion first, so the log cannot grow between the check and the end of the job. */
  readonly #settle = batched<EndedRun>(async (ended) => {
    const ids = ended.map(({ claim }) => claim.data.discussionId)
    const missedSome = await this.#oneByOne(() =>
      inTransaction(this.#database.pool, "BEGIN", async (client) => {
        const lock = "SELECT id, last_seq FROM discussions WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE"
        const { rows } = await client.query<{ id: string; last_seq: number }>(lock, [ids])
        const lastSeq = new Map(rows.map(({ id, last_seq }) => [id, last_seq]))
        await this.jobs.complete(
          client,
          ended.map(({ claim }) => claim),
        )
        const unregister = "DELETE FROM running.runs WHERE discussion_id = ANY($1::uuid[]) AND process_id = $2"
        await client.query(unregister, [ids, this.#database.processId])
        const missed = ended.filter(({ claim, result }) => (lastSeq.get(claim.data.discussionId) ?? 0) > result.seq)
        const again = missed.map(({ claim }) => claim.data)
        if (again.length > 0) await client.query(await this.statementToEnqueue(again))
        const wakes = ended.flatMap(({ claim: { data }, result: { wakeAt } }) =>
          wakeAt === undefined ? [] : [{ key: data.discussionId, data, startAfter: new Date(wakeAt) }],
        )
        if (wakes.length > 0) await client.query(await this.#wakes.statementToAdd(wakes))
        return missed.length > 0
      }),
    )
    if (missedSome) this.notifyWorkers()
  })

  protected override register(discussionIds: readonly string[]): Promise<void> {
    return recordRuns(this.#database, discussionIds)
  }

  /** Serialises statements that update many of the same jobs, which could deadlock. */
  #oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(work)
    this.#changing = done.catch(() => {})
    return done
  }

  #scheduleWakeCheck(): void {
    if (this.#stopped) return
    this.#cancelWake = this.clock.after(wakeCheckMs, () => {
      this.#waking = this.#wakeDue().finally(() => this.#scheduleWakeCheck())
    })
  }

  /** Runs discussions whose wait has expired. Concurrent processes each take different ones. */
  async #wakeDue(): Promise<void> {
    try {
      const woken = await inTransaction(this.#database.pool, "BEGIN", async (client) => {
        const due = await this.#wakes.takeDue(client, maxWakesPerCheck)
        if (due.length > 0) await client.query(await this.statementToEnqueue(due))
        return due.length
      })
      if (woken > 0) this.notifyWorkers()
    } catch {
      // The database is unavailable; the next check retries.
    }
  }

  #scheduleDeadWorkerCheck(): void {
    if (this.#stopped) return
    this.#cancelDeadWorkerCheck = this.clock.after(deadWorkerCheckMs, () => void this.#detectDeadWorkers())
  }

  async #detectDeadWorkers(): Promise<void> {
    try {
      const missing = await missingProcesses(this.#database)
      const dead = missing.filter((id) => this.#missingProcesses.has(id))
      this.#missingProcesses = new Set(missing)
      await releaseRunsOf(this.#database, this.jobs, dead)
      if (dead.length > 0) this.wake()
    } catch {
      // The database is unavailable; the next check retries.
    }
    this.#scheduleDeadWorkerCheck()
  }
}

function queued({ organisationId, discussionId, owner = organisationId }: DiscussionJob) {
  return { key: discussionId, data: { organisationId, discussionId, owner }, group: { id: owner } }
}
