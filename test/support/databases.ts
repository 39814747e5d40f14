import { randomUUID } from "node:crypto"
import { afterAll, inject } from "vitest"
import { type Database, openDatabase } from "../../src/stores/postgres/database.ts"
import { freshDatabase } from "./postgres.ts"

/** Both databases, empty but for the schema, one each for a test file. */
export const databases: readonly { readonly name: string; readonly open: () => Promise<Database> }[] = [
  { name: "PGlite", open: once(() => openDatabase({ data: "memory" })) },
  { name: "PostgreSQL", open: once(async () => openDatabase({ url: await freshDatabase(inject("postgresUrl")) })) },
]

function once(open: () => Promise<Database>): () => Promise<Database> {
  let opened: Promise<Database> | undefined
  afterAll(async () => {
    await (await opened)?.close()
  })
  return () => {
    opened ??= open()
    return opened
  }
}

export async function newOrganisation(database: Database): Promise<string> {
  const id = randomUUID()
  await database.pool.query("INSERT INTO organisations (id, name) VALUES ($1, 'Test')", [id])
  return id
}
