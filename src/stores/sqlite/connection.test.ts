import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { expect, test } from "vitest"
import { Connection } from "./connection.ts"

/** Like Node 22, which binds numbered placeholders only by name. */
class NamedOnly extends DatabaseSync {
  override prepare(text: string) {
    const statement = super.prepare(text)
    if (!/\?\d/.test(text)) return statement
    const get = statement.get.bind(statement) as (...values: unknown[]) => Record<string, SQLInputValue> | undefined
    return Object.assign(statement, {
      get(...values: unknown[]) {
        if (values.some((value) => typeof value !== "object")) throw new Error("column index out of range")
        return get(...values)
      },
    })
  }
}

test.each([DatabaseSync, NamedOnly])("%o takes values by their numbers and by their order", (Database) => {
  const sql = new Connection(new Database(":memory:"))
  expect({ ...sql.row("SELECT ?2 AS b, ?1 AS a, ?2 AS again", 1, "two") }).toEqual({
    a: 1,
    b: "two",
    again: "two",
  })
  expect({ ...sql.row("SELECT ? AS a, ? AS b", 1, null) }).toEqual({ a: 1, b: null })
  sql.close()
})
