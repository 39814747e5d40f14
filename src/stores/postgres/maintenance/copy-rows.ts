import type { PoolClient } from "pg"
import type { BackupRow, Restored, Unfinished } from "../../../ports/storage.ts"
import { notABackup } from "../../backup/backup-file.ts"
import { backedUpTables, expectEmpty, unfinishedText } from "../../backup/tables.ts"
import type { Database } from "../database.ts"
import { databaseError, throwDatabaseError } from "../database-error.ts"
import { indexTexts } from "../schema/search.ts"
import { inTransaction } from "../transaction.ts"

const rowsAtOnce = 200

/** All rows of all organisations from one snapshot. Memory use does not grow with the database. */
export async function* backupRows({ pool }: Database): AsyncGenerator<readonly BackupRow[]> {
  const client = await pool.connect()
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    for (const table of backedUpTables) {
      await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT to_json(t)::text AS row FROM public.${table} t`)
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`FETCH ${rowsAtOnce} FROM copied`)
        if (rows.length === 0) break
        yield rows.map(({ row }) => ({ table, row }))
      }
      await client.query("CLOSE copied")
    }
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.query("ROLLBACK").then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}

const charactersAtOnce = 1_000_000

/** Restores rows into an empty database, in one transaction. */
export async function restoreRows(database: Database, rows: AsyncIterable<BackupRow>): Promise<Restored> {
  return await inTransaction(database.pool, "BEGIN", (client) => restoreInto(client, rows)).catch(throwDatabaseError)
}

async function restoreInto(client: PoolClient, rows: AsyncIterable<BackupRow>): Promise<Restored> {
  for (const table of backedUpTables) await client.query(`LOCK TABLE public.${table} IN ACCESS EXCLUSIVE MODE`)
  await expectEmpty(async (text) => (await client.query(text)).rows)
  // Triggers would count and number the rows again.
  for (const table of backedUpTables) await client.query(`ALTER TABLE public.${table} DISABLE TRIGGER USER`)
  await insertAll(client, rows)
  for (const table of backedUpTables) await client.query(`ALTER TABLE public.${table} ENABLE TRIGGER USER`)
  await client.query(continueNumbering)
  await client.query(indexTexts)
  const unfinished = await client.query<Unfinished>(unfinishedText)
  return { unfinished: unfinished.rows }
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

async function insertAll(client: PoolClient, rows: AsyncIterable<BackupRow>): Promise<void> {
  let table = ""
  let batch: string[] = []
  let length = 0
  const flush = async () => {
    if (batch.length > 0) await insert(client, table, batch)
    batch = []
    length = 0
  }
  for await (const next of rows) {
    if (next.table !== table || length > charactersAtOnce) await flush()
    table = next.table
    batch.push(next.row)
    length += next.row.length
  }
  await flush()
}

/** The columns of a table, without generated ones. */
const columnsText = `
SELECT string_agg(quote_ident(attname), ', ') AS list FROM pg_attribute
WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`

async function insert(client: PoolClient, table: string, rows: readonly string[]): Promise<void> {
  if (!(backedUpTables as readonly string[]).includes(table)) throw notABackup()
  const { rows: columns } = await client.query<{ list: string }>(columnsText, [`public.${table}`])
  const { list } = columns[0]!
  await client.query(
    `INSERT INTO public.${table} (${list}) OVERRIDING SYSTEM VALUE
     SELECT ${list} FROM json_populate_recordset(NULL::public.${table}, $1)`,
    [`[${rows.join(",")}]`],
  )
}
