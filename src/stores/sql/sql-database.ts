import type { Phrase } from "../search/search-words.ts"

/** A statement in the SQL that both databases know. Values are `$1`, `$2` …; times and JSON go in and out as values. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** The error where it gives no row: nothing of its transaction is done then. */
  readonly otherwise?: () => Error
}

/** A statement, or how it follows from what those before it gave. */
export type SqlStep = SqlStatement | ((given: readonly Rows[]) => SqlStatement)

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** What the plain reads and writes of both databases are written on, once. Both have `now()` and `strpos()`. */
export interface SqlDatabase {
  /**
   * All of these or none, and what each gave. On PostgreSQL they see one organisation's rows alone where one is named;
   * SQLite has no such rule, so a statement says itself whose rows it means.
   */
  run(organisationId: string | undefined, steps: readonly SqlStep[]): Promise<readonly Rows[]>
  /** SQL for a time as text to the microsecond, which sorts. */
  timeText(column: string): string
  /** SQL for what stands at a place in a column of JSON. */
  jsonAt(column: string, ...path: readonly string[]): string
  /** SQL for the time so many milliseconds ago. */
  ago(ms: number): string
  /** SQL for rows of `discussion_id` and `place`: who has waited for a worker for a moment, 1 is next. */
  readonly waitingRuns: string
  /** Until all that was said can be found. */
  prepareSearch(): Promise<void>
  /**
   * SQL for rows of `discussion_id` and `seq` whose texts have any of some phrases, given by `asked` as a value. With
   * `among`, the places of some ids, it need not look at other discussions.
   */
  textsWith(place: string, among?: string): string
  asked(phrases: readonly Phrase[]): string
  /** The name of a table that says who runs and watches what. */
  running(table: string): string
  /** SQL for rows that nobody else is changing, behind a selection of those to change. */
  readonly skipLocked: string
  /** Gives the space of what was deleted back to the disk, where the database does not do so by itself. */
  giveBackSpace(): Promise<void>
  /** Whether a row referred to one that is not there. */
  isMissingReference(error: unknown): boolean
}

export async function rows<Row>(
  sql: SqlDatabase,
  organisationId: string | undefined,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  const [found = []] = await sql.run(organisationId, [{ text, values }])
  return found as unknown as readonly Row[]
}

/** What is one organisation's own. */
export abstract class OrganisationSql {
  protected readonly sql: SqlDatabase
  protected readonly organisationId: string

  constructor(sql: SqlDatabase, organisationId: string) {
    this.sql = sql
    this.organisationId = organisationId
  }

  /** `$1` is the organisation. */
  protected rows<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return rows<Row>(this.sql, this.organisationId, text, [this.organisationId, ...values])
  }
}

/** What a statement gave, where that is enough. */
export function required({ otherwise }: SqlStatement, given: Rows): Rows {
  if (otherwise && given.length === 0) throw otherwise()
  return given
}

/** `$2, $3, $4` for three values after the first. */
export function sqlPlaceholders(values: readonly unknown[], after: number): string {
  return values.map((_, index) => `$${after + index + 1}`).join(", ")
}

/** A time as it came from either database, in ISO 8601. */
export function iso(time: string | Date): string {
  return new Date(time).toISOString()
}
