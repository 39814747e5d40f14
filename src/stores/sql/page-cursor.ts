import { invalidInput } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"
import type { PageRequest } from "../../ports/agent-store.ts"

/** Position after the last row of a page, newest first. */
export interface PageCursor {
  /** As the database formats it, with microseconds. */
  readonly createdAt: string
  readonly id: string
}

function writeCursor({ createdAt, id }: PageCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString("base64url")
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

function readCursor(cursor: string | undefined): PageCursor | undefined {
  if (cursor === undefined) return undefined
  const [createdAt = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString().split(" ")
  if (instant.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && isUuid(id) && rest.length === 0) {
    return { createdAt, id }
  }
  throw invalidInput([{ field: "cursor", message: "is not a valid cursor; send the `next` of a page unchanged" }])
}

/** SQL condition for the rows after a cursor, with the values from `$2` on: the limit, and the cursor's. */
export function afterCursor({ cursor, limit }: PageRequest): { condition: string; values: readonly unknown[] } {
  const from = readCursor(cursor)
  // One row more shows whether there is another page.
  if (!from) return { condition: "", values: [limit + 1] }
  return { condition: "AND (created_at, id) < ($3, $4)", values: [limit + 1, from.createdAt, from.id] }
}

/** Cuts the rows of such a query to a page. */
export function pageOf<Row extends PageCursor>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? writeCursor(last) : null }
}
