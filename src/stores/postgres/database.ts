import { randomUUID } from "node:crypto"
import pg from "pg"
import { invalidInput } from "../../core/errors.ts"
import { WriteHealth } from "../write-health.ts"
import { databaseError, isConnectionLost, openingError } from "./database-error.ts"
import { Listener } from "./listener.ts"
import { migrate } from "./migrate.ts"
import { beginAsOrganisation } from "./organisation.ts"
import { PipelinedConnections, type PreparedStatement } from "./pipelined-connections.ts"
import { inTransaction } from "./transaction.ts"

/** A PostgreSQL server. */
export interface Database {
  /** Which process this is. Its connections bear it as their name, so that others see whether it is alive. */
  readonly processId: string
  /** Outside of any organisation: for migrations, queues and maintenance. */
  readonly pool: pg.Pool
  /** Outside of any organisation, too: a statement that is a transaction of its own. The quickest way there is. */
  call<Row extends object>(call: PreparedStatement): Promise<Row[]>
  /** The same for several, all of them or none, in one round trip. */
  callTogether<Row extends object>(calls: readonly PreparedStatement[]): Promise<Row[][]>
  /** A statement that sees one organisation's rows alone, in one round trip. Throws as `transaction` does. */
  callFor<Row extends object>(organisationId: string, call: PreparedStatement): Promise<Row[]>
  /** Work that sees one organisation's rows alone, all of it or none. Throws DATABASE_UNAVAILABLE where the connection is lost. */
  transaction<T>(organisationId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Calls back with each notification's payload, and with none when some may have been missed. */
  listen(channel: string, onNotification: (payload?: string) => void): Promise<() => Promise<void>>
  readonly writeHealth: WriteHealth
  close(): Promise<void>
}

const int8 = 20

/** How values of rows become values of ours; `pg`'s own settings stay as they are for others in this process. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    // Counts and sizes; none of ours gets near 2^53.
    if (oid === int8 && format !== "binary") return Number
    return pg.types.getTypeParser(oid, format as "text")
  },
}

/** How many connections one process has to a server, besides the few for calls and for notifications. */
const poolSize = 10

/** Opens the server at a URL and brings its schema up to date. */
export async function openDatabase(url: string): Promise<Database> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw invalidInput([{ field: "DATABASE_URL", message: "must look like postgres://user:password@host:5432/name" }])
  }
  const processId = randomUUID()
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: `conclave ${processId}`,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types: rowTypes,
  }
  const pool = resilientPool({ ...config, max: poolSize })
  // A lost connection is told to whoever uses it; an idle one that is lost concerns nobody.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  const listener = new Listener(config)
  const pipelined = new PipelinedConnections(config)
  // Of their own, since a long search would hold up the turns behind it.
  const pipelinedForOrganisations = new PipelinedConnections(config)
  const database: Database = {
    processId,
    pool,
    writeHealth: new WriteHealth(),
    call: (call) => pipelined.call(call),
    callTogether: (calls) => pipelined.transaction(calls),
    async callFor<Row extends object>(organisationId: string, call: PreparedStatement) {
      const begin = beginAsOrganisation(organisationId)
      const [rows] = await pipelinedForOrganisations.transaction<Row>([call], begin).catch((error) => {
        throw databaseError(error)
      })
      return rows!
    },
    transaction: (organisationId, work) =>
      inTransaction(pool, beginAsOrganisation(organisationId), work).catch((error) => {
        throw databaseError(error)
      }),
    listen: (channel, onNotification) => listener.listen(channel, onNotification),
    async close() {
      await listener.close()
      await pipelined.close()
      await pipelinedForOrganisations.close()
      if (!pool.ended) await pool.end()
    },
  }
  try {
    await migrate(pool)
    return database
  } catch (error) {
    await database.close()
    throw openingError(error, url)
  }
}

/** A pool that keeps a connection whose statement was refused: pg's own drops it with all that was prepared on it. */
function resilientPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const query = async (...given: Parameters<pg.PoolClient["query"]>) => {
    const client = await pool.connect()
    let lost: Error | undefined
    try {
      return await client.query(...given)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || isConnectionLost(error)) lost = error as Error
      throw error
    } finally {
      client.release(lost)
    }
  }
  pool.query = query as typeof pool.query
  return pool
}
