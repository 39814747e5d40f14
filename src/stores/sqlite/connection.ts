import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"

export type Value = string | number | null

/** A database file as SQL sees it. Every statement is prepared once. */
export class Connection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  rows<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): Row[] {
    return this.#prepare(text).all(...(values as SQLInputValue[])) as Row[]
  }

  row<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): Row | undefined {
    return this.#prepare(text).get(...(values as SQLInputValue[])) as Row | undefined
  }

  iterate<Row = Record<string, Value>>(text: string, ...values: readonly Value[]): IterableIterator<Row> {
    return this.#prepare(text).iterate(...(values as SQLInputValue[])) as IterableIterator<Row>
  }

  /** Gives the number of rows that it changed. */
  run(text: string, ...values: readonly Value[]): number {
    return Number(this.#prepare(text).run(...(values as SQLInputValue[])).changes)
  }

  /** Several statements without values, not prepared. */
  script(text: string): void {
    this.#database.exec(text)
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(text: string): StatementSync {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    this.#statements.set(text, statement)
    return statement
  }
}
