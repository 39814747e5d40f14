import { randomUUID } from "node:crypto"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import type { DiscussionStore } from "../../src/ports/discussion-store.ts"
import { localOrganisationId } from "../../src/ports/key-store.ts"
import { openDatabase } from "../../src/stores/postgres/database.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { openTest, sharedLocations } from "../support/databases.ts"
import { startPostgres } from "../support/postgres.ts"

test("SQLite writes as much for the thousandth turn as for the first [data.constant-cost]", async () => {
  const location = await sharedLocations.SQLite()
  const opened = await openTest(location)
  const { database } = opened.storage as SqliteStorage
  // Without checkpoints the length of the log is what was written.
  await database.read((sql) => sql.script("PRAGMA wal_autocheckpoint = 0"))
  const log = join("data" in location ? location.data : "", "conclave.db-wal")
  const store = opened.storage.organisation(localOrganisationId).discussions
  await check(store, { position: async () => (await stat(log)).size, checkpoint: async () => {} })
  await opened.storage.close()
})

// A separate server, since PostgreSQL counts written bytes for the whole server.
test("PostgreSQL writes as much for the thousandth turn as for the first [data.constant-cost]", async () => {
  const server = await startPostgres("fsync=off", "autovacuum=off")
  const database = await openDatabase(server.url)
  const { pool } = database
  await check(new PostgresDiscussionStore({ database, organisationId: localOrganisationId }), {
    async position() {
      const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
      return Number(rows[0].bytes)
    },
    checkpoint: () => pool.query("CHECKPOINT"),
  })
  await database.close()
  await server.stop()
})

interface Log {
  position(): Promise<number>
  checkpoint(): Promise<unknown>
}

async function check(store: DiscussionStore, { position, checkpoint }: Log): Promise<void> {
  const id = randomUUID()
  const written = async (from: number, to: number) => {
    const before = await position()
    for (let seq = from; seq < to; seq++) await store.append(id, [turn(seq)])
    return ((await position()) - before) / (to - from)
  }
  await written(1, 50)
  await checkpoint()
  const early = await written(50, 150)
  await store.append(
    id,
    Array.from({ length: 850 }, (_, index) => turn(150 + index)),
  )
  await checkpoint()
  const late = await written(1_000, 1_100)
  expect(late / early).toBeLessThan(1.25)
  expect(early / late).toBeLessThan(1.25)
}

const noTokens = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

function turn(seq: number): DiscussionEvent {
  const content = "twenty letters long ".repeat(40)
  const base = { id: `t${seq}`, seat: "ada", roundNumber: 1, purpose: "turn", passed: false } as const
  const took = { timestamp: seq, durationMs: 1, attempt: 1, tokenUsage: noTokens, finishReason: "stop" } as const
  return { type: "turn_completed", data: { turn: { ...base, ...took, content } }, seq, at: 1_700_000_000_000 + seq }
}
