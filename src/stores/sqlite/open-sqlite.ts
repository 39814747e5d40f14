import { ConclaveError } from "../../core/errors.ts"
import type { Clock } from "../../ports/clock.ts"
import type { OrganisationStorage, Storage } from "../../ports/storage.ts"
import { memoized } from "../memoized.ts"
import { SqlAgentStore } from "../sql/sql-agent-store.ts"
import { SqlDiscussionList } from "../sql/sql-discussion-list.ts"
import { SqlIdempotencyStore } from "../sql/sql-idempotency-store.ts"
import { SqlKeyStore } from "../sql/sql-key-store.ts"
import { SqlProjectStore } from "../sql/sql-project-store.ts"
import { SqlWebhookStore } from "../sql/sql-webhook-store.ts"
import { isUuid } from "../uuid.ts"
import { SqliteDiscussionStore } from "./discussions/sqlite-discussion-store.ts"
import { backupRows } from "./maintenance/backup.ts"
import { prune } from "./maintenance/prune.ts"
import { rebuildProjections } from "./maintenance/rebuild-projections.ts"
import { restoreRows } from "./maintenance/restore.ts"
import { Processes } from "./running/processes.ts"
import { SqliteExchange } from "./running/sqlite-exchange.ts"
import { SqliteRuns } from "./running/sqlite-runs.ts"
import { deleteOldSuspects } from "./running/suspect-runs.ts"
import { SqliteDatabase } from "./sqlite-database.ts"
import { SqliteSpendLedger } from "./sqlite-spend-ledger.ts"
import { sqliteSql } from "./sqlite-sql.ts"
import { SqliteWebhookOutbox } from "./sqlite-webhook-outbox.ts"
import { SqliteMemberAnswers } from "./squad/sqlite-member-answers.ts"
import { SqliteSquadStore, timeOutPrompts } from "./squad/sqlite-squad-store.ts"
import { SquadChanges } from "./squad/squad-changes.ts"
import { timeText } from "./time.ts"

export interface SqliteStorage extends Storage {
  readonly database: SqliteDatabase
}

const wordsKeptMs = 3_600_000
/** Where nobody runs the discussion any more. */
const idleWordsKeptMs = 60_000
const staleWordsText = `
DELETE FROM running_words WHERE at < ? OR (at < ? AND discussion_id NOT IN (
  SELECT key FROM running_jobs WHERE queue = 'discussions' AND claimed_by IS NOT NULL))`

/** The database in a data folder, or one in `memory`, which is forgotten with the process. */
export function openSqlite(data: string, clock: Clock): SqliteStorage {
  const database = SqliteDatabase.open(data)
  const sql = sqliteSql(database)
  const processes = new Processes(database, clock)
  const changes = new SquadChanges(database)
  const runs = new SqliteRuns(database, processes, clock)
  const memberAnswers = new SqliteMemberAnswers(database, processes)
  const live = new SqliteExchange(database, processes)
  const idempotency = new SqlIdempotencyStore(sql)

  const openOrganisation = (organisationId: string): OrganisationStorage => {
    if (!isUuid(organisationId)) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
    return {
      discussions: new SqliteDiscussionStore({
        database,
        organisationId,
        enqueue: (connection, job) => runs.enqueue(connection, job),
        onEnqueued: () => runs.wake(),
        onAnnounced: () => changes.wakeOutbox(),
      }),
      list: new SqlDiscussionList(sql, organisationId),
      agents: new SqlAgentStore(sql, organisationId),
      projects: new SqlProjectStore(sql, organisationId),
      squad: new SqliteSquadStore({
        database,
        organisationId,
        changes,
        onPosted: (connection, promptId) => memberAnswers.enqueue(connection, organisationId, promptId),
      }),
      webhooks: new SqlWebhookStore(sql, organisationId),
    }
  }

  return {
    database,
    keys: new SqlKeyStore(sql),
    spend: new SqliteSpendLedger(database),
    idempotency,
    outbox: new SqliteWebhookOutbox(database, changes),
    runs,
    memberAnswers,
    live,
    organisation: memoized(openOrganisation),
    maintenance: {
      timeOutPrompts: () => database.write(timeOutPrompts),
      async dropOld() {
        await idempotency.dropOld()
        await deleteOldSuspects(database)
        const [longAgo, before] = [wordsKeptMs, idleWordsKeptMs].map((ms) => timeText(clock.now() - ms))
        await database.write((connection) => connection.run(staleWordsText, longAgo!, before!))
      },
      backup: () => database.snapshot(backupRows),
      restore: (rows) => database.exclusively((connection) => restoreRows(connection, rows)),
      prune: (options) => prune(database, options),
      rebuildProjections: (options) => rebuildProjections(database, options),
    },
    async describe() {
      const text = "SELECT count(*) AS discussions FROM discussions"
      const { discussions } = (await database.read((connection) => connection.row<{ discussions: number }>(text)))!
      return `${database.path ?? "in memory"}, SQLite ${process.versions.sqlite}; discussions: ${discussions}`
    },
    check: async () => void (await database.read((connection) => connection.row("SELECT 1 FROM organisations"))),
    checkWrites: async () => database.writeHealth.check(),
    hasWorkers: async () => (await processes.alive()).some(({ workers }) => workers > 0),
    setAddress: (address) => processes.join({ address }),
    serverAddress: async () => (await processes.alive()).find(({ address }) => address !== null)?.address ?? undefined,
    async close() {
      await live.close()
      await processes.leave()
      await database.close()
    },
  }
}
