import { systemClock } from "../src/main/system-ports.ts"
import type { Database } from "../src/stores/postgres/database.ts"
import { openPostgres, type PostgresStorage } from "../src/stores/postgres/open-postgres.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { type Measured, measure, median, round } from "./measure.ts"
import { measureConcurrency } from "./storage-concurrency.ts"
import { turnWriter, words } from "./storage-writers.ts"

/** A transaction that inserts one row with the same text: BEGIN, INSERT with a named statement, COMMIT. */
async function bareTransaction({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  await client.query("BEGIN")
  await client.query({ name: "bare", text: "INSERT INTO bare (content) VALUES ($1)", values: [words] })
  await client.query("COMMIT")
  client.release()
}

/** The minimum: the same INSERT with autocommit, in one round trip. */
async function bareStatement({ pool }: Database): Promise<void> {
  await pool.query({ name: "bare", text: "INSERT INTO bare (content) VALUES ($1)", values: [words] })
}

async function walPosition({ pool }: Database): Promise<number> {
  const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0].bytes)
}

async function measureTurnCost(name: string, storage: PostgresStorage): Promise<void> {
  const { database } = storage
  await database.pool.query(
    "CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content text NOT NULL)",
  )
  const writers = {
    "bare statement": () => bareStatement(database),
    "bare transaction": () => bareTransaction(database),
    "a turn": turnWriter(storage),
  }
  const times = 200
  const found = new Map<string, (Measured & { wal: number })[]>()
  for (const write of Object.values(writers)) await measure(times, write)
  // Interleaved, so that other load affects all alike.
  for (let repeat = 0; repeat < 9; repeat++) {
    for (const [what, write] of Object.entries(writers)) {
      const before = await walPosition(database)
      const measured = await measure(times, write)
      const wal = (await walPosition(database)) - before
      found.set(what, [...(found.get(what) ?? []), { ...measured, wal }])
    }
  }
  const middle = (what: string, of: "cpuMs" | "wallMs" | "wal") =>
    median(found.get(what)!.map((one) => one[of])) / times
  console.log(`${name}: one commit, median of 9 × ${times} (budget per turn: 1.5 times a bare transaction, 1 CPU ms)`)
  console.table(
    Object.keys(writers).map((what) => ({
      what,
      "wall ms": round(middle(what, "wallMs"), 3),
      "times bare transaction": round(middle(what, "wallMs") / middle("bare transaction", "wallMs"), 2),
      "CPU ms of this process": round(middle(what, "cpuMs"), 3),
      "WAL bytes": Math.round(middle(what, "wal")),
    })),
  )
}

/** Bytes written per turn, early and late in one discussion. */
async function measureWalGrowth(name: string, storage: PostgresStorage): Promise<void> {
  const { database } = storage
  const write = turnWriter(storage)
  const per = async (turns: number) => {
    const before = await walPosition(database)
    for (let turn = 0; turn < turns; turn++) await write()
    return ((await walPosition(database)) - before) / turns
  }
  await database.pool.query("CHECKPOINT")
  const first = await per(100)
  const middle = await per(400)
  await database.pool.query("CHECKPOINT")
  await per(400)
  await database.pool.query("CHECKPOINT")
  const last = await per(100)
  console.log(
    `${name}: WAL bytes per turn ${Math.round(first)} in turns 1-100, ${Math.round(middle)} in 101-500, ${Math.round(last)} in 901-1,000: ${round(last / first, 2)} times (budget: 3,000 and constant)`,
  )
}

export async function main(): Promise<void> {
  const server = await startPostgres()
  try {
    const storage = await openPostgres(server.url, { clock: systemClock, onError: console.error })
    await measureTurnCost("PostgreSQL", storage)
    await measureWalGrowth("PostgreSQL", storage)
    await measureConcurrency(storage)
    await storage.close()
  } finally {
    await server.stop()
  }
}
