import type { BackupRow } from "../../../ports/storage.ts"
import { backedUpTables } from "../../backup/tables.ts"
import type { Database } from "../database.ts"
import { databaseError } from "../database-error.ts"

const rowsAtOnce = 200

/** All rows of all organisations as they were at one moment. Memory does not grow with the database. */
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
