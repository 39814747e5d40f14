import { randomUUID } from "node:crypto"
import { createApp as openWhole } from "../../src/main/app.ts"
import { parseConfig } from "../../src/main/config.ts"
import type { Model } from "../../src/ports/model.ts"
import type { SqliteStorage } from "../../src/stores/sqlite/open-sqlite.ts"
import { sqliteSql } from "../../src/stores/sqlite/sqlite-sql.ts"
import { type Rig, rig } from "./server-rig.ts"

export interface TestApp extends Rig {
  /** Runs SQL directly, bypassing every store. */
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the test asks for
  query(text: string, values?: readonly unknown[]): Promise<any[]>
  /** A server on the same database for a different organisation. */
  readonly others: Rig
  readonly organisationId: string
  close(): Promise<void>
}

/** A server on its own database, complete except for the socket. */
export async function createTestApp(own: readonly Model[]): Promise<TestApp> {
  const whole = await openWhole({
    location: { data: "memory" },
    config: parseConfig({}),
    env: {},
    own,
    workers: 100,
    paced: false,
    isLocal: true,
    onError: (error) => {
      throw error
    },
  })
  const { storage, services } = whole
  const sql = sqliteSql((storage as SqliteStorage).database)
  const query = async (text: string, values: readonly unknown[] = []) => [
    ...(await sql.run(undefined, [{ text, values }]))[0]!,
  ]
  const [organisationId, other] = [randomUUID(), randomUUID()]
  await query("INSERT INTO organisations (id, name) VALUES ($1, 'One'), ($2, 'Other')", [...[organisationId, other]])
  const as = (id: string) => rig({ services, authenticate: () => ({ organisationId: id, scope: "admin" }) })
  return { ...as(organisationId), others: as(other), query, organisationId, close: () => whole.close(0) }
}
