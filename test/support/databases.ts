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
  /** Runs a statement directly, bypassing the stores. */
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the rows of its query
  query(text: string, values?: readonly unknown[]): Promise<any[]>
}

/** Every kind of database, new and empty, by name. */
export const locations = {
  SQLite: async (): Promise<StorageLocation> => ({ data: "memory" }),
  PostgreSQL: async (): Promise<StorageLocation> => ({ url: await freshDatabase(inject("postgresUrl")) }),
} as const

/** The same for several processes: with a folder instead of memory. */
export const sharedLocations = {
  SQLite: async (): Promise<StorageLocation> => {
    const data = await mkdtemp(join(tmpdir(), "conclave-data-"))
    onTestFinished(() => rm(data, { recursive: true, force: true }))
    return { data }
  },
  PostgreSQL: locations.PostgreSQL,
} as const

/** Both databases with an empty schema, opened on first use and closed after the tests of the calling file. */
export function testDatabases(): readonly { readonly name: string; readonly open: () => Promise<TestDatabase> }[] {
  return [
    { name: "SQLite", open: once(async () => openTest(await locations.SQLite())) },
    { name: "PostgreSQL", open: once(async () => openTest(await locations.PostgreSQL())) },
  ]
}

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
