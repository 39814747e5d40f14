import type { TestProject } from "vitest/node"
import { systemClock } from "../../src/main/system-ports.ts"
import { openPostgres } from "../../src/stores/postgres/open-postgres.ts"
import { databaseUrl, onServer, startPostgres, template } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One PostgreSQL for a whole run of tests; each file takes a fresh database from it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres("fsync=off")
  await onServer(server.url, `CREATE DATABASE ${template}`)
  const onError = console.error
  await (await openPostgres(databaseUrl(server.url, template), { clock: systemClock, onError })).close()
  project.provide("postgresUrl", server.url)
  return () => server.stop()
}
