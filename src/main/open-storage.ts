import type { Clock } from "../ports/clock.ts"
import type { Storage } from "../ports/storage.ts"

/** A PostgreSQL server, or the folder of an embedded database (`memory` for one that is forgotten with the process). */
export type StorageLocation = { readonly url: string } | { readonly data: string }

interface Options {
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Opens a database and brings its schema up to date. Only the code of the kind in question is loaded. */
export async function openStorage(location: StorageLocation, options: Options): Promise<Storage> {
  if ("url" in location)
    return (await import("../stores/postgres/open-postgres.ts")).openPostgres(location.url, options)
  return (await import("../stores/sqlite/open-sqlite.ts")).openSqlite(location.data, options.clock)
}
