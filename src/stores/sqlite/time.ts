import { isoTime } from "../../core/text.ts"

const maxAheadUs = 1_000_000
let last = 0

/**
 * The current time as sortable text with microseconds, strictly increasing within this process so that "newest first"
 * is well defined. If the clock is set back, it follows.
 */
export function timestamp(): string {
  const now = Date.now() * 1_000
  last = now > last || now < last - maxAheadUs ? now : last + 1
  const ms = Math.floor(last / 1_000)
  return `${new Date(ms).toISOString().slice(0, -1)}${String(last % 1_000).padStart(3, "0")}Z`
}

/** A time in milliseconds, as the database stores it. */
export function timeText(ms: number): string {
  return `${isoTime(ms).slice(0, -1)}000Z`
}

/** SQL for the same, made of core functions: now, a time plus minutes, and a time as interfaces show it. */
const format = "'%Y-%m-%dT%H:%M:%f000Z'"
export const sqlNow = `strftime(${format}, 'now')`
export const sqlShown = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column})`
export const sqlMinutesAfter = (column: string, minutes: string) =>
  `strftime(${format}, ${column}, printf('%.3f seconds', 60.0 * ${minutes}))`
