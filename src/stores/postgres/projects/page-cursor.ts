import { invalidInput } from "../../../core/errors.ts"
import { isUuid } from "../organisation.ts"

/** The last row of a page of rows that come newest first. */
export interface PageCursor {
  /** As the database writes it, to the microsecond. */
  readonly createdAt: string
  readonly id: string
}

export function encodeCursor({ createdAt, id }: PageCursor): string {
  return Buffer.from(`${createdAt} ${id}`).toString("base64url")
}

const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

export function decodeCursor(cursor: string | undefined): PageCursor | undefined {
  if (cursor === undefined) return undefined
  const [createdAt = "", id = "", ...rest] = Buffer.from(cursor, "base64url").toString().split(" ")
  if (timestampPattern.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && isUuid(id) && rest.length === 0) {
    return { createdAt, id }
  }
  throw invalidInput([{ field: "cursor", message: "is none of ours; send `next` of a page as it came" }])
}

/** How a row's place among the newest is selected, and how rows after it are found: two parameters, null at first. */
export const createdAtText = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
export const afterCursor = (first: number) =>
  `($${first}::timestamptz IS NULL OR (created_at, id) < ($${first}::timestamptz, $${first + 1}::uuid))`

/** A page of rows of which one more than wanted was asked for. */
export function toPage<Row extends PageCursor>(rows: readonly Row[], limit: number) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last ? encodeCursor(last) : null }
}
