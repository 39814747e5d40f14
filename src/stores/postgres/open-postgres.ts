import type { Clock } from "../../ports/clock.ts"
import type { OrganisationStorage, Storage } from "../../ports/storage.ts"
import { memoized } from "../lazy-store.ts"
import { prune } from "../sql/delete-discussions.ts"
import { SqlAgentStore } from "../sql/sql-agent-store.ts"
import { SqlDiscussionList } from "../sql/sql-discussion-list.ts"
import { SqlIdempotencyStore } from "../sql/sql-idempotency-store.ts"
import { SqlKeyStore } from "../sql/sql-key-store.ts"
import { SqlProjectStore } from "../sql/sql-project-store.ts"
import { SqlWebhookOutbox } from "../sql/sql-webhook-outbox.ts"
import { SqlWebhookStore } from "../sql/sql-webhook-store.ts"
import { type Database, openDatabase } from "./database.ts"
import { JobQueues } from "./jobs/job-queue.ts"
import { backupRows, restoreRows } from "./maintenance/copy-rows.ts"
import { rebuildProjections } from "./maintenance/rebuild-projections.ts"
import { checkSchema, withMigrationLock } from "./migrate.ts"
import { PostgresDiscussionStore } from "./postgres-discussion-store.ts"
import { postgresSql } from "./postgres-sql.ts"
import { DurableRuns } from "./running/durable-runs.ts"
import { PostgresLiveExchange } from "./running/postgres-live-exchange.ts"
import { hasActiveWorkers } from "./running/process-registry.ts"
import { squadChannel } from "./schema/squad-functions.ts"
import { PostgresSpendLedger } from "./spend/postgres-spend-ledger.ts"
import { openMemberAnswers } from "./squad/postgres-member-answers.ts"
import { PostgresSquadStore, timeOutPrompts } from "./squad/postgres-squad-store.ts"
import { textIndexer } from "./text-indexer.ts"

export interface PostgresStorage extends Storage {
  readonly database: Database
}

interface Options {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Deletes live text of processes that died before they could delete it. */
const staleWordsText = `
DELETE FROM running.words w WHERE at < now() - interval '1 hour' OR (at < now() - interval '1 minute'
  AND NOT EXISTS (SELECT FROM running.runs r WHERE r.discussion_id = w.discussion_id))`

/** Opens the stores on a PostgreSQL database. */
export async function openPostgres(url: string, options: Options): Promise<PostgresStorage> {
  const database = await openDatabase(url)
  try {
    return await openOn(database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openOn(database: Database, { clock, onError }: Options): Promise<PostgresStorage> {
  const { pool } = database
  const texts = textIndexer(database, clock)
  const sql = postgresSql(database)
  // pg-boss creates its own schema, which may fail if two processes do it at once.
  const { jobs, runs, memberAnswers } = await withMigrationLock(pool, async () => {
    const queues = await JobQueues.open({ pool, onError })
    return {
      jobs: queues,
      runs: await DurableRuns.open(database, queues, clock),
      memberAnswers: await openMemberAnswers(database, queues),
    }
  })
  const idempotency = new SqlIdempotencyStore(sql)
  const stores: PostgresDiscussionStore[] = []
  const live = await PostgresLiveExchange.open(database, (discussionId, seq) => {
    for (const store of stores) store.notifyWatchers(discussionId, seq)
  })

  const openOrganisation = (organisationId: string): OrganisationStorage => {
    const discussions = new PostgresDiscussionStore({
      database,
      organisationId,
      statementToEnqueue: (jobs) => runs.statementToEnqueue(jobs),
      onEnqueued: () => runs.notifyWorkers(),
      onTurnsCommitted: () => texts.schedule(),
    })
    stores.push(discussions)
    return {
      discussions,
      list: new SqlDiscussionList(sql, organisationId),
      agents: new SqlAgentStore(sql, organisationId),
      projects: new SqlProjectStore(sql, organisationId),
      squad: new PostgresSquadStore(database, organisationId, memberAnswers),
      webhooks: new SqlWebhookStore(sql, organisationId),
    }
  }

  return {
    database,
    keys: new SqlKeyStore(sql),
    spend: new PostgresSpendLedger(database, clock),
    idempotency,
    outbox: new SqlWebhookOutbox(sql, (onChange) => {
      const listening = database.listen(squadChannel, () => onChange())
      // Without the notification, webhooks are only late: their sender also polls.
      listening.catch(onError)
      return () => void listening.then((stop) => stop()).catch(() => {})
    }),
    runs,
    memberAnswers,
    live,
    organisation: memoized(openOrganisation),
    maintenance: {
      timeOutPrompts: () => timeOutPrompts(database),
      async dropOld() {
        await idempotency.dropOld()
        await pool.query(staleWordsText)
        await runs.deleteOldSuspects()
      },
      backup: () => backupRows(database),
      restore: (rows) => restoreRows(database, rows),
      prune: (options) => prune(sql, options),
      rebuildProjections: (options) => rebuildProjections(database, options),
    },
    async describe() {
      const text = "SELECT version() AS version, (SELECT count(*) FROM discussions) AS discussions"
      const { rows } = await pool.query<{ version: string; discussions: number }>(text)
      return `server, ${rows[0]!.version.split(" on ")[0]}; discussions: ${rows[0]!.discussions}`
    },
    check: () => checkSchema(pool),
    checkWrites: async () => database.writeHealth.check(),
    hasWorkers: () => hasActiveWorkers(database),
    setAddress: async () => {},
    serverAddress: async () => undefined,
    async close() {
      await live.close()
      texts.stop()
      await jobs.close()
      await database.close()
    },
  }
}
