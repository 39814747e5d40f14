import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, inject, onTestFinished } from "vitest"
import { openStorage, type StorageLocation } from "../../src/main/open-storage.ts"
import { systemClock } from "../../src/main/system-ports.ts"
import type { Clock } from "../../src/ports/clock.ts"
import type { Storage } from "../../src/ports/storage.ts"
import type { PostgresStorage } from "../../src/stores/postgres/open-postgres.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { sqliteSql } from "../../src/stores/sqlite/sqlite-sql.ts"
import { freshDatabase } from "./postgres.ts"

export interface TestDatabase {
  readonly kind: "SQLite" | "PostgreSQL"
  readonly storage: Storage
  /** A statement past every store, as somebody at the database's own prompt would write it. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test asks for
  query(text: string, values?: readonly unknown[]): Promise<any[]>
}

/** Every kind of database there is, new and empty, by its name. */
export const locations = {
  SQLite: async (): Promise<StorageLocation> => ({ data: "memory" }),
  PostgreSQL: async (): Promise<StorageLocation> => ({ url: await freshDatabase(inject("postgresUrl")) }),
} as const

/** The same for several processes: a folder in place of memory. */
export const sharedLocations = {
  SQLite: async (): Promise<StorageLocation> => {
    const data = await mkdtemp(join(tmpdir(), "conclave-data-"))
    onTestFinished(() => rm(data, { recursive: true, force: true }))
    return { data }
  },
  PostgreSQL: locations.PostgreSQL,
} as const

/** Both databases, empty but for the schema, one each for a test file. */
export const databases: readonly { readonly name: string; readonly open: () => Promise<TestDatabase> }[] = [
  { name: "SQLite", open: once(async () => openTest(await locations.SQLite())) },
  { name: "PostgreSQL", open: once(async () => openTest(await locations.PostgreSQL())) },
]

export async function openTest(location: StorageLocation, clock: Clock = systemClock): Promise<TestDatabase> {
  const onError = (error: unknown) => {
    throw error
  }
  const storage = await openStorage(location, { clock, onError })
  if ("url" in location) {
    const { pool } = (storage as PostgresStorage).database
    const query = async (text: string, values: readonly unknown[] = []) => (await pool.query(text, [...values])).rows
    return { kind: "PostgreSQL", storage, query }
  }
  const sql = sqliteSql((storage as SqliteStorage).database)
  const query = async (text: string, values: readonly unknown[] = []) => [
    ...(await sql.run(undefined, [{ text, values }]))[0]!,
  ]
  return { kind: "SQLite", storage, query }
}

function once(open: () => Promise<TestDatabase>): () => Promise<TestDatabase> {
  let opened: Promise<TestDatabase> | undefined
  afterAll(async () => {
    await (await opened)?.storage.close()
  })
  return () => {
    opened ??= open()
    return opened
  }
}

export async function newOrganisation({ query }: TestDatabase): Promise<string> {
  const id = randomUUID()
  await query("INSERT INTO organisations (id, name) VALUES ($1, 'Test')", [id])
  return id
}
