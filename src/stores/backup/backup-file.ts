import { createInterface } from "node:readline"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import type { BackupRow, Maintenance, Restored } from "../../ports/storage.ts"

/** Raise it when a column is added or changes its meaning, on either database. */
const version = 3
const rowLine = /^\{"table":"([a-z_]+)","row":(.*)\}$/s

/**
 * Writes all rows as gzipped lines of JSON: a header, the rows in an order in which they can be inserted, and a last
 * line with their number, so that a truncated file is noticed. Memory use does not grow with the database.
 */
export async function writeBackup(maintenance: Pick<Maintenance, "backup">, target: Writable): Promise<void> {
  await pipeline(Readable.from(lines(maintenance)), createGzip(), target)
}

async function* lines({ backup }: Pick<Maintenance, "backup">): AsyncGenerator<string> {
  yield `${JSON.stringify({ conclave: "backup", version })}\n`
  let count = 0
  for await (const rows of backup()) {
    count += rows.length
    // Rows are copied as text, so that their JSON keeps its exact form. Line breaks occur only between values.
    yield rows.map(({ table, row }) => `{"table":"${table}","row":${row.replaceAll("\n", " ")}}\n`).join("")
  }
  yield `${JSON.stringify({ rows: count })}\n`
}

/** Restores a backup of either database into an empty one, in one transaction. */
export async function readBackup(
  maintenance: Pick<Maintenance, "restore">,
  source: Readable,
): Promise<Restored & { readonly rows: number }> {
  const count = { rows: 0 }
  const restored = await maintenance.restore(rowsOf(source, count)).catch((error) => {
    // The database rejected a row.
    throw error instanceof ConclaveError || count.rows === 0 ? error : notABackup(error)
  })
  return { ...restored, ...count }
}

async function* rowsOf(source: Readable, count: { rows: number }): AsyncGenerator<BackupRow> {
  const unpacked = source.pipe(createGunzip())
  source.once("error", (error) => unpacked.destroy(error))
  let isFirst = true
  let announced: number | undefined
  const input = createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
  try {
    for await (const line of input) {
      if (isFirst) checkHeader(line)
      isFirst = false
      const [, table, row] = rowLine.exec(line) ?? []
      if (table === undefined || row === undefined) announced = (JSON.parse(line) as { rows?: number }).rows
      else {
        count.rows++
        yield { table, row }
      }
    }
  } catch (error) {
    throw error instanceof ConclaveError ? error : notABackup(error)
  } finally {
    // Otherwise damage in the rest of the file would be an unhandled error if a row was rejected.
    unpacked.destroy()
    source.destroy()
  }
  if (announced !== count.rows) throw notABackup()
}

function checkHeader(line: string): void {
  const header = JSON.parse(line) as { conclave?: unknown; version?: unknown }
  if (header.conclave !== "backup" || typeof header.version !== "number") throw notABackup()
  if (header.version === version) return
  const message = `has backup format ${header.version}, but this version of Conclave reads only ${version}; restore it with the version that wrote it`
  throw invalidInput([{ field: "file", message }])
}

export function notABackup(cause?: unknown): ConclaveError {
  const problem = { field: "file", message: "is not a complete file written by `conclave backup`" }
  return new ConclaveError("INPUT_INVALID", `${problem.field}: ${problem.message}`, { problems: [problem], cause })
}
