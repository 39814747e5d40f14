import type pg from "pg"
import { resilientPool } from "../resilient-pool.ts"
import { rowTypes } from "../row-types.ts"
import type { EmbeddedServer } from "./embedded-server.ts"

/** The embedded database has one session, so the pool has one connection and keeps it. */
export function embeddedPool(server: EmbeddedServer): pg.Pool {
  return resilientPool({
    stream: () => server.connect(),
    user: "postgres",
    database: "postgres",
    max: 1,
    idleTimeoutMillis: 0,
    types: rowTypes,
  })
}
