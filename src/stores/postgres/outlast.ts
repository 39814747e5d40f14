import { setTimeout } from "node:timers/promises"
import { isAway } from "./database-error.ts"

const firstPauseMs = 50
const longestPauseMs = 1_000
/** How long work outlasts a database that is away. */
const patienceMs = 20_000

/** Does work again for as long as it fails because the database is away: it must be such that doing it again is harmless. */
export async function outlast<T>(work: () => Promise<T>): Promise<T> {
  for (let pause = firstPauseMs, waited = 0; ; pause = Math.min(pause * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || waited > patienceMs) throw error
    }
    await setTimeout(pause)
    waited += pause
  }
}
