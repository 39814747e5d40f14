import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import type { DiscussionEvent } from "../../src/core/discussion/event.ts"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { PostgresDiscussionStore } from "../../src/stores/postgres/postgres-discussion-store.ts"
import { newOrganisation } from "../support/databases.ts"
import { startPostgres } from "../support/postgres.ts"

test("PGlite writes as much for the thousandth turn as for the first [data.constant-cost]", async () => {
  await check(await openDatabase({ data: "memory" }))
})

// A server of its own: what is written is counted for the whole server.
test("PostgreSQL writes as much for the thousandth turn as for the first [data.constant-cost]", async () => {
  const server = await startPostgres("fsync=off", "autovacuum=off")
  await check(await openDatabase({ url: server.url }))
  await server.stop()
})

async function check(database: Database): Promise<void> {
  const store = new PostgresDiscussionStore({ database, organisationId: await newOrganisation(database) })
  const id = randomUUID()
  const written = async (from: number, to: number) => {
    const before = await position(database)
    for (let seq = from; seq < to; seq++) await store.append(id, [turn(seq)])
    return ((await position(database)) - before) / (to - from)
  }
  await written(1, 50)
  await database.pool.query("CHECKPOINT")
  const early = await written(50, 150)
  await store.append(
    id,
    Array.from({ length: 850 }, (_, index) => turn(150 + index)),
  )
  await database.pool.query("CHECKPOINT")
  const late = await written(1_000, 1_100)
  expect(late / early).toBeLessThan(1.25)
  expect(early / late).toBeLessThan(1.25)
  await database.close()
}

const noTokens = { promptTokens: 0, cachedTokens: 0, completionTokens: 0 }

function turn(seq: number): DiscussionEvent {
  const content = "twenty letters long ".repeat(40)
  const base = { id: `t${seq}`, seat: "ada", roundNumber: 1, purpose: "turn", passed: false } as const
  const took = { timestamp: seq, durationMs: 1, attempt: 1, tokenUsage: noTokens, finishReason: "stop" } as const
  return { type: "turn_completed", data: { turn: { ...base, ...took, content } }, seq, at: 1_700_000_000_000 + seq }
}

async function position({ pool }: Database): Promise<number> {
  const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0].bytes)
}
