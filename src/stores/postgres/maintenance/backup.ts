import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { PoolClient } from "pg"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { migrations } from "../migrations/index.ts"
import { inTransaction } from "../transaction.ts"
import { tablesInOrder } from "./table-order.ts"

/** The first line of a backup. */
export interface BackupHeader {
  readonly conclave: "backup"
  readonly version: 1
  readonly migrations: readonly string[]
}

const rowsAtOnce = 200

/**
 * Writes all rows of all organisations, as they were at one moment, as gzipped lines of JSON: a header, rows in the order
 * in which they can be put back, and a last line that says how many, so that a cut file is noticed.
 * Memory does not grow with the database. The embedded database does nothing else meanwhile.
 */
export async function backup(database: Database, target: Writable): Promise<void> {
  const snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
  try {
    await inTransaction(database.pool, snapshot, (client) =>
      pipeline(Readable.from(lines(client)), createGzip(), target),
    )
  } catch (error) {
    throw databaseError(error)
  }
}

async function* lines(client: PoolClient): AsyncGenerator<string> {
  const header: BackupHeader = { conclave: "backup", version: 1, migrations: Object.keys(migrations) }
  yield `${JSON.stringify(header)}\n`
  let count = 0
  for (const { name } of await tablesInOrder(client)) {
    await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM public.${name} t`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM copied`)
      if (rows.length === 0) break
      count += rows.length
      // A row goes through as text, so that JSON in it stays as it was written. A line break can only stand between values.
      yield rows.map(({ row }) => `{"table":"${name}","row":${row.replaceAll("\n", " ")}}\n`).join("")
    }
    await client.query("CLOSE copied")
  }
  yield `${JSON.stringify({ rows: count })}\n`
}
