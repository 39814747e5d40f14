import { isoTime } from "../../core/text.ts"

const maxAheadUs = 1_000_000
let last = 0

/**
 * Now, as text that sorts, to the microsecond: no two that follow each other in one process are the same, so that newest
 * first is an order. A clock that is set back is followed.
 */
export function timestamp(): string {
  const now = Date.now() * 1_000
  last = now > last || now < last - maxAheadUs ? now : last + 1
  const ms = Math.floor(last / 1_000)
  return `${new Date(ms).toISOString().slice(0, -1)}${String(last % 1_000).padStart(3, "0")}Z`
}

/** A time given in milliseconds, as the database writes it. */
export function timeText(ms: number): string {
  return `${isoTime(ms).slice(0, -1)}000Z`
}

/** The same for SQL: now, some time after another, and as interfaces show it. Every `sqlite3` knows these. */
const format = "'%Y-%m-%dT%H:%M:%f000Z'"
export const sqlNow = `strftime(${format}, 'now')`
export const sqlShown = (column: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column})`
export const sqlMinutesAfter = (column: string, minutes: string) =>
  `strftime(${format}, ${column}, printf('%.3f seconds', 60.0 * ${minutes}))`
