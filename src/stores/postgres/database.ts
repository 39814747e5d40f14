import { randomUUID } from "node:crypto"
import pg from "pg"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import { WriteHealth } from "../write-health.ts"
import { isConnectionLost, openingError, throwDatabaseError } from "./database-error.ts"
import { Listener } from "./listener.ts"
import { migrate } from "./migrate.ts"
import { PipelinedConnections, type PreparedStatement } from "./pipelined-connections.ts"
import { inTransaction } from "./transaction.ts"

/** A PostgreSQL database. */
export interface Database {
  /** Id of this process. Its connections have it as `application_name`, so that others see whether it is alive. */
  readonly processId: string
  /** Not limited to an organisation: for migrations, queues and maintenance. */
  readonly pool: pg.Pool
  /** Runs a single statement, not limited to an organisation, on a pipelined connection. The fastest way. */
  call<Row extends object>(call: PreparedStatement): Promise<Row[]>
  /** Runs several in one transaction and one round trip. */
  callTogether<Row extends object>(calls: readonly PreparedStatement[]): Promise<Row[][]>
  /** Runs a statement limited to one organisation's rows, in one round trip. Throws like `transaction`. */
  callFor<Row extends object>(organisationId: string, call: PreparedStatement): Promise<Row[]>
  /** Runs a transaction limited to one organisation's rows. Throws DATABASE_UNAVAILABLE if the connection is lost. */
  transaction<T>(organisationId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** Calls back with the payload of each notification, or without one if some may have been missed. */
  listen(channel: string, onNotification: (payload?: string) => void): Promise<() => Promise<void>>
  readonly writeHealth: WriteHealth
  close(): Promise<void>
}

const int8 = 20

/** Type parsers of our connections; the global ones of `pg` stay unchanged for other users in the process. */
const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    // Counts and sizes, all far below 2^53.
    if (oid === int8 && format !== "binary") return Number
    return pg.types.getTypeParser(oid, format as "text")
  },
}

/** Connections per process, besides the pipelined ones and the one for notifications. */
const poolSize = 10

/** Connects to the database and brings its schema up to date. */
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
  // The user of a lost connection gets the error; a lost idle connection can be ignored.
  pool.on("error", () => {})
  pool.on("connect", (client) => client.on("error", () => {}))
  const listener = new Listener(config)
  const pipelined = new PipelinedConnections(config)
  // Separate connections: a long search would delay the turns behind it.
  const pipelinedForOrganisations = new PipelinedConnections(config)
  const database: Database = {
    processId,
    pool,
    writeHealth: new WriteHealth(),
    call: (call) => pipelined.call(call),
    callTogether: (calls) => pipelined.transaction(calls),
    async callFor<Row extends object>(organisationId: string, call: PreparedStatement) {
      const begin = beginAsOrganisation(organisationId)
      const [rows] = await pipelinedForOrganisations.transaction<Row>([call], begin).catch(throwDatabaseError)
      return rows!
    },
    transaction: (organisationId, work) =>
      inTransaction(pool, beginAsOrganisation(organisationId), work).catch(throwDatabaseError),
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

/**
 * Begins a transaction that is limited to one organisation's rows, in one round trip.
 * Several statements in one text cannot have parameters, so the id is checked and inlined.
 */
function beginAsOrganisation(organisationId: string): string {
  if (!isUuid(organisationId)) throw new ConclaveError("NOT_FOUND", "there is no such organisation")
  return `BEGIN; SET LOCAL ROLE conclave_app; SET LOCAL conclave.organisation = '${organisationId}'`
}

/** A pool that keeps connections after a failed statement; pg's own drops them with their prepared statements. */
function resilientPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  const query = async (...args: Parameters<pg.PoolClient["query"]>) => {
    const client = await pool.connect()
    let lost: Error | undefined
    try {
      return await client.query(...args)
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
