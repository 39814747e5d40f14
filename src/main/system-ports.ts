import { randomUUID } from "node:crypto"
import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"

export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export const systemIds: Ids = { discussion: randomUUID }
