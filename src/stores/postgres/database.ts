import { randomUUID } from "node:crypto"
import { Kysely, PostgresDialect } from "kysely"
import type pg from "pg"
import { invalidInput } from "../../core/errors.ts"
import { databaseError } from "./database-error.ts"
import { openEmbedded } from "./embedded/open-embedded.ts"
import { Listener } from "./listener.ts"
import { migrate } from "./migrate.ts"
import { beginAsOrganisation } from "./organisation.ts"
import { PipelinedConnections, type PreparedStatement } from "./pipelined-connections.ts"
import { resilientPool } from "./resilient-pool.ts"
import { rowTypes } from "./row-types.ts"
import { inTransaction } from "./transaction.ts"

/** A PostgreSQL, embedded or a server; nothing but `embedded` tells them apart. */
export interface Database {
  readonly embedded: boolean
  /** Which process this is. A server's connections bear it as their name, so that others see whether it is alive. */
  readonly processId: string
  /** Outside of any organisation: for migrations, queues and upkeep. The embedded one has one connection in all. */
  readonly pool: pg.Pool
  /** Outside of any organisation, too: a statement that is a transaction of its own. The quickest way there is. */
  call<Row extends object>(call: PreparedStatement): Promise<Row[]>
  /** Work that sees one organisation's rows alone, all of it or none. Throws DATABASE_UNAVAILABLE where the connection is lost. */
  transaction<T>(organisationId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Calls back with each notification's payload, and with none when some may have been missed. */
  listen(channel: string, onNotification: (payload?: string) => void): Promise<() => Promise<void>>
  /** Tells other processes where this one, which holds the data folder, can be reached. */
  setAddress(url: string): Promise<void>
  close(): Promise<void>
}

export type DatabaseLocation = { readonly url: string } | { readonly data: string }

/** How many connections one process has to a server, besides the few for calls and for notifications. */
const poolSize = 10

/** Opens the server at a URL, or the embedded database in a folder or in `memory`, and brings its schema up to date. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const processId = randomUUID()
  const { pool, clientConfig, setAddress, release } =
    "url" in location ? serverPool(location.url, processId) : await openEmbedded(location.data)
  const embedded = clientConfig === undefined
  // A lost connection is told to whoever uses it; an idle one that is lost concerns nobody.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  const listener = new Listener(pool, clientConfig)
  const pipelined = clientConfig && new PipelinedConnections(clientConfig)
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const database: Database = {
    embedded,
    processId,
    pool,
    call: async <Row extends object>(call: PreparedStatement) =>
      pipelined ? await pipelined.call<Row>(call) : (await pool.query<Row>({ ...call, values: [...call.values] })).rows,
    transaction: (organisationId, work) =>
      inTransaction(pool, beginAsOrganisation(organisationId), work).catch((error) => {
        throw databaseError(error)
      }),
    listen: (channel, onNotification) => listener.listen(channel, onNotification),
    setAddress,
    async close() {
      await listener.close()
      await pipelined?.close()
      await kysely.destroy()
      await release()
    },
  }
  try {
    await migrate(kysely)
    return database
  } catch (error) {
    await database.close()
    throw databaseError(error)
  }
}

function serverPool(url: string, processId: string) {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw invalidInput([{ field: "DATABASE_URL", message: "must look like postgres://user:password@host:5432/name" }])
  }
  const clientConfig: pg.ClientConfig = {
    connectionString: url,
    application_name: `conclave ${processId}`,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: rowTypes,
  }
  const pool = resilientPool({ ...clientConfig, max: poolSize })
  return { pool, clientConfig, setAddress: async () => {}, release: async () => {} }
}
