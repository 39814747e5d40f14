import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { PoolClient } from "pg"
import { ConclaveError, invalidInput } from "../../../core/errors.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"
import { migrations } from "../migrations/index.ts"
import { localOrganisation } from "../organisation.ts"
import { inTransaction } from "../transaction.ts"
import { type TableShape, tablesInOrder } from "./table-order.ts"

export interface Unfinished {
  readonly organisationId: string
  readonly discussionId: string
}

export interface Restored {
  readonly rows: number
  /** What was under way when the backup was made, and goes on once it is asked to run. */
  readonly unfinished: readonly Unfinished[]
}

const charactersAtOnce = 1_000_000
const rowLine = /^\{"table":"([a-z_]+)","row":(.*)\}$/s

/** Puts a backup, of an embedded database or a server, into a database that holds nothing yet: all of it or none. */
export async function restore(database: Database, source: Readable): Promise<Restored> {
  try {
    return await inTransaction(database.pool, "BEGIN", (client) => restoreInto(client, source))
  } catch (error) {
    throw databaseError(error)
  }
}

async function restoreInto(client: PoolClient, source: Readable): Promise<Restored> {
  const tables = await tablesInOrder(client)
  for (const { name } of tables) await client.query(`LOCK TABLE public.${name} IN ACCESS EXCLUSIVE MODE`)
  await expectEmpty(client, tables)
  // Rows come as they were; triggers would count and number them again.
  for (const { name } of tables) await client.query(`ALTER TABLE public.${name} DISABLE TRIGGER USER`)
  const rows = await insertAll(client, tables, source)
  for (const { name } of tables) await client.query(`ALTER TABLE public.${name} ENABLE TRIGGER USER`)
  await client.query(continueNumbering)
  const unfinished = await client.query<Unfinished>(stillRunning)
  return { rows, unfinished: unfinished.rows }
}

const continueNumbering = `
DO $$
DECLARE
  numbered record;
BEGIN
  FOR numbered IN
    SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), greatest(1, (SELECT max(%I) FROM %I)))',
                   numbered.relname, numbered.attname, numbered.attname, numbered.relname);
  END LOOP;
END $$`

/** Those that wait are run too, so that a wait that is not for ever is seen to its end. */
const stillRunning = `
SELECT organisation_id AS "organisationId", id AS "discussionId" FROM discussions WHERE status IN ('running', 'waiting')`

async function expectEmpty(client: PoolClient, tables: readonly TableShape[]): Promise<void> {
  // The organisation for local use comes with the schema, and again with the backup.
  await client.query("DELETE FROM organisations WHERE id = $1 AND NOT EXISTS (SELECT FROM discussions)", [
    localOrganisation,
  ])
  for (const { name } of tables) {
    const { rowCount } = await client.query(`SELECT FROM public.${name} LIMIT 1`)
    if (rowCount) {
      const message = `the database is not empty: ${name} has rows. Restore into a new data folder or a new database.`
      throw new ConclaveError("CONFLICT", message)
    }
  }
}

async function insertAll(client: PoolClient, tables: readonly TableShape[], source: Readable): Promise<number> {
  const unpacked = source.pipe(createGunzip())
  source.once("error", (error) => unpacked.destroy(error))
  let isFirst = true
  let count = 0
  let announced: number | undefined
  let batch: { table: TableShape; rows: string[]; length: number } | undefined
  const flush = async () => {
    if (batch) await insert(client, batch.table, batch.rows)
    batch = undefined
  }
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isFirst) checkHeader(line)
      isFirst = false
      const [, name, row] = rowLine.exec(line) ?? []
      if (name === undefined || row === undefined) {
        announced = (JSON.parse(line) as { rows?: number }).rows
        continue
      }
      const table = tables.find((known) => known.name === name)
      if (!table) throw notABackup()
      if (batch && (batch.table !== table || batch.length > charactersAtOnce)) await flush()
      batch ??= { table, rows: [], length: 0 }
      batch.rows.push(row)
      batch.length += row.length
      count++
    }
  } catch (error) {
    if (error instanceof ConclaveError) throw error
    // What `pg` throws has a severity; the rest comes from unpacking and reading.
    throw error instanceof Error && "severity" in error ? error : notABackup(error)
  }
  await flush()
  if (announced !== count) throw notABackup()
  return count
}

async function insert(client: PoolClient, { name, columns }: TableShape, rows: readonly string[]): Promise<void> {
  const list = columns.map((column) => `"${column}"`).join(", ")
  await client.query(
    `INSERT INTO public.${name} (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM json_populate_recordset(NULL::public.${name}, $1)`,
    [`[${rows.join(",")}]`],
  )
}

function checkHeader(line: string): void {
  const header = JSON.parse(line) as { conclave?: unknown; version?: unknown; migrations?: readonly string[] }
  if (header.conclave !== "backup" || header.version !== 1) throw notABackup()
  const [theirs, ours] = [header.migrations?.at(-1), Object.keys(migrations).at(-1)]
  if (theirs !== ours) {
    const message = `it was made with schema ${theirs}, and this version has ${ours}: restore it with the version that made it`
    throw invalidInput([{ field: "file", message }])
  }
}

function notABackup(cause?: unknown): ConclaveError {
  const problem = { field: "file", message: "is not a whole backup made by `conclave backup`" }
  return new ConclaveError("INPUT_INVALID", `${problem.field}: ${problem.message}`, { problems: [problem], cause })
}
