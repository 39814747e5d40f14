import type { Claim, Claims } from "../../jobs/job-worker.ts"
import type { Connection } from "../connection.ts"
import type { SqliteDatabase } from "../sqlite-database.ts"
import { timestamp } from "../time.ts"

interface ClaimRow {
  readonly id: number
  readonly claims: number
  readonly data: string
}

/** A waiting job becomes due earlier; a claimed one stays as it is. */
const addText = `
INSERT INTO running_jobs (queue, key, data, due_at) VALUES (?, ?, ?, ?)
ON CONFLICT (queue, key) DO UPDATE SET due_at = min(due_at, excluded.due_at), data = excluded.data WHERE claimed_by IS NULL`
/** Jobs that wait for no particular time are always due, even if the clock was set back. */
const isDue = (now: string) => `(due_at <= ${now} OR data ->> 'waits' IS NULL)`
const waitingText = `SELECT id FROM running_jobs WHERE queue = ? AND claimed_by IS NULL AND ${isDue("?")}`
const claimText = `
UPDATE running_jobs SET claimed_by = ?, claims = claims + 1
WHERE id IN (${waitingText} ORDER BY due_at, id LIMIT ?) RETURNING id, claims, data`
const owner = "data ->> 'owner'"
/** The first jobs of each owner that has fewer than `perOwner` claimed. */
const fairClaimText = `
UPDATE running_jobs SET claimed_by = ?1, claims = claims + 1 WHERE id IN (
  SELECT id FROM (
    SELECT id, due_at, row_number() OVER (PARTITION BY ${owner} ORDER BY due_at, id) + coalesce(busy.jobs, 0) AS place
    FROM running_jobs LEFT JOIN (
      SELECT ${owner} AS busy_owner, count(*) AS jobs FROM running_jobs
      WHERE queue = ?2 AND claimed_by IS NOT NULL GROUP BY 1
    ) AS busy ON busy.busy_owner IS ${owner}
    WHERE queue = ?2 AND claimed_by IS NULL AND ${isDue("?3")}
  ) WHERE place <= ?5 ORDER BY due_at, id LIMIT ?4
) RETURNING id, claims, data`
const mine = "id = ? AND claims = ? AND claimed_by = ?"

/** A power loss may undo a claim, which is harmless: it also ends the process that claimed. */
const notDurable = { durable: false }

/** Jobs of one queue, at most one per key, each claimed by one process at a time. */
export class JobTable<Data extends object> implements Claims<Data, void> {
  readonly #database: SqliteDatabase
  readonly #queue: string

  constructor(database: SqliteDatabase, queue: string) {
    this.#database = database
    this.#queue = queue
  }

  /** A statement that adds a job, to run in the caller's transaction. Does nothing if the key's job is claimed. */
  statementToAdd(key: string, data: Data): { readonly text: string; readonly values: readonly string[] } {
    return { text: addText, values: [this.#queue, key, JSON.stringify(data), timestamp()] }
  }

  /** Number of unclaimed jobs that were due at the given time. */
  async countWaiting(since: string): Promise<number> {
    const text = waitingText.replace("id", "count(*) AS jobs")
    return this.#database.read((sql) => sql.row<{ jobs: number }>(text, this.#queue, since)!.jobs)
  }

  async claim(atMost: number, perOwner?: number): Promise<readonly Claim<Data>[]> {
    const { processId } = this.#database
    const due = [this.#queue, timestamp()]
    // Usually there is nothing to claim, and a read is enough.
    if (!(await this.#database.read((sql) => sql.row(`${waitingText} LIMIT 1`, ...due)))) return []
    const claimed = await this.#database.write(
      (sql) =>
        perOwner === undefined
          ? sql.rows<ClaimRow>(claimText, processId, ...due, atMost)
          : sql.rows<ClaimRow>(fairClaimText, processId, ...due, atMost, perOwner),
      notDurable,
    )
    return claimed.map(({ id, claims, data }) => ({ id: String(id), retryCount: claims, data: JSON.parse(data) }))
  }

  /** Claims are renewed by the process's heartbeat; some may be lost, since it seemed dead to another. */
  async renew(claims: readonly Claim<Data>[]): Promise<readonly Claim<Data>[]> {
    const text = `SELECT 1 FROM running_jobs WHERE ${mine}`
    return this.#database.read((sql) => claims.filter((claim) => !sql.row(text, ...this.#mine(claim))))
  }

  /** Makes the job available to any process at once. */
  async release(claim: Claim<Data>): Promise<void> {
    await this.#database.write((sql) => this.again(sql, claim), notDurable)
  }

  /** Schedules the job again, for a given time or at once. */
  again(sql: Connection, claim: Claim<Data>, at?: string): void {
    const data = at === undefined ? "json_remove(data, '$.waits')" : "json_set(data, '$.waits', 1)"
    const text = `UPDATE running_jobs SET claimed_by = NULL, due_at = ?, data = ${data} WHERE ${mine}`
    sql.run(text, at ?? timestamp(), ...this.#mine(claim))
  }

  async settle(claim: Claim<Data>): Promise<void> {
    await this.#database.write((sql) => this.done(sql, claim))
  }

  done(sql: Connection, claim: Claim<Data>): void {
    sql.run(`DELETE FROM running_jobs WHERE ${mine}`, ...this.#mine(claim))
  }

  #mine({ id, retryCount }: Claim<Data>): [number, number, string] {
    return [Number(id), retryCount, this.#database.processId]
  }
}
