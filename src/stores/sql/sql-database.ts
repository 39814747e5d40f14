import type { Phrase } from "../search/search-words.ts"

/** A statement in SQL that both databases understand. Values are `$1`, `$2` …; times and JSON are converted. */
export interface SqlStatement {
  readonly text: string
  readonly values: readonly unknown[]
  /** Error to throw if it returns no row; the transaction is then rolled back. */
  readonly otherwise?: () => Error
}

/** A statement, or a function that builds it from the results of the statements before it. */
export type SqlStep = SqlStatement | ((results: readonly Rows[]) => SqlStatement)

export type Rows = readonly Readonly<Record<string, unknown>>[]

/** Runs queries that are written once for both databases. Both have `now()` and `strpos()`. */
export interface SqlDatabase {
  /**
   * Runs the steps in one transaction and returns their rows. With an organisation, row-level security on PostgreSQL
   * limits them to its rows; SQLite has none, so every statement must filter by organisation itself.
   */
  run(organisationId: string | undefined, steps: readonly SqlStep[]): Promise<readonly Rows[]>
  /** SQL for a time as sortable text with microseconds. */
  timeText(column: string): string
  /** SQL for the value at a path in a JSON column. */
  jsonAt(column: string, ...path: readonly string[]): string
  /** SQL for the time a number of milliseconds ago. */
  ago(ms: number): string
  /** SQL for rows of `discussion_id` and `place` in the queue of discussions that wait for a worker; 1 is next. */
  readonly waitingRuns: string
  /** Indexes the turns that the search index does not have yet. */
  prepareSearch(): Promise<void>
  /**
   * SQL for rows of `discussion_id` and `seq` whose text has any of the phrases in a value made by `searchQuery`. With
   * `among`, placeholders of ids, it searches only those discussions.
   */
  textsMatching(place: string, among?: string): string
  searchQuery(phrases: readonly Phrase[]): string
  /** The full name of a table of the `running` group. */
  running(table: string): string
  /** SQL that ends a SELECT of rows to update and skips those that another transaction has locked. */
  readonly skipLocked: string
  /** Returns the space of deleted rows to the disk, unless the database does so by itself. */
  reclaimSpace(): Promise<void>
  /** Whether a foreign key refers to a row that does not exist. */
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

/** Base class of stores with the rows of all organisations. */
export abstract class SqlStore {
  protected readonly sql: SqlDatabase

  constructor(sql: SqlDatabase) {
    this.sql = sql
  }

  protected rows<Row>(text: string, values?: readonly unknown[]): Promise<readonly Row[]> {
    return rows<Row>(this.sql, undefined, text, values)
  }
}

/** Base class of stores that belong to one organisation. */
export abstract class OrganisationSql extends SqlStore {
  protected readonly organisationId: string

  constructor(sql: SqlDatabase, organisationId: string) {
    super(sql)
    this.organisationId = organisationId
  }

  /** `$1` is the organisation. */
  protected override rows<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return rows<Row>(this.sql, this.organisationId, text, [this.organisationId, ...values])
  }
}

/** The rows of a statement; throws its `otherwise` error if there are none. */
export function required({ otherwise }: SqlStatement, rows: Rows): Rows {
  if (otherwise && rows.length === 0) throw otherwise()
  return rows
}

/** `$2, $3, $4` for three values after the first. */
export function sqlPlaceholders(values: readonly unknown[], after: number): string {
  return values.map((_, index) => `$${after + index + 1}`).join(", ")
}

/** A row with the names and times of the ports: `created_at` becomes `createdAt`, in ISO 8601. */
export function fromRow<Resource>(row: object): Resource {
  const fields = Object.entries(row).map(([column, value]) => {
    const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return [name, name.endsWith("At") && value !== null ? new Date(value).toISOString() : value]
  })
  return Object.fromEntries(fields) as Resource
}
