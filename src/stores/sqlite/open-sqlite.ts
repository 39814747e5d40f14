import { ConclaveError } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { Clock } from "../../ports/clock.ts"
import type { SquadStore } from "../../ports/squad-store.ts"
import type { OrganisationStorage, Storage } from "../../ports/storage.ts"
import { lazyStore, memoized } from "../lazy-store.ts"
import { SqlIdempotencyStore } from "../sql/sql-idempotency-store.ts"
import { SqlWebhookOutbox } from "../sql/sql-webhook-outbox.ts"
import { SqliteDiscussionStore } from "./discussions/sqlite-discussion-store.ts"
import { Processes } from "./running/processes.ts"
import { SqliteExchange } from "./running/sqlite-exchange.ts"
import { SqliteRuns } from "./running/sqlite-runs.ts"
import { SqliteDatabase } from "./sqlite-database.ts"
import { SqliteSpendLedger } from "./sqlite-spend-ledger.ts"
import { sqliteSql } from "./sqlite-sql.ts"
import { sqliteMemberAnswers } from "./squad/sqlite-member-answers.ts"
import { SquadChanges } from "./squad/squad-changes.ts"
import { timeText } from "./time.ts"

export interface SqliteStorage extends Storage {
  readonly database: SqliteDatabase
}

const wordsKeptMs = 3_600_000
/** For discussions that no process runs any more. */
const idleWordsKeptMs = 60_000
const staleWordsText = `
DELETE FROM running_words WHERE at < ? OR (at < ? AND discussion_id NOT IN (
  SELECT key FROM running_jobs WHERE queue = 'discussions' AND claimed_by IS NOT NULL))`

/** Opens the database in a data folder, or a temporary one for `memory`. */
export function openSqlite(data: string, clock: Clock): SqliteStorage {
  const database = new SqliteDatabase(data)
  const sql = sqliteSql(database)
  const processes = new Processes(database, clock)
  const changes = new SquadChanges(database)
  const runs = new SqliteRuns({ database, sql, processes, clock })
  const memberAnswers = sqliteMemberAnswers(database, processes)
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
      list: lazyStore(async () => {
        const { SqlDiscussionList } = await import("../sql/sql-discussion-list.ts")
        return new SqlDiscussionList(sql, organisationId)
      }),
      agents: lazyStore(async () => {
        const { SqlAgentStore } = await import("../sql/sql-agent-store.ts")
        return new SqlAgentStore(sql, organisationId)
      }),
      projects: lazyStore(async () => {
        const { SqlProjectStore } = await import("../sql/sql-project-store.ts")
        return new SqlProjectStore(sql, organisationId)
      }),
      squad: lazyStore<SquadStore, "watch" | "watchChat">(
        async () => {
          const { SqliteSquadStore } = await import("./squad/sqlite-squad-store.ts")
          return new SqliteSquadStore({ database, organisationId, changes, memberAnswers })
        },
        {
          watch: (_promptId, onChange) => changes.watch(organisationId, onChange),
          watchChat: (onChange) => changes.watch(organisationId, onChange),
        },
      ),
      webhooks: lazyStore(async () => {
        const { SqlWebhookStore } = await import("../sql/sql-webhook-store.ts")
        return new SqlWebhookStore(sql, organisationId)
      }),
    }
  }

  return {
    database,
    keys: lazyStore(async () => new (await import("../sql/sql-key-store.ts")).SqlKeyStore(sql)),
    spend: new SqliteSpendLedger(database, sql),
    idempotency,
    outbox: new SqlWebhookOutbox(sql, (onChange) => changes.watchAll(onChange)),
    runs,
    memberAnswers,
    live,
    organisation: memoized(openOrganisation),
    maintenance: {
      async timeOutPrompts() {
        const { timeOutPrompts } = await import("./squad/sqlite-squad-store.ts")
        return database.write(timeOutPrompts)
      },
      async dropOld() {
        await idempotency.dropOld()
        await runs.deleteOldSuspects()
        const [longAgo, before] = [wordsKeptMs, idleWordsKeptMs].map((ms) => timeText(clock.now() - ms))
        await database.write((connection) => connection.run(staleWordsText, longAgo!, before!))
      },
      async *backup() {
        const { backupRows } = await import("./maintenance/copy-rows.ts")
        yield* database.snapshot(backupRows)
      },
      async restore(rows) {
        const { restoreRows } = await import("./maintenance/copy-rows.ts")
        return database.exclusively((connection) => restoreRows(connection, rows))
      },
      prune: async (options) => (await import("../sql/delete-discussions.ts")).prune(sql, options),
      async rebuildProjections(options) {
        const { rebuildProjections } = await import("./maintenance/rebuild-projections.ts")
        return rebuildProjections(database, options)
      },
    },
    async describe() {
      const text = "SELECT count(*) AS discussions FROM discussions"
      const { discussions } = (await database.read((connection) => connection.row<{ discussions: number }>(text)))!
      return `${database.path ?? "in memory"}, SQLite ${process.versions.sqlite}; discussions: ${discussions}`
    },
    check: () =>
      database.read((connection) => {
        database.expectUsable()
        connection.row("SELECT 1 FROM organisations")
      }),
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
