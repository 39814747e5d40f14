import { invalidInput } from "../../core/errors.ts"
import { isUuid } from "../../core/text.ts"

/** The last row of a page of rows that come newest first. */
export interface PageCursor {
  /** As the database writes it, to the microsecond. */
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
  throw invalidInput([{ field: "cursor", message: "is none of ours; send `next` of a page as it came" }])
}

/** A condition for rows after a cursor, whose values follow those there are already. */
export function afterCursor(cursor: string | undefined, values: readonly unknown[]) {
  const from = readCursor(cursor)
  if (!from) return { condition: "", values }
  const [at, id] = [values.length + 1, values.length + 2]
  return { condition: `AND (created_at, id) < ($${at}, $${id})`, values: [...values, from.createdAt, from.id] }
}

/** A page of rows of which one more than wanted was asked for. */
export function pageOf<Row extends PageCursor>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? writeCursor(last) : null }
}
