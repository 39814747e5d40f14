import { existsSync, readFileSync } from "node:fs"
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { findPackageJSON } from "node:module"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants } from "node:zlib"
import { Kysely, PostgresDialect, sql } from "kysely"
import { JobQueues } from "../jobs/job-queue.ts"
import { migrate, schemaVersion } from "../migrate.ts"
import { embeddedPool } from "./embedded-pool.ts"
import { startEmbedded } from "./embedded-server.ts"

const folder = import.meta.dirname
const prefix = "initial-data-"

/**
 * A new database, packed beside this file when Conclave is installed or built: making one takes seconds, unpacking it
 * tenths of one. The name has the versions of all that it was made with, so one that does not fit is never taken.
 */
function packed(): string {
  const made = [versionOf("@electric-sql/pglite"), versionOf("pg-boss"), schemaVersion]
  return join(folder, `${prefix}${made.join("-")}.tar.br`)
}

function versionOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)!
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version
}

/** The packed database, unpacked; nothing where there is none, and then it is made on the spot. */
export async function initialData(): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = packed()
  if (!existsSync(file)) return undefined
  return new Uint8Array(await promisify(brotliDecompress)(await readFile(file)))
}

/** Packs a new database, unless that was done, and drops those that no longer fit. */
export async function packInitialData(): Promise<void> {
  const file = packed()
  if (existsSync(file)) return
  const tar = await newDatabase()
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, await promisify(brotliCompress)(tar, { params }))
  await rename(unfinished, file)
  const old = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".br"))
  for (const name of old) if (join(folder, name) !== file) await rm(join(folder, name), { force: true })
}

async function newDatabase(): Promise<Uint8Array> {
  const server = await startEmbedded({})
  const pool = embeddedPool(server)
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  await migrate(kysely)
  const jobs = await JobQueues.open({ pool, embedded: true, onError: () => {} })
  await jobs.close()
  // So that opening it has nothing to recover.
  await sql`CHECKPOINT`.execute(kysely)
  await kysely.destroy()
  const tar = await server.dump()
  await server.close()
  return tar
}
