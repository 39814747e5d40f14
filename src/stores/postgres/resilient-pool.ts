import pg from "pg"
import { isConnectionLost } from "./database-error.ts"

/** A pool that keeps a connection whose statement was refused: pg's own drops it with all that was prepared on it. */
export function resilientPool(config: pg.PoolConfig): pg.Pool {
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
