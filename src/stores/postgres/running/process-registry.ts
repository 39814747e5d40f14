import type { DiscussionJob } from "../../../ports/jobs.ts"
import type { Database } from "../database.ts"
import type { JobQueue } from "../jobs/job-queue.ts"

/** Registers this process with its number of workers. */
export async function registerWorkers(database: Database, workers: number): Promise<void> {
  await database.pool.query(
    `INSERT INTO running.processes (id, workers) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET workers = EXCLUDED.workers`,
    [database.processId, workers],
  )
}

/** Whether any living process has workers. */
export async function hasActiveWorkers(database: Database): Promise<boolean> {
  const { rows } = await database.pool.query<{ works: boolean }>(
    `SELECT EXISTS (
       SELECT FROM running.processes p JOIN pg_stat_activity a ON a.application_name = 'conclave ' || p.id
       WHERE p.workers > 0
     ) AS works`,
  )
  return rows[0]?.works ?? false
}

/** Registers the discussions that this process runs. */
export async function recordRuns(database: Database, discussionIds: readonly string[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO running.runs (discussion_id, process_id) SELECT unnest($2::uuid[]), $1
     ON CONFLICT (discussion_id) DO UPDATE SET process_id = EXCLUDED.process_id`,
    [database.processId, discussionIds],
  )
}

/** Registered processes without a connection. */
export async function missingProcesses(database: Database): Promise<readonly string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT id FROM (SELECT process_id AS id FROM running.runs UNION SELECT id FROM running.processes) AS known
     WHERE id <> $1 AND NOT EXISTS (
       SELECT FROM pg_stat_activity WHERE application_name = 'conclave ' || known.id
     )`,
    [database.processId],
  )
  return rows.map(({ id }) => id)
}

/** Releases the jobs of a dead process and deletes its registration. */
export async function releaseRunsOf(
  database: Database,
  queue: JobQueue<DiscussionJob>,
  processIds: readonly string[],
): Promise<void> {
  if (processIds.length === 0) return
  // If several processes notice, only the one that deletes the row releases the job, which may be claimed again by
  // then.
  const { rows } = await database.pool.query<{ discussion_id: string }>(
    "DELETE FROM running.runs WHERE process_id = ANY($1::uuid[]) RETURNING discussion_id",
    [processIds],
  )
  const discussionIds = rows.map(({ discussion_id }) => discussion_id)
  // The next attempt starts its text from the beginning.
  await database.pool.query("DELETE FROM running.words WHERE discussion_id = ANY($1::uuid[])", [discussionIds])
  await queue.releaseKeys(discussionIds)
  await database.pool.query("DELETE FROM running.processes WHERE id = ANY($1::uuid[])", [processIds])
}
