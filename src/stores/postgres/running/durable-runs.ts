import type { ClientBase } from "pg"
import type { Clock } from "../../../ports/clock.ts"
import type { Database } from "../database.ts"
import { gathered } from "../jobs/gathered.ts"
import type { Claim, JobQueue, Jobs } from "../jobs/job-queue.ts"
import { type Claims, JobWorker, type LeaveSignals } from "../jobs/job-worker.ts"
import { inTransaction } from "../transaction.ts"
import { type DiscussionJob, missingProcesses, noteRuns, noteWorkers, takeOver } from "./take-over.ts"

interface Work {
  /** How many discussions run at once in this process. */
  readonly concurrency: number
  /** Runs a discussion to its next wait. */
  readonly run: (job: DiscussionJob, leave: LeaveSignals) => Promise<Left>
  /** Deals with a run that failed; throws where that is not possible now, and then it is run again later. */
  readonly onFailure: (job: DiscussionJob, error: unknown) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Where a run left its discussion. */
interface Left {
  /** The number of the last event it knew of. */
  readonly seq: number
  /** When it is to be run again although nobody says anything. */
  readonly wakeAt?: number
}

interface Ended {
  readonly claim: Claim<DiscussionJob>
  readonly left: Left
}

const lookForTheDeadEveryMs = 2_000
const tellAfterMs = 10
const wakeEveryMs = 1_000
const mostWakesAtOnce = 100
/** A run that was ended from outside has nothing to take in any more. */
const nothingMissed: Left = { seq: Number.MAX_SAFE_INTEGER }

/** Sees to it that discussions with something to do are run, by this process or another, whoever dies. */
export class DurableRuns implements Claims<DiscussionJob, Left> {
  readonly #database: Database
  readonly #queue: JobQueue<DiscussionJob>
  /** Discussions that wait for somebody, but not for ever. A queue of its own: what is said meanwhile must not wait. */
  readonly #wakes: JobQueue<DiscussionJob>
  readonly #clock: Clock
  #worker: JobWorker<DiscussionJob, Left> | undefined
  /** Processes that had no connection when last looked for; one that is still missing is dead. */
  #missing = new Set<string>()
  #cancelLook = () => {}
  #cancelWake = () => {}
  #waking: Promise<void> | undefined
  #stopped = false
  #isTelling = false
  #stopListening = async () => {}

  private constructor(
    database: Database,
    queues: { readonly runs: JobQueue<DiscussionJob>; readonly wakes: JobQueue<DiscussionJob> },
    clock: Clock,
  ) {
    this.#database = database
    this.#queue = queues.runs
    this.#wakes = queues.wakes
    this.#clock = clock
  }

  static async open(database: Database, jobs: Jobs, clock: Clock): Promise<DurableRuns> {
    const runs = await jobs.queue<DiscussionJob>("discussions")
    const wakes = await jobs.queue<DiscussionJob>("discussion-wakes")
    return new DurableRuns(database, { runs, wakes }, clock)
  }

  /** How many discussions this process runs now. */
  get size(): number {
    return this.#worker?.size ?? 0
  }

  /** Asks for a discussion to be run, in the transaction that gives it something to do. */
  async enqueue(transaction: ClientBase, organisationId: string, discussionId: string): Promise<void> {
    await this.#queue.add(transaction, discussionId, { organisationId, discussionId })
  }

  /**
   * There is something to run. Told once for many, and not in their transactions: commits that notify wait for one
   * another. Who misses it looks every second.
   */
  tellWorkers(): void {
    this.#worker?.nudge()
    if (this.#database.embedded || this.#isTelling) return
    this.#isTelling = true
    this.#clock.after(tellAfterMs, () => {
      this.#isTelling = false
      this.#database.pool.query("SELECT pg_notify('conclave_jobs', '')").catch(() => {})
    })
  }

