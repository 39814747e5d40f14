import { randomUUID } from "node:crypto"
import { mkdtemp, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DiscussionEvent } from "conclave"
import { type Database, openDatabase } from "../src/stores/postgres/database.ts"
import { localOrganisation } from "../src/stores/postgres/organisation.ts"
import { PostgresDiscussionStore } from "../src/stores/postgres/postgres-discussion-store.ts"
import { startPostgres } from "../test/support/postgres.ts"
import { type Measured, measure, median, round } from "./measure.ts"
import { measureConcurrency } from "./storage-concurrency.ts"

const words = "twenty letters long ".repeat(40)

/** What the engine commits when a turn ends: the turn with its 800 characters, and the beginning of the next. */
function turnEvents(number: number): readonly DiscussionEvent[] {
  const at = 1_800_000_000_000 + number
  const [seat, next] = [`seat-${number % 3}`, `seat-${(number + 1) % 3}`]
  const turn = {
    id: `t${number}`,
    seat,
    roundNumber: 1 + Math.floor(number / 3),
    purpose: "turn",
    content: words,
  } as const
  const took = { passed: false, timestamp: at, durationMs: 2_000, attempt: 1, finishReason: "stop" } as const
  const tokenUsage = { promptTokens: 1_000, cachedTokens: 900, completionTokens: 200 }
  const modelId = "openai/gpt-5-mini"
  const started = {
    seat: next,
    name: next,
    modelId,
    roundNumber: turn.roundNumber,
    attempt: 1,
    purpose: "turn",
  } as const
  const seq = 2 * number
  return [
    { type: "turn_completed", data: { turn: { ...turn, ...took, tokenUsage, modelId } }, seq: seq - 1, at },
    { type: "turn_started", data: { ...started, turnId: `t${number + 1}` }, seq, at },
  ]
}

/** Writes turns into a discussion of their own, one commit a turn. */
function turnWriter(database: Database): () => Promise<void> {
  const store = new PostgresDiscussionStore({ database, organisationId: localOrganisation })
  const id = randomUUID()
  let number = 0
  return () => store.append(id, turnEvents(++number))
}

/** A transaction that inserts one row with the same text: BEGIN, INSERT by a named statement, COMMIT. */
async function bareTransaction({ pool }: Database): Promise<void> {
  const client = await pool.connect()
  await client.query("BEGIN")
  await client.query({ name: "bare", text: "INSERT INTO bare (content) VALUES ($1)", values: [words] })
  await client.query("COMMIT")
  client.release()
}

/** The least there is: the same INSERT that commits by itself, in one round trip. */
async function bareStatement({ pool }: Database): Promise<void> {
  await pool.query({ name: "bare", text: "INSERT INTO bare (content) VALUES ($1)", values: [words] })
}

async function walPosition({ pool }: Database): Promise<number> {
  const { rows } = await pool.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
  return Number(rows[0].bytes)
}

async function measureTurnCost(name: string, database: Database): Promise<void> {
  await database.pool.query(
    "CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, content text NOT NULL)",
  )
  const writers = {
    "bare statement": () => bareStatement(database),
    "bare transaction": () => bareTransaction(database),
    "a turn": turnWriter(database),
  }
  const times = 200
  const found = new Map<string, (Measured & { wal: number })[]>()
  for (const write of Object.values(writers)) await measure(times, write)
  // By turns, so that what else the machine does falls on all alike.
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
  console.log(
    `${name}: one commit, median of 9 × ${times} (budget: a turn at most 1.5 times a bare transaction, 1 CPU ms)`,
  )
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
async function measureWalGrowth(name: string, database: Database): Promise<void> {
  const write = turnWriter(database)
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

/** Opening a folder for the first time, with and without the packed database, and again. */
async function measureStarts(): Promise<void> {
  const embedded = join(import.meta.dirname, "../src/stores/postgres/embedded")
  const timed = async (data: string) => {
    const begin = performance.now()
    const database = await openDatabase({ data })
    const ms = performance.now() - begin
    await database.close()
    return Math.round(ms)
  }
  const { globSync } = await import("node:fs")
  const packed = globSync(join(embedded, "initial-data-*.tar.br"))
  const rows: Record<string, number>[] = []
  for (let times = 0; times < 3; times++) {
    const folders = [await mkdtemp(join(tmpdir(), "conclave-")), await mkdtemp(join(tmpdir(), "conclave-"))] as const
    const first = await timed(folders[0])
    const again = await timed(folders[0])
    for (const file of packed) await rename(file, `${file}.aside`)
    const unpacked = await timed(folders[1]).finally(async () => {
      for (const file of packed) await rename(`${file}.aside`, file)
    })
    rows.push({ "first start, ms": first, "again, ms": again, "first start without the packed database, ms": unpacked })
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  }
  console.log("opening the embedded database (budget: 3,000 ms for the first start)")
  console.table(rows)
}

export async function main(): Promise<void> {
  await measureStarts()
  const folder = await mkdtemp(join(tmpdir(), "conclave-"))
  const server = await startPostgres()
  try {
    for (const [name, location] of [
      ["embedded", { data: folder }],
      ["PostgreSQL", { url: server.url }],
    ] as const) {
      const database = await openDatabase(location)
      await measureTurnCost(name, database)
      await measureWalGrowth(name, database)
      if (!database.embedded) await measureConcurrency(database)
      await database.close()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
