import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

export type Value = string | number | null

/** A connection to the file. Every statement is prepared once. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  readonly #bindsByNumber: boolean

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#bindsByNumber = bindsByNumber(database)
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  rows<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): Row[] {
    return this.#prepare(text).all(...this.#bound(text, values)) as Row[]
  }

  row<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): Row | undefined {
    return this.#prepare(text).get(...this.#bound(text, values)) as Row | undefined
  }

  iterate<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): IterableIterator<Row> {
    return this.#prepare(text).iterate(...this.#bound(text, values)) as IterableIterator<Row>
  }

  /** Returns the number of changed rows. */
  run(text: string, ...values: readonly Value[]): number {
    return Number(this.#prepare(text).run(...this.#bound(text, values)).changes)
  }

  /** Returns the id of the inserted row. */
  insert(text: string, ...values: readonly Value[]): number {
    return Number(this.#prepare(text).run(...this.#bound(text, values)).lastInsertRowid)
  }

  /** Runs several statements without values, unprepared. */
  script(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  /** Node 22 binds `?1` and `?2` only by name, through an object. */
  #bound(text: string, values: readonly Value[]): SQLInputValue[] {
    if (this.#bindsByNumber || !/\?\d/.test(text)) return values as SQLInputValue[]
    return [Object.fromEntries(values.map((value, index) => [index + 1, value]))] as unknown as SQLInputValue[]
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }
}

function bindsByNumber(database: DatabaseSync): boolean {
  try {
    return database.prepare("SELECT ?1").get(1) !== undefined
  } catch {
    return false
  }
}
