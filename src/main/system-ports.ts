import type { Clock } from "../ports/clock.ts"
import type { Ids } from "../ports/ids.ts"

/** `setTimeout` fires immediately for longer delays than this (24.8 days). */
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  after(ms, callback) {
    let timer: ReturnType<typeof setTimeout>
    const wait = (left: number) => {
      const next = Math.min(left, maxTimerMs)
      timer = setTimeout(() => (left > next ? wait(left - next) : callback()), next)
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}

export const systemIds: Ids = { discussion: () => crypto.randomUUID() }

export type Environment = Readonly<Record<string, string | undefined>>

/** A variable without surrounding white space; undefined if it is empty. */
export function envValue(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

export function systemEnvironment(): Environment {
  return process.env
}