  /** Has this process run discussions, beginning with those that a dead one left. */
  async work({ concurrency, run, onFailure, onError }: Work): Promise<void> {
    await takeOver(this.#database, this.#queue, await missingProcesses(this.#database))
    await noteWorkers(this.#database, concurrency)
    const work = async (job: DiscussionJob, leave: LeaveSignals) => {
      try {
        return await run(job, leave)
      } catch (error) {
        await onFailure(job, error)
        return nothingMissed
      }
    }
    const worker = new JobWorker({ claims: this, concurrency, work, onError, clock: this.#clock })
    this.#worker = worker
    this.#stopListening = await this.#database.listen("conclave_jobs", () => worker.nudge())
    if (!this.#database.embedded) this.#lookForTheDeadLater()
    this.#wakeLater()
  }

  /** Lets what is being said be said for as long as given, and hands the rest over. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true
    this.#cancelLook()
    this.#cancelWake()
    await this.#waking
    await this.#stopListening()
    await this.#worker?.stop(graceMs)
  }

  async claim(atMost: number): Promise<readonly Claim<DiscussionJob>[]> {
    const claims = await this.#queue.claim(atMost)
    const ids = claims.map(({ data }) => data.discussionId)
    if (ids.length > 0) await noteRuns(this.#database, ids)
    return claims
  }

  keep(claims: readonly Claim<DiscussionJob>[]): Promise<readonly Claim<DiscussionJob>[]> {
    return this.#queue.keep(claims)
  }

  release(claim: Claim<DiscussionJob>): Promise<void> {
    return this.#queue.release([claim])
  }

  settle(claim: Claim<DiscussionJob>, left: Left): Promise<void> {
    return this.#settle({ claim, left })
  }

  /** Whoever writes locks the discussion first, so nobody can write between the look and the end of the job. */
  readonly #settle = gathered<Ended>(async (ended) => {
    const ids = ended.map(({ claim }) => claim.data.discussionId)
    const missedSome = await inTransaction(this.#database.pool, "BEGIN", async (client) => {
      const look = "SELECT id, last_seq FROM discussions WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE"
      const { rows } = await client.query<{ id: string; last_seq: number }>(look, [ids])
      const lastSeq = new Map(rows.map(({ id, last_seq }) => [id, last_seq]))
      await this.#queue.done(
        client,
        ended.map(({ claim }) => claim),
      )
      const forget = "DELETE FROM running.runs WHERE discussion_id = ANY($1::uuid[]) AND process_id = $2"
      await client.query(forget, [ids, this.#database.processId])
      const missed = ended.filter(({ claim, left }) => (lastSeq.get(claim.data.discussionId) ?? 0) > left.seq)
      for (const { claim } of missed) {
        await this.enqueue(client, claim.data.organisationId, claim.data.discussionId)
      }
      for (const { claim, left } of ended) {
        if (left.wakeAt === undefined) continue
        await this.#wakes.add(client, claim.data.discussionId, claim.data, new Date(left.wakeAt))
      }
      return missed.length > 0
    })
    if (missedSome) this.tellWorkers()
  })

  #wakeLater(): void {
    if (this.#stopped) return
    this.#cancelWake = this.#clock.after(wakeEveryMs, () => {
      this.#waking = this.#wakeDue().finally(() => this.#wakeLater())
    })
  }

  /** Has those run whose wait is over; of several processes that look, each takes its own. */
  async #wakeDue(): Promise<void> {
    try {
      const woken = await inTransaction(this.#database.pool, "BEGIN", async (client) => {
        const due = await this.#wakes.take(client, mostWakesAtOnce)
        for (const { organisationId, discussionId } of due) await this.enqueue(client, organisationId, discussionId)
        return due.length
      })
      if (woken > 0) this.tellWorkers()
    } catch {
      // The database is away; there will be another look.
    }
  }

  #lookForTheDeadLater(): void {
    if (this.#stopped) return
    this.#cancelLook = this.#clock.after(lookForTheDeadEveryMs, () => void this.#lookForTheDead())
  }

  async #lookForTheDead(): Promise<void> {
    try {
      const missing = await missingProcesses(this.#database)
      const dead = missing.filter((id) => this.#missing.has(id))
      this.#missing = new Set(missing)
      await takeOver(this.#database, this.#queue, dead)
      if (dead.length > 0) this.#worker?.nudge()
    } catch {
      // The database is away; there will be another look.
    }
    this.#lookForTheDeadLater()
  }
}
