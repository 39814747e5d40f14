import { setTimeout } from "node:timers/promises"
import { isConnectionLost } from "./database-error.ts"

const firstPauseMs = 50
const maxPauseMs = 1_000
/** How long work outlasts a database that is away. */
const maxWaitMs = 20_000

/** Does work again for as long as it fails because the database is away: it must be such that doing it again is harmless. */
export async function retryWhileUnavailable<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs, waited = 0; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionLost(error) || waited > maxWaitMs) throw error
    }
    await setTimeout(pause)
    waited += pause
  }
}
