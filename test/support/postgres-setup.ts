import type { TestProject } from "vitest/node"
import { openDatabase } from "../../src/stores/postgres/database.ts"
import { packInitialData } from "../../src/stores/postgres/embedded/initial-data.ts"
import { databaseUrl, onServer, startPostgres, template } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for a whole run of tests; each file takes a fresh database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([startPostgres("fsync=off"), packInitialData()])
  await onServer(server.url, `CREATE DATABASE ${template}`)
  await (await openDatabase({ url: databaseUrl(server.url, template) })).close()
  project.provide("postgresUrl", server.url)
  return () => server.stop()
}
