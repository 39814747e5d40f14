import { invalidInput } from "../errors.ts"
import { parse } from "../validation.ts"
import { type TableFile, tableFileSchema } from "./table-file.ts"
import { tableProblems } from "./table-problems.ts"

/** Reads a table out of anything; throws INPUT_INVALID naming every wrong field. */
export function validateTable(value: unknown): TableFile {
  return checkTable(parse(tableFileSchema, value))
}

/** Checks that the parts of a table fit together; fields are named from `root` on. */
export function checkTable(table: TableFile, root = ""): TableFile {
  const problems = tableProblems(table)
  if (problems.length === 0) return table
  const prefix = root === "" ? "" : `${root}.`
  throw invalidInput(problems.map(({ field, message }) => ({ field: `${prefix}${field}`, message })))
}
