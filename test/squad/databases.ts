import { inject } from "vitest"
import type { DatabaseLocation } from "../../src/stores/postgres/database.ts"
import { freshDatabase } from "../support/postgres.ts"

/** Every kind of database there is, new and empty, by its name. */
export const databases: Readonly<Record<string, () => Promise<DatabaseLocation>>> = {
  "the embedded database": async () => ({ data: "memory" }),
  PostgreSQL: async () => ({ url: await freshDatabase(inject("postgresUrl")) }),
}
