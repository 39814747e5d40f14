import { createInterface } from "node:readline"
import { Readable, type Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { ConclaveError, invalidInput } from "../../core/errors.ts"
import type { BackupRow, Maintenance, Restored } from "../../ports/storage.ts"

/** Grows when a column is added or changes its meaning, on either database. */
const version = 3
/** A backup of version 2 lacks only labels of discussions and columns that have a default. */
const readableVersions: readonly unknown[] = [2, version]
const rowLine = /^\{"table":"([a-z_]+)","row":(.*)\}$/s

/**
 * Writes all rows as gzipped lines of JSON: a header, rows in the order in which they can be put back, and a last line
 * that says how many, so that a cut file is noticed. Memory does not grow with the database.
 */
export async function writeBackup(maintenance: Pick<Maintenance, "backup">, target: Writable): Promise<void> {
  await pipeline(Readable.from(lines(maintenance)), createGzip(), target)
}

async function* lines({ backup }: Pick<Maintenance, "backup">): AsyncGenerator<string> {
  yield `${JSON.stringify({ conclave: "backup", version })}\n`
  let count = 0
  for await (const rows of backup()) {
    count += rows.length
    // A row goes through as text, so that JSON in it stays as it was written. A line break can only stand between values.
    yield rows.map(({ table, row }) => `{"table":"${table}","row":${row.replaceAll("\n", " ")}}\n`).join("")
  }
  yield `${JSON.stringify({ rows: count })}\n`
}

/** Puts a backup of either kind of database into one that holds nothing yet: all of it or none. */
export async function readBackup(
  maintenance: Pick<Maintenance, "restore">,
  source: Readable,
): Promise<Restored & { readonly rows: number }> {
  const count = { rows: 0 }
  const restored = await maintenance.restore(rowsOf(source, count))
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
  }
  if (announced !== count.rows) throw notABackup()
}

function checkHeader(line: string): void {
  const header = JSON.parse(line) as { conclave?: unknown; version?: unknown }
  if (header.conclave !== "backup" || typeof header.version !== "number") throw notABackup()
  if (readableVersions.includes(header.version)) return
  const message = `is a backup of form ${header.version}, and this version of Conclave reads ${version}: restore it with the version that made it`
  throw invalidInput([{ field: "file", message }])
}

export function notABackup(cause?: unknown): ConclaveError {
  const problem = { field: "file", message: "is not a whole backup made by `conclave backup`" }
  return new ConclaveError("INPUT_INVALID", `${problem.field}: ${problem.message}`, { problems: [problem], cause })
}
