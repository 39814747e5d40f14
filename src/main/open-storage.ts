import { existsSync } from "node:fs"
import type { ListClient } from "../cli/client.ts"
import type { Clock } from "../ports/clock.ts"
import { localOrganisationId } from "../ports/key-store.ts"
import type { Storage } from "../ports/storage.ts"
import type { SqlDatabase } from "../stores/sql/sql-database.ts"

/** URL of a PostgreSQL database, or folder of an embedded one (`memory`: never written to disk). */
export type StorageLocation = { readonly url: string } | { readonly data: string }

interface Options {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Opens a database and migrates its schema. Loads only the code for its kind. */
export async function openStorage(location: StorageLocation, options: Options): Promise<Storage> {
  if ("url" in location)
    return (await import("../stores/postgres/open-postgres.ts")).openPostgres(location.url, options)
  return (await import("../stores/sqlite/open-sqlite.ts")).openSqlite(location.data, options.clock)
}

/** Only the discussion list, as the HTTP API returns it; loads little code and opens no job queue. */
export async function openList(location: StorageLocation): Promise<ListClient> {
  const [{ listOperations, listPage }, { parse }, { SqlDiscussionList }, [sql, close]] = await Promise.all([
    import("../operations/discussion-list.ts"),
    import("../core/validation.ts"),
    import("../stores/sql/sql-discussion-list.ts"),
    // Listing and shell completion must not create a database in the current folder.
    openSql("data" in location && !existsSync(location.data) ? { data: "memory" } : location),
  ])
  const list = new SqlDiscussionList(sql, localOrganisationId)
  return {
    list: async (filter = {}) => listPage(list, parse(listOperations.listDiscussions.input, filter, "query")),
    close,
  }
}

async function openSql(location: StorageLocation): Promise<[SqlDatabase, () => Promise<void>]> {
  if ("url" in location) {
    const [{ openDatabase }, { postgresSql }] = await Promise.all([
      import("../stores/postgres/database.ts"),
      import("../stores/postgres/postgres-sql.ts"),
    ])
    const database = await openDatabase(location.url)
    return [postgresSql(database), () => database.close()]
  }
  const [{ SqliteDatabase }, { sqliteSql }] = await Promise.all([
    import("../stores/sqlite/sqlite-database.ts"),
    import("../stores/sqlite/sqlite-sql.ts"),
  ])
  const database = new SqliteDatabase(location.data)
  return [sqliteSql(database), () => database.close()]
}
