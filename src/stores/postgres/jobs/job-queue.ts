import type { ClientBase, Pool } from "pg"
import { type Db, PgBoss } from "pg-boss"
import type { Claim, Claims } from "../../jobs/job-worker.ts"
import { isConnectionLost, throwDatabaseError } from "../database-error.ts"
import { type PreparedStatement, prepared } from "../pipelined-connections.ts"

interface JobQueuesOptions {
  readonly pool: Pool
  readonly onError: (error: unknown) => void
}

/** The minimum that pg-boss accepts. */
const heartbeatSeconds = 10
const maxRunSeconds = 86_000

interface NewJob<Data> {
  readonly key: string
  readonly data: Data
  readonly startAfter?: Date
  /** Workers are shared fairly among owners. */
  readonly group?: { readonly id: string }
}

/** Queues of durable jobs in the database. */
export class JobQueues {
  readonly #boss: PgBoss

  private constructor(boss: PgBoss) {
    this.#boss = boss
  }

  static async open({ pool, onError }: JobQueuesOptions): Promise<JobQueues> {
    const boss = new PgBoss({
      db: dedicatedConnectionDb(pool),
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
    })
    boss.on("error", (reported) => {
      // pg-boss copies some errors into plain objects.
      const error = reported instanceof Error ? reported : Object.assign(new Error(), reported)
      // It retries every second; calls and health checks report an unavailable database.
      if (!isConnectionLost(error)) onError(error)
    })
    await boss.start()
    return new JobQueues(boss)
  }

  async queue<Data extends object>(name: string): Promise<JobQueue<Data>> {
    await this.#boss.createQueue(name, {
      policy: "exclusive",
      heartbeatSeconds,
      expireInSeconds: maxRunSeconds,
      // Every process that dies uses up one retry, and a long discussion may outlive many.
      retryLimit: 100_000,
      retryDelay: 0,
      retryBackoff: false,
      deleteAfterSeconds: 60,
    })
    return new JobQueue(this.#boss, name)
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false })
  }
}

/** A queue with at most one job per key, claimed by one process at a time. */
export class JobQueue<Data extends object> implements Claims<Data, void> {
  readonly #boss: PgBoss
  readonly #name: string

  constructor(boss: PgBoss, name: string) {
    this.#boss = boss
    this.#name = name
  }

  /** A statement that adds jobs, to run in the caller's transaction. Skips keys that already have one. */
  async statementToAdd(jobs: readonly NewJob<Data>[]): Promise<PreparedStatement> {
    let statement: PreparedStatement | undefined
    const db: Db = {
      async executeSql(text, values = []) {
        statement = prepared(text, values)
        return { rows: [] }
      },
    }
    const inserted = jobs.map(({ key: singletonKey, ...job }) => ({ ...job, singletonKey }))
    await this.#boss.insert(this.#name, inserted, { db })
    return statement!
  }

  /** Removes and returns the due jobs, in the caller's transaction. */
  async takeDue(transaction: ClientBase, atMost: number): Promise<readonly Data[]> {
    const db = transactionDb(transaction)
    const claims = await this.#boss.fetch<Data>(this.#name, { batchSize: atMost, db })
    if (claims.length > 0) await this.#boss.complete(this.#name, claims, null, { db })
    return claims.map(({ data }) => data)
  }

  /** With `perOwner`, claims only jobs of owners that have fewer claimed, across all processes. */
  async claim(atMost: number, perOwner?: number): Promise<readonly Claim<Data>[]> {
    const fair = perOwner !== undefined && { groupConcurrency: perOwner }
    return await this.#boss.fetch<Data>(this.#name, { batchSize: atMost, ...fair })
  }

  /** Renews claims, and returns those that are lost. */
  async renew(claims: readonly Claim<Data>[]): Promise<readonly Claim<Data>[]> {
    if (claims.length === 0) return []
    const { settled = [] } = (await this.#boss.touch(this.#name, [...claims])) as { settled?: readonly string[] | null }
    const renewed = new Set(settled)
    return claims.filter(({ id }) => !renewed.has(id))
  }

  async settle(claim: Claim<Data>): Promise<void> {
    await this.#boss.complete(this.#name, [claim]).catch(throwDatabaseError)
  }

  async complete(transaction: ClientBase, claims: readonly Claim<Data>[]): Promise<void> {
    await this.#boss.complete(this.#name, [...claims], null, { db: transactionDb(transaction) })
  }

  /** Makes the job available to any process at once. */
  async release(claim: Claim<Data>): Promise<void> {
    await this.#boss.fail(this.#name, [claim])
  }

  /** Releases a key's job whoever claimed it. Call it only if that process is dead. */
  async releaseKeys(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const jobs = await this.#boss.findJobs<Data>(this.#name, { key })
      const claimed = jobs.filter(({ state }) => state === "active")
      if (claimed.length > 0) await this.#boss.fail(this.#name, claimed)
    }
  }
}

function transactionDb(transaction: ClientBase): Db {
  return { executeSql: (text, values) => transaction.query(asQuery(text, values)) }
}

/** A text of several statements can have no values and cannot be prepared. */
function asQuery(text: string, values: unknown[] = []) {
  return values.length === 0 ? { text } : prepared(text, values)
}

/** pg-boss sends whole transactions as one text; after a failure the connection must not stay inside one. */
function dedicatedConnectionDb(pool: Pool): Db {
  return {
    async executeSql(text, values) {
      const client = await pool.connect()
      let lost: Error | undefined
      try {
        return await client.query(asQuery(text, values))
      } catch (error) {
        await client.query("ROLLBACK").catch((failure: Error) => {
          lost = failure
        })
        throw error
      } finally {
        client.release(lost)
      }
    },
  }
}
