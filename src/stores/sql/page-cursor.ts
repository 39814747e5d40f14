import { invalidInput } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"

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

/** SQL condition for the rows after a cursor. Its values follow those that the statement already has. */
export function afterCursor(cursor: string | undefined, values: readonly unknown[]) {
  const from = readCursor(cursor)
  if (!from) return { condition: "", values }
  const [at, id] = [values.length + 1, values.length + 2]
  return { condition: `AND (created_at, id) < ($${at}, $${id})`, values: [...values, from.createdAt, from.id] }
}

/** Cuts rows to a page; the query must have asked for one row more. */
export function pageOf<Row extends PageCursor>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? writeCursor(last) : null }
}
